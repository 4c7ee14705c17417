import type { AppContext } from '../../infra/app-context.ts'
import { forgetUnconfirmed } from './queries.ts'

/** Addresses that nobody confirmed in time are forgotten. */
export function sweepNewsletter({ db, now }: AppContext): Promise<void> {
  return forgetUnconfirmed(db, now())
}
