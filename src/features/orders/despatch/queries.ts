import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import type { DespatchedLine, OpenLine } from './rules.ts'

/** The parcels of an order `o`, the first first: Parcel[]. */
export const orderParcels = sql`coalesce((
  select json_agg(json_build_object('number', p.number, 'carrier', p.carrier, 'trackingNumber', p.tracking_number,
      'collectedBy', p.collected_by, 'despatchedAt', p.despatched_at,
      'despatchedBy', coalesce((select name from person where id = p.staff_id), ''),
      'lines', (select json_agg(json_build_object('position', l.position, 'quantity', l.quantity) order by l.position)
        from parcel_line l where l.parcel_id = p.id)) order by p.number)
  from parcel p where p.order_id = o.id), '[]')`

interface EarlierParcel {
  orderId: number
  number: number
  lines: DespatchedLine[]
}

/** The parcel that this form has already despatched, of whatever order. */
export async function findParcelByRequest(tx: Tx, requestKey: string): Promise<EarlierParcel | null> {
  const { rows } = await sql<EarlierParcel>`
    select order_id as "orderId", number,
      (select json_agg(json_build_object('position', l.position, 'quantity', l.quantity) order by l.position)
        from parcel_line l where l.parcel_id = p.id) as lines
    from parcel p where request_key = ${requestKey}`.execute(tx)
  return rows[0] ?? null
}

/** The carrier of the parcel that was sent last; null: none was sent. */
export async function findLastCarrier(db: Db): Promise<string | null> {
  const { rows } = await sql<{ carrier: string }>`
    select carrier from parcel where carrier <> '' order by id desc limit 1`.execute(db)
  return rows[0]?.carrier ?? null
}

/** The lines of an order. With `lock` the stock of their products is locked, by product id. */
export async function listOpenLines(db: Db | Tx, orderId: number, lock = false): Promise<OpenLine[]> {
  if (lock)
    await sql`
      select from stock where product_id in (select product_id from order_line where order_id = ${orderId})
      order by product_id for update`.execute(db)
  const { rows } = await sql<OpenLine>`
    select l.position, l.code, l.title, l.quantity, l.later_quantity as "laterQuantity", l.lead_time as "leadTime",
      l.despatched_quantity as "despatchedQuantity", l.product_id as "productId",
      s.on_hand as "onHand"
    from order_line l join stock s on s.product_id = l.product_id
    where l.order_id = ${orderId} order by l.position`.execute(db)
  return rows
}

export interface NewParcel {
  requestKey: string
  carrier: string
  trackingNumber: string
  collectedBy: string
  staffId: number
  now: Date
  lines: readonly DespatchedLine[]
}

export interface Consignment {
  carrier: string
  trackingNumber: string
}

/** Null: there is no such parcel, or it was not sent but collected. */
export async function findSentParcel(tx: Tx, orderId: number, number: number): Promise<Consignment | null> {
  const { rows } = await sql<Consignment>`
    select carrier, tracking_number as "trackingNumber" from parcel
    where order_id = ${orderId} and number = ${number} and collected_by = ''`.execute(tx)
  return rows[0] ?? null
}

export async function updateParcel(
  tx: Tx,
  orderId: number,
  number: number,
  { carrier, trackingNumber }: Consignment,
): Promise<void> {
  await sql`
    update parcel set carrier = ${carrier}, tracking_number = ${trackingNumber}
    where order_id = ${orderId} and number = ${number}`.execute(tx)
}

/** Holds the order with a reason of staff, or with null releases it, whatever it was held for. */
export async function updateHold(tx: Tx, orderId: number, reason: string | null, now: Date): Promise<void> {
  await sql`
    update orders set on_stop = ${reason !== null}, hold_reason = ${reason ?? ''},
      hold_released_at = case when ${reason !== null} then hold_released_at else ${now}::timestamptz end
    where id = ${orderId}`.execute(tx)
}

/** When what is to be collected became ready; null: it is not ready, or was collected. */
export async function updateReadyToCollect(tx: Tx, orderId: number, at: Date | null): Promise<void> {
  await sql`update orders set ready_to_collect_at = ${at} where id = ${orderId}`.execute(tx)
}

/** Writes the parcel, and takes its goods from the lines and from what is on hand. Returns its number. */
export async function insertParcel(tx: Tx, orderId: number, parcel: NewParcel): Promise<number> {
  const { lines } = parcel
  const { rows } = await sql<{ number: number }>`
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
      update order_line l set despatched_quantity = l.despatched_quantity + leaving.quantity
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
    select number from inserted`.execute(tx)
  return rows[0]!.number
}
