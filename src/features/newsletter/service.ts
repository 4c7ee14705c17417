import type { House } from '../../infra/house.ts'
import { forgetUnconfirmed } from './queries.ts'

/** Addresses that nobody confirmed in time are forgotten. */
export function sweepNewsletter({ db, now }: House): Promise<void> {
  return forgetUnconfirmed(db, now())
}
