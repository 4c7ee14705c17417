import { sql } from 'kysely'
import type { OrderLine as OrderLineRow } from '../../../db/types.gen.ts'
import type { Tx } from '../../infra/app-context.ts'
import { execute, getValue } from '../../infra/database/query.ts'
import type { Actor } from '../accounts/actor.ts'
import { actorValues, requireUnerased } from '../accounts/service.ts'
import { formatChosenDelivery } from '../delivery/chosen-delivery.ts'
import type { HistoryChange, HistoryEvent } from './history.ts'
import type { InsertedOrder, Order } from './order.ts'
import type { OrderLine } from './order-line.ts'
import { orderLineColumns } from './queries.ts'
import type { OrderState } from './states.ts'

/** Inserts the order with its lines, vouchers and first row of history, in one statement. Returns its id. */
export async function insertOrder(
  tx: Tx,
  order: InsertedOrder,
  actor: Actor,
  now: Date,
  holdUntil: Date,
): Promise<number> {
  const { vouchers, personId } = order
  if (personId !== null) await requireUnerased(tx, personId)
  const columns = Object.values(orderLineColumns)
  return getValue(tx)<number>`
    with inserted as (
      insert into orders (reference, kind, state, method, basket_id, basket_version, source_id, person_id, company_id,
        session_hash, contact, guest_password_hash, request_hash, delivery, billing, delivery_code, delivery_title,
        delivery_facts, collection_details, delivery_date, consignments, purchase_order, delivery_instructions,
        approval_note, quote_note, on_stop, subtotal, discount, delivery_cost, vat, total, vat_rate_bp, client_network,
        hold_until, created_at, prepared_by, source, payment_due, pay_by, free_reason)
      values (${order.reference}, ${order.kind}, ${order.state}, ${order.method}, ${order.basketId},
        ${order.basketVersion}, ${order.sourceId}, ${order.personId}, ${order.companyId}, ${order.sessionHash},
        ${JSON.stringify(order.contact)}::jsonb, ${order.guestPasswordHash}, ${order.requestHash},
        ${JSON.stringify(order.delivery)}::jsonb, ${JSON.stringify(order.billing)}::jsonb, ${order.deliveryCode},
        ${formatChosenDelivery(order)}, ${JSON.stringify(order.deliveryFacts)}::jsonb, ${order.collectionDetails},
        ${order.deliveryDate}, ${order.consignments},
        ${order.purchaseOrder}, ${order.deliveryInstructions}, ${order.approvalNote}, ${order.quoteNote},
        ${order.onStop}, ${order.subtotal}, ${order.discount}, ${order.deliveryCost}, ${order.vat}, ${order.total},
        ${order.vatRateBp}, ${order.clientNetwork}, ${holdUntil}, ${now},
        ${order.prepared?.by ?? null}, ${order.prepared?.source ?? 'web'}, ${order.paymentDue ?? false}, ${order.payBy}::date, ${order.freeReason})
      returning id
    ), lines as (
      insert into order_line (order_id, position, is_ended, ${sql.join(columns.map(column => sql.ref(column)))})
      select inserted.id, l.position, ${order.kind !== 'order'}::boolean,
        ${sql.join(columns.map(column => sql.ref(`l.${column}`)))}
      from inserted,
        json_populate_recordset(null::order_line, ${JSON.stringify(order.lines.map(toOrderLineRow))}::json) as l
    ), vouchers as (
      insert into order_voucher (order_id, voucher_id, code, summary, amount, kind, rate)
      select inserted.id, v.* from inserted, unnest(${vouchers.map(v => v.voucherId)}::int[],
        ${vouchers.map(v => v.code)}::text[], ${vouchers.map(v => v.summary)}::text[],
        ${vouchers.map(v => v.amount)}::int[], ${vouchers.map(v => v.kind)}::text[],
        ${vouchers.map(v => v.rate)}::int[]) as v
    ), history as (
      insert into order_history (order_id, at, actor_kind, actor_id, from_state, to_state, why)
      select inserted.id, ${now}::timestamptz, ${actorValues(actor)}, null, ${order.state},
        ${order.prepared ? 'entered by staff' : 'saved at the checkout'}
      from inserted
    )
    select id from inserted`
}

export function toOrderLineRow(line: OrderLine, index: number): Partial<OrderLineRow> {
  const values = Object.entries(orderLineColumns).map(([field, column]) => [
    column,
    line[field as keyof OrderLine],
  ])
  return { position: index + 1, ...Object.fromEntries(values) }
}

export interface Transition {
  from: OrderState
  to: OrderState
  /** What happened besides. */
  event?: HistoryEvent
  actor: Actor
  why: string
  corrected?: readonly HistoryChange[]
  now: Date
}

/** Writes the new state and its row of history. Throws when the order is not in `from` any more. */
export async function updateState(
  tx: Tx,
  orderId: number,
  { from, to, event, actor, why, corrected, now }: Transition,
  changes: { termsVersion?: string; personId?: number } = {},
): Promise<void> {
  const result = await sql`
    with updated as (
      update orders set state = ${to}, stock_released_at = null,
        client_network = case when ${to} = 'placed' and payment_due then client_network end,
        placed_at = case when ${to} = 'placed' then ${now}::timestamptz else placed_at end,
        terms_accepted_at = case when ${changes.termsVersion ?? null}::text is null
          then terms_accepted_at else ${now}::timestamptz end,
        terms_version = coalesce(${changes.termsVersion ?? null}::text, terms_version),
        person_id = coalesce(${changes.personId ?? null}::int, person_id),
        guest_password_hash = case when ${to} = 'lapsed' then guest_password_hash end
      where id = ${orderId} and state = ${from} returning id
    )
    insert into order_history (order_id, at, actor_kind, actor_id, from_state, to_state, event, why, changes)
    select id, ${now}::timestamptz, ${actorValues(actor)}, ${from}, ${to}, ${event ?? null}, ${why},
      ${corrected === undefined ? null : JSON.stringify(corrected)}::jsonb from updated`.execute(tx)
  if (result.numAffectedRows !== 1n) throw new Error(`order ${orderId} is not ${from} any more`)
}

/** Keeps an open order from lapsing while a payment is under way. */
export const extendHold = (tx: Tx, orderId: number, until: Date): Promise<void> =>
  execute(tx)`update orders set hold_until = ${until} where id = ${orderId}`

/** From now on this browser session sees the order too. */
export const addSession = (tx: Tx, orderId: number, sessionHash: Buffer): Promise<void> =>
  execute(tx)`
    insert into order_resend (session_hash, order_id)
    select ${sessionHash}, id from orders where id = ${orderId} and session_hash is distinct from ${sessionHash}
    on conflict do nothing`

/** Further e-mails about the orders of a person go to this address. */
export const setContactEmail = (tx: Tx, personId: number, email: string): Promise<void> =>
  execute(tx)`
    update orders set contact = jsonb_set(contact, '{email}', to_jsonb(${email}::text))
    where person_id = ${personId} and not order_is_void(state)`

/**
 * Replaces the lines of a quote and the totals that follow from them. A voucher that was in the basket of the request takes
 * nothing off what staff have changed.
 */
export async function replaceLines(
  tx: Tx,
  orderId: number,
  lines: readonly OrderLine[],
  { subtotal, vat, total }: Pick<Order, 'subtotal' | 'vat' | 'total'>,
): Promise<void> {
  const columns = Object.values(orderLineColumns)
  await sql`delete from order_line where order_id = ${orderId}`.execute(tx)
  await sql`
    with updated as (
      update orders set subtotal = ${subtotal}, discount = 0, vat = ${vat}, total = ${total} where id = ${orderId}
    ), vouchers as (update order_voucher set amount = 0 where order_id = ${orderId})
    insert into order_line (order_id, position, ${sql.join(columns.map(column => sql.ref(column)))})
    select ${orderId}, l.position, ${sql.join(columns.map(column => sql.ref(`l.${column}`)))}
    from json_populate_recordset(null::order_line, ${JSON.stringify(lines.map(toOrderLineRow))}::json) as l`.execute(
    tx,
  )
}
