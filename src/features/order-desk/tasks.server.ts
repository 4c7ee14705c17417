import type { Db } from '../../infra/app-context.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { toAdminUrl } from '../back-office/navigation.ts'
import type { AdminTask, OverviewNote } from '../back-office/task.ts'
import { listOpenNotes } from '../correspondence/service.ts'
import { orderGroupDefinitions } from './list/groups.ts'
import { countOrders } from './list/order-list-queries.server.ts'

export async function listOrderTasks(db: Db): Promise<AdminTask[]> {
  const counts = await countOrders(db, ['placed', 'held', 'refunds', 'messages'])
  const toGroupTask = (group: keyof typeof counts, name = orderGroupDefinitions[group].name) => ({
    name,
    count: counts[group],
    url: `/admin/orders?state=${group}`,
  })
  return [
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
  return notes.map(note => ({
    text: note.text,
    author: note.author,
    when: formatDateTime(note.at),
    subject: `${note.kind === 'quote' ? 'quote' : 'order'} ${note.reference}`,
    url: toAdminUrl(note),
    doneUrl: `/admin/notes/${note.id}/done`,
  }))
}
