import type { Db } from '../../../infra/app-context.ts'
import { formatDateTime, toLondonTime } from '../../../lib/dates.ts'
import type { AdminTask, OverviewNote } from '../../admin/task.ts'
import { listOpenNotes } from '../correspondence/queries.ts'
import { countEndangeredOrders } from '../picking/delay-queries.server.ts'
import { delaysUrl } from '../picking/pick-list.ts'
import { orderGroupDefinitions } from './groups.ts'
import { countOrders } from './order-list-queries.server.ts'
import { adminOrderUrl } from './view.ts'

/** What staff have to do with orders. */
export async function listOrderTasks(db: Db, now: Date): Promise<AdminTask[]> {
  const today = toLondonTime(now).date
  const [counts, endangered] = await Promise.all([
    countOrders(db, ['placed', 'held', 'refunds', 'messages']),
    countEndangeredOrders(db, today),
  ])
  return [
    {
      name: 'Orders to despatch',
      count: counts.placed,
      url: '/admin/orders?state=placed',
      right: 'warehouse',
      isWaiting: true,
    },
    {
      name: 'Orders held',
      count: counts.held,
      url: '/admin/orders?state=held',
      right: ['warehouse', 'sales'],
      isWaiting: true,
    },
    {
      name: 'Promised days we can’t keep',
      count: endangered,
      url: delaysUrl,
      right: ['warehouse', 'sales'],
      isWaiting: true,
    },
    {
      name: 'Refunds to check',
      count: counts.refunds,
      url: '/admin/orders?state=refunds',
      right: 'accounts',
      isWaiting: true,
    },
    {
      name: orderGroupDefinitions.messages.name,
      count: counts.messages,
      url: '/admin/orders?state=messages',
      right: 'sales',
      isWaiting: true,
    },
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
