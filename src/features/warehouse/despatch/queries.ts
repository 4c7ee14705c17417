import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import {
  execute,
  findRow,
  findValue,
  getRow,
  getValue,
  hasRow,
  selectRows,
} from '../../../infra/database/query.ts'
import type { Pieces } from '../../orders/order-line.ts'
import { allocatableLinesSql } from '../allocation/queries.ts'
import { palletCarrier } from './carriers.ts'
import { type ParcelPayload, parcelDespatchedEmail, toParcelEmailKey } from './ParcelEmails.tsx'
import type { Parcel } from './parcel.ts'
import type { LineAllocation, OlderOrders } from './rules.ts'

/** The parcels of an order `o`, the first first: Parcel[]. */
export const orderParcels = sql`coalesce((
  select json_agg(json_build_object('number', p.number, 'carrier', p.carrier, 'trackingNumber', p.tracking_number,
      'collectedBy', p.collected_by, 'despatchedAt', p.despatched_at,
      'despatchedBy', coalesce((select name from person where id = p.staff_id), ''),
      'lines', (select json_agg(json_build_object('position', l.position, 'quantity', l.quantity) order by l.position)
        from parcel_line l where l.parcel_id = p.id)) order by p.number)
  from parcel p where p.order_id = o.id), '[]')`

/** The same as a further column of an order. */
export const withParcels = sql<{ parcels: Parcel[] }>`, ${orderParcels} as parcels`

/** The number of the parcel that this form has already despatched. */
export const findParcelByRequest = (tx: Tx, requestKey: string): Promise<number | null> =>
  findValue(tx)<number>`
    select number from parcel where request_key = ${requestKey}`

/** The carrier of the parcel that was sent last, pallets aside; null: none was sent. */
export const lastCarrierSql = sql<string | null>`(
  select carrier from parcel where carrier not in ('', ${palletCarrier}) order by id desc limit 1)`

/** The lines of an order. With `lock` the stock of their products is locked, by product id. */
export async function listOpenLines(db: Db | Tx, orderId: number, lock = false): Promise<LineAllocation[]> {
  if (lock)
    await sql`
      select from stock where product_id in (select product_id from order_line where order_id = ${orderId})
      order by product_id for update`.execute(db)
  return selectRows(db)<LineAllocation>`
    select l.position, l.code, l.title, l.entry, l.quantity - l.withdrawn_quantity as quantity,
      greatest(0, l.later_quantity - l.withdrawn_quantity) as "laterQuantity", l.lead_time as "leadTime",
      l.later_since::text as "laterSince",
      l.despatched_quantity as "despatchedQuantity", l.product_id as "productId", s.on_hand as "onHand",
      coalesce(allocatable.allocatable, 0) as allocatable, coalesce(allocatable.set_aside, 0) as "reserved",
      coalesce(allocatable.all_set_aside - sum(allocatable.set_aside) over (partition by l.product_id), 0)::int as "reservedElsewhere"
    from order_line l join stock s on s.product_id = l.product_id
      left join ${allocatableLinesSql(sql`select product_id from order_line where order_id = ${orderId}`)} allocatable
        on allocatable.order_id = l.order_id and allocatable.position = l.position
    where l.order_id = ${orderId} order by l.position`
}

/** Of each product; those that none waits for are left out. */
export async function listOrdersAhead(
  db: Db | Tx,
  orderId: number,
  productIds: readonly number[],
): Promise<OlderOrders[]> {
  if (productIds.length === 0) return []
  return selectRows(db)<OlderOrders>`
    select line.product_id as "productId", count(distinct o.id)::int as count,
      (array_agg(o.reference order by line.since, line.order_id))[1] as reference
    from ${allocatableLinesSql(sql`select unnest(${productIds}::int[])`)} line join orders o on o.id = line.order_id
    where line.order_id <> ${orderId} and line.is_ready and line.open > line.set_aside
      and (line.since, line.order_id) < (select coalesce(placed_at, created_at), id from orders where id = ${orderId})
    group by line.product_id`
}

/** Sets these pieces aside for the order's lines, and releases all others of them. */
export const updateReserved = (tx: Tx, orderId: number, lines: readonly Pieces[]): Promise<void> =>
  execute(tx)`
    update order_line l set set_aside_quantity = coalesce((
      select line.quantity from unnest(${lines.map(line => line.position)}::int[], ${lines.map(line => line.quantity)}::int[])
        as line (position, quantity) where line.position = l.position), 0)
    where l.order_id = ${orderId}`

export interface NewParcel {
  requestKey: string
  carrier: string
  trackingNumber: string
  collectedBy: string
  staffId: number
  now: Date
  lines: readonly Pieces[]
}

export interface Consignment {
  carrier: string
  trackingNumber: string
}

/** Null: there is no such parcel, or it was not sent but collected. */
export const findSentParcel = (tx: Tx, orderId: number, number: number): Promise<Consignment | null> =>
  findRow(tx)<Consignment>`
    select carrier, tracking_number as "trackingNumber" from parcel
    where order_id = ${orderId} and number = ${number} and collected_by = ''`

/** Of the first e-mail about a parcel; null: it is not stored any more. */
export async function findParcelPayload(
  tx: Tx,
  reference: string,
  number: number,
): Promise<ParcelPayload | null> {
  const row = await tx
    .selectFrom('mail_outbox')
    .select('facts')
    .where('dedupe_key', '=', toParcelEmailKey(reference, number))
    .executeTakeFirst()
  return row ? parcelDespatchedEmail.payload.parse(row.facts) : null
}

export const updateParcel = (
  tx: Tx,
  orderId: number,
  number: number,
  { carrier, trackingNumber }: Consignment,
) =>
  execute(tx)`
    update parcel set carrier = ${carrier}, tracking_number = ${trackingNumber}
    where order_id = ${orderId} and number = ${number}`

/** Whether a login has proved that the address of the order is the customer's own (R-EMAIL-2). */
export const hasVerifiedAddress = (tx: Tx, orderId: number): Promise<boolean> =>
  getValue(tx)<boolean>`
    select exists (select from orders o join person p on p.id = o.person_id
      where o.id = ${orderId} and p.verified_at is not null) as exists`

/** When what is to be collected became ready; null: it is not ready, or was collected. */
export const updateReadyToCollect = (tx: Tx, orderId: number, at: Date | null): Promise<void> =>
  execute(tx)`update orders set ready_to_collect_at = ${at} where id = ${orderId}`

/** Writes the parcel, and takes its goods from the lines and from what is on hand. */
export async function insertParcel(
  tx: Tx,
  orderId: number,
  parcel: NewParcel,
): Promise<{ id: number; number: number }> {
  const { lines } = parcel
  return getRow(tx)<{ id: number; number: number }>`
    with leaving as (
      select * from unnest(${lines.map(line => line.position)}::int[], ${lines.map(line => line.quantity)}::int[])
        as line (position, quantity)
    ), inserted as (
      insert into parcel (order_id, number, request_key, carrier, tracking_number, collected_by, despatched_at, staff_id)
      values (${orderId}, (select count(*) + 1 from parcel where order_id = ${orderId}), ${parcel.requestKey},
        ${parcel.carrier}, ${parcel.trackingNumber}, ${parcel.collectedBy}, ${parcel.now}, ${parcel.staffId})
      returning id, number
    ), contents as (
      insert into parcel_line (parcel_id, order_id, position, quantity)
      select inserted.id, ${orderId}, leaving.position, leaving.quantity from inserted, leaving
    ), lines as (
      update order_line l set despatched_quantity = l.despatched_quantity + leaving.quantity,
        set_aside_quantity = greatest(0, l.set_aside_quantity - leaving.quantity)
      from leaving where l.order_id = ${orderId} and l.position = leaving.position
      returning l.product_id, leaving.quantity
    ), taken as (
      update stock s set on_hand = s.on_hand - product.quantity
      from (select product_id, sum(quantity)::int as quantity from lines group by product_id) product
      where s.product_id = product.product_id
      returning s.product_id, s.on_hand, product.quantity
    ), moved as (
      insert into stock_movement (product_id, at, change, on_hand, reason, staff_id, parcel_id)
      select taken.product_id, ${parcel.now}, -taken.quantity, taken.on_hand, 'despatch', ${parcel.staffId}, inserted.id
      from taken, inserted
    )
    select id, number from inserted`
}

export const isOnPickList = (tx: Tx, orderId: number): Promise<boolean> =>
  hasRow(tx)`
    select from pick_list_order where order_id = ${orderId} and is_open`
