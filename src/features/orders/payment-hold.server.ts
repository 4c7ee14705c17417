import { sql } from 'kysely'
import type { Tx } from '../../infra/app-context.ts'
import { formatPounds, type Pence } from '../../lib/money.ts'
import { paidByCard } from './amount-due.server.ts'
import { addHistory } from './history.server.ts'
import type { Order } from './order.ts'
import { removeFromPickList } from './picking/removal.server.ts'
import { isIn, type OrderState } from './states.ts'

interface PaymentHoldChange {
  actor: string
  /** What was paid just now; null: something else has changed. */
  received: Pence | null
  now: Date
}

/**
 * Holds an order while a part of it is still to be paid by card, and lifts this hold, and no other, when nothing is due.
 * To be called after what changes the sum was written; `before`: the order as the caller has locked it. Returns what is due.
 */
export async function updatePaymentHold(
  tx: Tx,
  before: Pick<Order, 'id' | 'amountDue'>,
  { actor, received, now }: PaymentHoldChange,
): Promise<Pence> {
  const { due, state } = await writePaymentHold(tx, before.id, now)
  if (due > 0 && before.amountDue === 0 && isIn('isDespatchable', state))
    await removeFromPickList(tx, before.id, 'held', now)
  const row = { state, actor, now }
  if (received !== null)
    await addHistory(tx, before.id, { ...row, event: 'payment_received', why: formatPounds(received) })
  if (due > 0 && due !== before.amountDue)
    await addHistory(tx, before.id, { ...row, event: 'payment_due', why: formatPounds(due) })
  if (due === 0 && before.amountDue > 0 && received === null)
    await addHistory(tx, before.id, { ...row, event: 'nothing_due', why: 'nothing more to pay' })
  return due
}

async function writePaymentHold(
  tx: Tx,
  orderId: number,
  now: Date,
): Promise<{ due: Pence; state: OrderState }> {
  const { rows } = await sql<{ due: Pence; state: OrderState }>`
    with due as (
      select o.id, case when order_is_bought(o.state) and o.method = 'card'
          then greatest(0, o.total - ${paidByCard}) else 0 end as amount,
        o.on_stop and (not o.payment_due or o.hold_reason <> '' or o.account_stopped) as is_held_besides
      from orders o where o.id = ${orderId}
    ), hold as (
      select o.id, d.amount, d.is_held_besides or (d.amount > 0 and order_is_despatchable(o.state)) as is_held
      from due d join orders o on o.id = d.id
    )
    update orders o set payment_due = h.amount > 0, on_stop = h.is_held,
      hold_released_at = case when o.on_stop and not h.is_held then ${now}::timestamptz else o.hold_released_at end,
      delayed_at = case when h.amount = 0 then o.delayed_at end,
      delayed_until = case when h.amount = 0 then o.delayed_until end
    from hold h where o.id = h.id returning h.amount as due, o.state`.execute(tx)
  return rows[0]!
}
