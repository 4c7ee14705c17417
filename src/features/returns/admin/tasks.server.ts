import type { Db } from '../../../infra/app-context.ts'
import type { AdminTask } from '../../admin/task.ts'
import { countReturnsByState } from './queries.ts'
import { toReturnGroupUrl } from './return-list.ts'

/** What staff have to do with returns. */
export async function listReturnTasks(db: Db): Promise<AdminTask[]> {
  const counts = await countReturnsByState(db)
  return [
    {
      name: 'Returns to authorise',
      count: counts.requested ?? 0,
      url: toReturnGroupUrl('requested'),
      right: 'sales',
      isWaiting: true,
    },
    {
      name: 'Returns to inspect',
      count: counts.received ?? 0,
      url: toReturnGroupUrl('received'),
      right: 'warehouse',
      isWaiting: false,
    },
    {
      name: 'Returns to credit',
      count: counts.inspected ?? 0,
      url: toReturnGroupUrl('inspected'),
      right: 'accounts',
      isWaiting: false,
    },
  ]
}
