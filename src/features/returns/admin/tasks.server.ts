import type { Db } from '../../../infra/app-context.ts'
import type { AdminTask } from '../../back-office/OverviewPage.tsx'
import { countReturnsByState } from './return-list.server.ts'
import { adminReturnsUrl } from './view.ts'

/** What staff have to do with returns. */
export async function listReturnTasks(db: Db): Promise<AdminTask[]> {
  const counts = await countReturnsByState(db)
  return [
    {
      name: 'Returns to authorise',
      count: counts.requested ?? 0,
      url: `${adminReturnsUrl}?state=requested`,
      right: 'sales',
      isWaiting: true,
    },
    {
      name: 'Returns to inspect',
      count: counts.received ?? 0,
      url: `${adminReturnsUrl}?state=received`,
      right: 'warehouse',
      isWaiting: false,
    },
    {
      name: 'Returns to credit',
      count: counts.inspected ?? 0,
      url: `${adminReturnsUrl}?state=inspected`,
      right: 'accounts',
      isWaiting: false,
    },
  ]
}
