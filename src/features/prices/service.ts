import type { AppContext } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { toLondonTime } from '../../lib/dates.ts'
import { applyDueChanges, hasDueChange } from './queries.ts'

export { formatPriceSql, listPriceLists, selectPrice, selectPriceBreaks } from './queries.ts'

/** Makes scheduled list prices those of today once their day has come. Returns how many changes. */
export async function applyPriceChanges({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<number> {
  const time = now()
  const { date } = toLondonTime(time)
  if (!(await hasDueChange(db, date))) return 0
  return (await inTransaction(db, tx => applyDueChanges(tx, date, time))).length
}
