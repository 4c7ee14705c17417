import type { AppContext, Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { listValues } from '../../infra/database/query.ts'
import { formatDate, type IsoDate, toIsoDate, toLondonTime } from '../../lib/dates.ts'
import { orderCancelledEmail } from '../orders/emails/OrderCancelledEmail.tsx'
import { lockOrder, paidByCard, releaseAndTransition } from '../orders/service.ts'
import { supersedeAttempts } from './attempts/queries.ts'

const batch = 200

/** Cancels what waited for its money longer than the goods are held, and of which nothing was paid. Returns how many orders. */
export async function releaseUnpaidProFormas({ db, now }: AppContext): Promise<number> {
  const time = now()
  const today = toLondonTime(time).date
  const ids = await listValues(db)<number>`
    select o.id from orders o where o.payment_due and o.pay_by < ${today}::date and o.method = 'counter'
      and o.state = 'placed' and ${paidByCard} = 0
      and not exists (select from sales_document d where d.order_id = o.id) order by o.pay_by, o.id limit ${batch}`
  let count = 0
  for (const id of ids) if (await inTransaction(db, tx => release(tx, id, today, time))) count++
  return count
}

/** False: it was paid, or given more time, since it was listed. */
async function release(tx: Tx, id: number, today: IsoDate, now: Date): Promise<boolean> {
  const order = await lockOrder(tx, id)
  if (order?.state !== 'placed' || order.payBy === null || order.payBy >= today) return false
  if (order.amountDue === 0 || order.amountDue < order.total) return false
  const day = formatDate(toIsoDate(order.payBy))
  await supersedeAttempts(tx, id)
  await releaseAndTransition(tx, id, {
    to: 'cancelled',
    actor: { kind: 'clock' },
    why: `not paid by ${day}`,
    now,
  })
  await orderCancelledEmail.enqueue(tx, order, `It was not paid by ${day}.`)
  return true
}
