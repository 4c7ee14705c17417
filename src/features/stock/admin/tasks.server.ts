import type { Db } from '../../../infra/app-context.ts'
import type { AdminTask } from '../../back-office/OverviewPage.tsx'
import { countBelowLevel } from '../queries.ts'
import { stockUrl } from '../stock.ts'

/** What staff have to do about the stock. */
export async function listStockTasks(db: Db): Promise<AdminTask[]> {
  const count = await countBelowLevel(db)
  return [
    {
      name: 'Parts below their low-stock level',
      count,
      url: `${stockUrl}?show=low`,
      right: 'warehouse',
      isWaiting: false,
    },
  ]
}
