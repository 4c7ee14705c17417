import { sql } from 'kysely'
import type { Db, Tx } from '../platform/house.ts'
import { type NewOrder, type Order, takesStock } from './order.ts'
import type { OrderState } from './states.ts'

type OrderRow = Order & { sessionHash: Buffer | null; placedAt: Date | null }

export const orderColumns = sql`
  o.id, o.reference, o.state, o.method, o.basket_id as "basketId", o.source_id as "sourceId",
  o.person_id as "personId", o.company_id as "companyId", o.contact, o.delivery,
  o.billing, o.delivery_code as "deliveryCode", o.delivery_title as "deliveryTitle",
  o.delivery_date::text as "deliveryDate",
  o.purchase_order as "purchaseOrder", o.delivery_instructions as "deliveryInstructions", o.on_stop as "onStop",
  o.subtotal, o.discount, o.carriage, o.vat, o.total, o.holds_stock as "holdsStock", o.placed_at as "placedAt",
  (select json_agg(json_build_object('productId', l.product_id, 'code', l.code, 'title', l.title, 'unitPrice',
      l.unit_price, 'quantity', l.quantity, 'lineTotal', l.line_total) order by l.position)
    from order_line l where l.order_id = o.id) as lines,
  coalesce((select json_agg(json_build_object('code', v.code, 'summary', v.summary, 'amount', v.amount))
    from order_voucher v where v.order_id = o.id), '[]') as vouchers`

export async function orderById(db: Db | Tx, id: number): Promise<Order | null> {
  const { rows } = await sql<OrderRow>`select ${orderColumns} from orders o where o.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/**
 * Locks the order, before it what it was made from, and their basket first of all (always in that order, whichever of
 * them is asked for): who decides about it now decides alone.
 */
export async function lockOrder(tx: Tx, id: number): Promise<Order | null> {
  await sql`
    select from basket where id in (
      ${line(id)} select basket_id from line where basket_id is not null) order by id for update`.execute(tx)
  // What an order was made from has the smaller id.
  await sql`
    select from orders where id in (${line(id)} select id from line) order by id for update`.execute(tx)
  return orderById(tx, id)
}

// The order, what it was made from, and what that was made from.
const line = (id: number) => sql`
  with recursive line as (
    select id, source_id, basket_id from orders where id = ${id}
    union all select o.id, o.source_id, o.basket_id from line join orders o on o.id = line.source_id)`

/** The order of a reference if this browser or this person made it; to everybody else it does not exist. */
export async function ownOrder(
  db: Db,
  reference: string,
  owner: { sessionHash: Buffer | null; personId: number | null },
): Promise<Order | null> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from orders o where o.reference = ${reference}
      and (o.session_hash = ${owner.sessionHash} or o.person_id = ${owner.personId})`.execute(db)
  return rows[0] ?? null
}

/** The newest order this browser saved; what 'complete' is about. */
export async function latestOrder(db: Db | Tx, sessionHash: Buffer): Promise<Order | null> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from orders o where o.session_hash = ${sessionHash} and o.state <> 'superseded'
    order by o.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

export interface EarlierOrder {
  id: number
  reference: string
  state: OrderState
  basketVersion: number
  requestHash: string
  method: string
}

/** What an order is made from: a basket, or a loaded order. */
export type MadeFrom = { basketId: number } | { sourceId: number }

/** Orders made from the same that are alive, and the one that this very request made before. */
export async function earlierOrders(
  tx: Tx,
  from: MadeFrom,
  requestHash: string,
  now: Date,
): Promise<EarlierOrder[]> {
  const isFrom = 'basketId' in from ? sql`basket_id = ${from.basketId}` : sql`source_id = ${from.sourceId}`
  const { rows } = await sql<EarlierOrder>`
    select id, reference, state, basket_version as "basketVersion", request_hash as "requestHash", method
    from orders where ${isFrom}
      and (state in ('saved', 'awaiting_payment')
        or (request_hash = ${requestHash} and state in ('placed', 'quote_requested', 'awaiting_approval')
          and created_at > ${now}::timestamptz - interval '24 hours'))
    order by id desc`.execute(tx)
  return rows
}

export interface StockRow {
  productId: number
  available: number
  backOrder: boolean
}

/** Locks the stock of these products, always in the order of their ids, and tells what there is. */
export async function lockStock(tx: Tx, productIds: number[]): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    select product_id as "productId", available, back_order as "backOrder" from stock
    where product_id = any(${productIds}) order by product_id for update`.execute(tx)
  return rows
}

/** Takes pieces (or, with a negative quantity, gives them back); the caller holds the rows' locks or gives back. */
export async function moveStock(tx: Tx, lines: { productId: number; quantity: number }[]): Promise<void> {
  const sorted = lines.toSorted((a, b) => a.productId - b.productId)
  await sql`
    update stock s set available = s.available - w.quantity
    from unnest(${sorted.map(line => line.productId)}::int[], ${sorted.map(line => line.quantity)}::int[])
      as w (product_id, quantity)
    where s.product_id = w.product_id`.execute(tx)
}

export async function lockVouchers(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select from voucher where id = any(${ids}) order by id for update`.execute(tx)
}

/** The order with its lines, vouchers and first line of history, in one statement. Returns its id. */
export async function insertOrder(
  tx: Tx,
  order: NewOrder,
  actor: string,
  now: Date,
  holdUntil: Date,
): Promise<number> {
  const { lines, vouchers } = order
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into orders (reference, state, method, basket_id, basket_version, source_id, person_id, company_id, session_hash,
        contact, guest_password_hash, request_hash, delivery, billing, delivery_code, delivery_title, delivery_date,
        purchase_order, delivery_instructions, on_stop, subtotal, discount, carriage, vat, total, vat_rate_bp,
        holds_stock, hold_until, created_at)
      values (${order.reference}, ${order.state}, ${order.method}, ${order.basketId}, ${order.basketVersion},
        ${order.sourceId}, ${order.personId}, ${order.companyId}, ${order.sessionHash}, ${JSON.stringify(order.contact)}::jsonb,
        ${order.guestPasswordHash}, ${order.requestHash}, ${JSON.stringify(order.delivery)}::jsonb,
        ${JSON.stringify(order.billing)}::jsonb, ${order.deliveryCode}, ${order.deliveryTitle}, ${order.deliveryDate},
        ${order.purchaseOrder}, ${order.deliveryInstructions}, ${order.onStop}, ${order.subtotal}, ${order.discount},
        ${order.carriage}, ${order.vat}, ${order.total}, ${order.vatRateBp}, ${takesStock(order.method)}, ${holdUntil},
        ${now})
      returning id
    ), lines as (
      insert into order_line (order_id, position, product_id, code, title, unit_price, quantity, line_total)
      select made.id, l.position, l.product_id, l.code, l.title, l.unit_price, l.quantity, l.unit_price * l.quantity
      from made, unnest(${lines.map(line => line.productId)}::int[], ${lines.map(line => line.code)}::text[],
        ${lines.map(line => line.title)}::text[], ${lines.map(line => line.unitPrice)}::int[],
        ${lines.map(line => line.quantity)}::int[])
        with ordinality as l (product_id, code, title, unit_price, quantity, position)
    ), vouchers as (
      insert into order_voucher (order_id, voucher_id, code, summary, amount)
      select made.id, v.* from made, unnest(${vouchers.map(v => v.voucherId)}::int[], ${vouchers.map(v => v.code)}::text[],
        ${vouchers.map(v => v.summary)}::text[], ${vouchers.map(v => v.amount)}::int[]) as v
    ), history as (
      insert into order_history (order_id, at, actor, from_state, to_state, why)
      select made.id, ${now}::timestamptz, ${actor}, null, ${order.state}, 'saved at the checkout' from made
    )
    select id from made`.execute(tx)
  return rows[0]!.id
}

export interface Move {
  from: OrderState
  to: OrderState
  actor: string
  why: string
  now: Date
}

/** Moves an order and writes it down. Throws when it is not in `from` any more. */
export async function moveOrder(
  tx: Tx,
  orderId: number,
  { from, to, actor, why, now }: Move,
  changes: { holdsStock?: boolean; termsVersion?: string; personId?: number } = {},
): Promise<void> {
  const result = await sql`
    with moved as (
      update orders set state = ${to},
        holds_stock = coalesce(${changes.holdsStock ?? null}::boolean, holds_stock),
        placed_at = case when ${to} = 'placed' then ${now}::timestamptz else placed_at end,
        terms_accepted_at = case when ${changes.termsVersion ?? null}::text is null
          then terms_accepted_at else ${now}::timestamptz end,
        terms_version = coalesce(${changes.termsVersion ?? null}::text, terms_version),
        person_id = coalesce(${changes.personId ?? null}::int, person_id),
        guest_password_hash = case when ${to} in ('lapsed') then guest_password_hash end
      where id = ${orderId} and state = ${from} returning id
    )
    insert into order_history (order_id, at, actor, from_state, to_state, why)
    select id, ${now}::timestamptz, ${actor}, ${from}, ${to}, ${why} from moved`.execute(tx)
  if (result.numAffectedRows !== 1n) throw new Error(`order ${orderId} is not ${from} any more`)
}

/** The hash that becomes the guest's password, while his order is not placed. */
export async function guestPasswordOf(tx: Tx, orderId: number): Promise<string | null> {
  const row = await tx
    .selectFrom('orders')
    .select('guest_password_hash')
    .where('id', '=', orderId)
    .executeTakeFirst()
  return row?.guest_password_hash ?? null
}

/** Keeps the hold alive while a payment is being tried. */
export async function holdUntil(tx: Tx, orderId: number, until: Date): Promise<void> {
  await tx.updateTable('orders').set({ hold_until: until }).where('id', '=', orderId).execute()
}

/** Whether this browser session placed an order, as a guest, under that e-mail address. */
export async function hasOrderedAs(db: Db, sessionHash: Buffer, email: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from orders where session_hash = ${sessionHash} and contact->>'email' = ${email}
      and state in ('placed', 'quote_requested')) as found`.execute(db)
  return rows[0]!.found
}

/** From now on this browser session sees the order. */
export async function handOver(tx: Tx, orderId: number, sessionHash: Buffer): Promise<void> {
  await tx.updateTable('orders').set({ session_hash: sessionHash }).where('id', '=', orderId).execute()
}
