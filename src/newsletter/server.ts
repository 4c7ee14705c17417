import type { House } from '../platform/house.ts'
import { forgetUnconfirmed } from './data.ts'

/** Addresses that nobody confirmed in time are forgotten. */
export function sweepNewsletter({ db, now }: House): Promise<void> {
  return forgetUnconfirmed(db, now())
}
