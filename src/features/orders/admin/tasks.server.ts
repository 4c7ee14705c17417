import type { Db } from '../../../infra/app-context.ts'
import { formatDateTime, toLondonTime } from '../../../lib/dates.ts'
import type { AdminTask, OverviewNote } from '../../back-office/task.ts'
import { listOpenNotes } from '../correspondence/queries.ts'
import { delaysUrl } from '../picking/pick-list.ts'
import { orderGroupDefinitions } from './groups.ts'
import { countOrders } from './order-list-queries.server.ts'
import { countEndangeredOrders } from './picking/delays.server.ts'
import { adminOrderUrl } from './view.ts'

/** What staff have to do with orders. */
export async function listOrderTasks(db: Db, now: Date): Promise<AdminTask[]> {
  const today = toLondonTime(now).date
  const [counts, endangered] = await Promise.all([
    countOrders(db, ['placed', 'held', 'refunds', 'messages']),
    countEndangeredOrders(db, today),
  ])
  const toGroupTask = (group: keyof typeof counts, name = orderGroupDefinitions[group].name) => ({
    name,
    count: counts[group],
    url: `/admin/orders?state=${group}`,
  })
  return [
    {
      name: 'Promised days we can’t keep',
      count: endangered,
      url: delaysUrl,
      right: ['warehouse', 'sales'],
      isWaiting: true,
    },
    { ...toGroupTask('messages'), right: 'sales', isWaiting: true },
    { ...toGroupTask('refunds'), right: 'accounts', isWaiting: true },
    { ...toGroupTask('placed', 'Orders to despatch'), right: 'warehouse', isWaiting: true },
    { ...toGroupTask('held', 'Orders held'), right: ['warehouse', 'sales'], isWaiting: false },
  ]
}

const maxNotes = 20

/** The notes on orders that name a member of staff, until they are ticked off. */
export async function listOrderNotes(db: Db, personId: number): Promise<OverviewNote[]> {
  const notes = await listOpenNotes(db, personId, maxNotes)
  return notes.map(({ id, reference, at, author, text }) => ({
    text,
    author,
    when: formatDateTime(at),
    subject: `order ${reference}`,
    url: adminOrderUrl(reference),
    doneUrl: `/admin/notes/${id}/done`,
  }))
}
