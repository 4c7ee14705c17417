import type { Db } from '../../../infra/app-context.ts'
import type { AdminTask } from '../../back-office/task.ts'
import { listReturnsOfOrder } from '../queries.ts'
import { toReturnItem } from '../view.ts'
import { countReturnsByState } from './return-list.server.ts'
import { adminReturnsUrl, describeForStaff, toAdminReturnUrl } from './view.ts'

/** The returns of an order, with the staff's pages of them. */
export async function listReturnsForStaff(db: Db, orderId: number) {
  const rows = await listReturnsOfOrder(db, orderId)
  return rows.map(row => ({
    ...toReturnItem(row),
    url: toAdminReturnUrl(row.id),
    state: describeForStaff(row.state),
  }))
}

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
