import type { Tx } from '../../../infra/app-context.ts'
import { getRow } from '../../../infra/database/query.ts'
import { toIsoDate } from '../../../lib/dates.ts'
import type { DeliverySettings } from '../../../lib/delivery-settings.ts'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findNextDeliveryDay, getDespatchDay } from '../../delivery/calendar.ts'
import { addHistory } from '../history.server.ts'
import type { Order } from '../order.ts'
import { paidByCard } from '../queries.ts'
import { isIn, type OrderState } from '../states.ts'
import { removeFromPickList } from './queries.ts'

interface PaymentHoldChange {
  actor: Actor
  /** What was paid just now; null: something else has changed. */
  received: Pence | null
  now: Date
  /** Null: the shop delivers nothing yet. */
  settings: DeliverySettings | null
}

/**
 * Holds an order while a part of it is still to be paid by card, and lifts this hold, and no other, when nothing is due.
 * The day of delivery is then promised again if it can still be met, unless it was given up before: the order was
 * released from another hold, or another day was announced.
 * To be called after what changes the sum was written; `before`: the order as the caller has locked it. Returns what is due.
 */
export async function updatePaymentHold(
  tx: Tx,
  before: Pick<Order, 'id' | 'amountDue'>,
  { actor, received, ...deadline }: PaymentHoldChange,
): Promise<Pence> {
  const { now } = deadline
  const { due, state } = await writePaymentHold(tx, before.id, now, await canMeetDay(tx, before.id, deadline))
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

/** Whether goods that leave next can arrive on the day of the order; true of an order without a day. */
async function canMeetDay(
  tx: Tx,
  orderId: number,
  { now, settings }: Pick<PaymentHoldChange, 'now' | 'settings'>,
): Promise<boolean> {
  const { deliveryCode, deliveryDate, delivery } = await getRow(tx)<
    Pick<Order, 'deliveryCode' | 'deliveryDate' | 'delivery'>
  >`
    select delivery_code as "deliveryCode", delivery_date::text as "deliveryDate", delivery
    from orders where id = ${orderId}`
  if (deliveryDate === null) return true
  const day = toIsoDate(deliveryDate)
  const today = getDespatchDay(now, settings ?? { cutOffMinutes: 0 })
  return findNextDeliveryDay({ code: deliveryCode, ...delivery }, { from: day, today, settings }) === day
}

const writePaymentHold = (tx: Tx, orderId: number, now: Date, canMeet: boolean) =>
  getRow(tx)<{ due: Pence; state: OrderState }>`
    with due as (
      select o.id, case when order_is_bought(o.state) and o.method in ('card', 'counter')
          then greatest(0, o.total - ${paidByCard}) else 0 end as amount,
        o.on_stop and (not o.payment_due or o.hold_reason <> '' or o.credit_hold or o.account_stopped) as is_held_besides
      from orders o where o.id = ${orderId}
    ), hold as (
      select o.id, d.amount, d.is_held_besides or (d.amount > 0 and order_is_despatchable(o.state)) as is_held
      from due d join orders o on o.id = d.id
    )
    update orders o set payment_due = h.amount > 0, client_network = case when h.amount > 0 then o.client_network end, on_stop = h.is_held,
      hold_released_at = case
        when o.on_stop and not h.is_held and not (${canMeet}::boolean and o.hold_released_at is null) then ${now}::timestamptz
        -- The announced day ends with the hold, and the earlier one does not hold again.
        when h.amount > 0 and o.delayed_at is not null then coalesce(o.hold_released_at, ${now}::timestamptz)
        else o.hold_released_at end,
      delayed_at = case when h.amount = 0 then o.delayed_at end,
      delayed_until = case when h.amount = 0 then o.delayed_until end
    from hold h where o.id = h.id returning h.amount as due, o.state`
