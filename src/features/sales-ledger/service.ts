import type { AppContext } from '../../infra/app-context.ts'
import { toLondonTime } from '../../lib/dates.ts'
import { type Credit, toCredit } from './ledger.ts'
import { getAccountFigures } from './queries.ts'

/** The credit of a company: its limit, what is used of it, and what is available (R-LEDGER-5). */
export async function getCredit(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  companyId: number,
): Promise<Credit> {
  return toCredit(await getAccountFigures(db, companyId, toLondonTime(now()).date))
}
