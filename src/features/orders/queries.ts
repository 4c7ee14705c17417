import { type RawBuilder, sql } from 'kysely'
import type { OrderLine as OrderLineRow } from '../../../db/types.gen.ts'
import type { Db, Tx } from '../../infra/app-context.ts'
import { findRow, findValue, getValue, hasRow, selectRows } from '../../infra/database/query.ts'
import { isCreditHeldSql } from './holds/queries.ts'
import type { Order, OrderOrigin } from './order.ts'
import type { OrderLine } from './order-line.ts'

/** The name of the customer of an order `o` with its company `c`, which may be null. */
export const customerNameSql = sql<string>`coalesce(c.name, o.contact->>'name', '')`

/**
 * Whether `order` (the name of a row of orders in the query) is a person's own; the rule of the SQL function
 * `orders_of_person`. That function lists all orders of a person, which a query of a single order need not do.
 */
export function isOrderOfPersonSql(personId: number | null, order = 'o'): RawBuilder<boolean> {
  const companyId = sql.ref(`${order}.company_id`)
  return sql`(${sql.ref(`${order}.person_id`)} = ${personId}::int and exists (
    select from person p where p.id = ${personId}::int and coalesce(${companyId} = p.company_id, ${companyId} is null)))`
}

/**
 * What cards have paid for the goods and the delivery of an order `o`: without what corrections have refunded. A refund
 * with a credit note leaves both the total and this as they are.
 */
export const paidByCard = sql`(
  select coalesce(sum(a.amount - coalesce((
    select sum(r.amount) from payment_refund r where r.attempt_id = a.id and r.correction_id is not null), 0)), 0)::int
  from payment_attempt a where a.order_id = o.id and a.state in ('paid', 'voided'))`

/** What is still to be paid by card for an order `o`, in pence; 0: nothing. */
export const amountDue = sql`case when o.payment_due and order_is_bought(o.state) then greatest(0, o.total - ${paidByCard}) else 0 end`

/** How staff took the money of an order `o` that is paid: providers of its payments; null: not by hand, or not all of it. */
export const paidByHand = sql`case when o.method = 'counter' and ${paidByCard} >= o.total then (
  select array_agg(distinct a.provider) from payment_attempt a where a.order_id = o.id and a.state = 'paid') end`

/** The column of order_line that stores a field: lines are read and inserted by this list. */
export const orderLineColumns: Record<
  Exclude<keyof OrderLine, 'position' | 'withdrawn' | 'laterSince'>,
  keyof OrderLineRow
> = {
  productId: 'product_id',
  code: 'code',
  title: 'title',
  entry: 'entry',
  unitPrice: 'unit_price',
  quantity: 'quantity',
  laterQuantity: 'later_quantity',
  leadTime: 'lead_time',
  lineTotal: 'line_total',
}

/** An OrderLine, from order_line as `l`. */
const orderLineJson = sql`json_build_object('position', l.position, 'withdrawn', l.withdrawn_quantity, 'laterSince', l.later_since, ${sql.join(
  Object.entries(orderLineColumns).map(
    ([field, column]) => sql`${sql.lit(field)}, ${sql.ref(`l.${column}`)}`,
  ),
)})`

/** What the catalogue says today of the lines of `o`: CatalogueEntry[] in their order. */
export const lineProducts = sql`
  (select json_agg(json_build_object('path', p.path, 'image', p.image, 'forSale', p.for_sale) order by l.position)
    from order_line l join product p on p.id = l.product_id where l.order_id = o.id)`

/** The columns of an Order, from orders as `o`. */
export const orderColumns = sql`
  o.id, o.reference, o.kind, o.state, o.stock_released_at is not null as "isStockReleased", o.method, o.free_reason as "freeReason",
  o.basket_id as "basketId", o.source_id as "sourceId",
  o.person_id as "personId", o.company_id as "companyId", o.contact, o.link_version as "linkVersion", o.delivery,
  o.billing, o.delivery_code as "deliveryCode", o.delivery_facts as "deliveryFacts", o.collection_details as "collectionDetails",
  o.delivery_date::text as "deliveryDate", o.consignments,
  o.purchase_order as "purchaseOrder", o.delivery_instructions as "deliveryInstructions",
  o.approval_note as "approvalNote", o.quote_note as "quoteNote", o.on_stop as "onStop",
  o.hold_released_at is not null as "wasHeld", o.hold_reason as "holdReason",
  ${isCreditHeldSql} as "isCreditHeld",
  o.ready_to_collect_at is not null as "isReadyToCollect",
  case when o.delayed_at is not null then json_build_object('day', o.delayed_until::text) end as delay,
  o.subtotal, o.discount, o.delivery_cost as "deliveryCost", o.vat, o.vat_rate_bp as "vatRateBp",
  o.total, ${amountDue} as "amountDue", ${paidByHand} as "paidBy", o.pay_by::text as "payBy", o.placed_at as "placedAt", o.prepared_by is not null as "isPrepared",
  (select json_agg(${orderLineJson} order by l.position) from order_line l where l.order_id = o.id) as lines,
  coalesce((select json_agg(json_build_object('code', v.code, 'kind', coalesce(v.kind, w.kind),
      'rate', coalesce(v.rate, w.amount), 'summary', v.summary, 'amount', v.amount))
    from order_voucher v join voucher w on w.id = v.voucher_id where v.order_id = o.id), '[]') as vouchers`

export const findOrderById = (db: Db | Tx, id: number): Promise<Order | null> =>
  findRow(db)<Order>`select ${orderColumns} from orders o where o.id = ${id}`

/**
 * Locks the order, the orders it was made from, and before them their basket. The order of locks is the same for each
 * of them.
 */
export async function lockOrder(tx: Tx, id: number): Promise<Order | null> {
  await sql`
    select from basket where id in (
      ${orderAncestry(id)} select basket_id from ancestry where basket_id is not null) order by id for update`.execute(
    tx,
  )
  // What an order was made from has the smaller id.
  await sql`
    select from orders where id in (${orderAncestry(id)} select id from ancestry) order by id for update`.execute(
    tx,
  )
  return findOrderById(tx, id)
}

/** The order, what it was made from, and what that was made from. */
const orderAncestry = (id: number) => sql`
  with recursive ancestry as (
    select id, source_id, basket_id from orders where id = ${id}
    union all select o.id, o.source_id, o.basket_id from ancestry a join orders o on o.id = a.source_id)`

/**
 * The order of a reference if this browser or this person made it; to everybody else it does not exist. `further`: columns of
 * `orders o` that the caller reads in the same statement, each after a comma.
 */
export async function findOwnOrder<Further = unknown>(
  db: Db,
  reference: string,
  owner: OrderOwner,
  further: RawBuilder<Further> = sql``,
): Promise<(Order & Further) | null> {
  return findRow(db)<Order & Further>`
    select ${orderColumns} ${further} from orders o where o.reference = ${reference} and ${isOrderOfSql(owner)}`
}

/** Whether this browser or this person sent the order. */
export const isOwnOrder = (db: Db, reference: string, owner: OrderOwner): Promise<boolean> =>
  hasRow(db)`
    select from orders o where o.reference = ${reference} and ${isOrderOfSql(owner)}`

interface OrderOwner {
  sessionHash: Buffer | null
  personId: number | null
}

const isOrderOfSql = ({ sessionHash, personId }: OrderOwner): RawBuilder<boolean> =>
  sql`(o.id in (select id from orders_of_session(${sessionHash})) or ${isOrderOfPersonSql(personId)})`

/** Without a check of who asks: the caller does that. `further`: as in findOwnOrder. */
export async function findOrderByReference<Further = unknown>(
  db: Db,
  reference: string,
  further: RawBuilder<Further> = sql``,
): Promise<(Order & Further) | null> {
  return findRow(db)<Order & Further>`
    select ${orderColumns} ${further} from orders o where o.reference = ${reference}`
}

/** The newest order this browser sent: the one that it completes. */
export const findLatestOrder = (db: Db | Tx, sessionHash: Buffer): Promise<Order | null> =>
  findRow(db)<Order>`
    select ${orderColumns} from orders o
    where o.id in (select id from orders_of_session(${sessionHash})) and o.state <> 'superseded'
    order by o.id desc limit 1`

interface EarlierOrder extends Pick<Order, 'id' | 'reference' | 'state' | 'total'> {
  basketVersion: number
  requestHash: string
}

/** What an order is made from: a basket, or a quote or approval request. */
export type OrderSource = { basketId: number } | { sourceId: number }

/** Open orders made from the same source, and those of the last day that this very request has made and completed. */
export async function listEarlierOrders(
  tx: Tx,
  source: OrderSource,
  requestHash: string,
  now: Date,
): Promise<EarlierOrder[]> {
  const hasSource =
    'basketId' in source ? sql`basket_id = ${source.basketId}` : sql`source_id = ${source.sourceId}`
  return selectRows(tx)<EarlierOrder>`
    select id, reference, state, basket_version as "basketVersion", request_hash as "requestHash", total
    from orders where ${hasSource}
      and (order_is_open(state) or (request_hash = ${requestHash} and order_counts_as_placed(state)
        and created_at > ${now}::timestamptz - interval '24 hours'))
    order by id desc`
}

/** The hash that becomes the guest's password once the order is placed. */
export const getGuestPasswordHash = (tx: Tx, orderId: number): Promise<string | null> =>
  findValue(tx)<string>`select guest_password_hash from orders where id = ${orderId}`

/** Whether this browser session completed an order, as a guest, under that e-mail address. */
export const hasOrderedAs = (db: Db, sessionHash: Buffer, email: string): Promise<boolean> =>
  getValue(db)<boolean>`
    select exists (select from orders where id in (select id from orders_of_session(${sessionHash}))
      and contact->>'email' = ${email} and order_counts_as_placed(state))`

/** Locks vouchers in the order of their ids, so that their uses can be counted. */
export async function lockVouchers(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select from voucher where id = any(${ids}) order by id for update`.execute(tx)
}

/** What an order was made from. */
export const findOrigin = (db: Db, sourceId: number): Promise<OrderOrigin | null> =>
  findRow(db)<OrderOrigin>`
    select reference, kind, contact->>'name' as sender from orders where id = ${sourceId}`
