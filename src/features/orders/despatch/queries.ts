import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import type { DespatchedLine, OpenLine } from './rules.ts'

/** What left the shop together. */
export interface Parcel {
  id: number
  /** 1, 2 … of its order. */
  number: number
  /** A key of carriers.ts; ''. */
  carrier: string
  trackingNumber: string
  /** Who took it at the counter; '': it was sent. */
  collectedBy: string
  despatchedAt: Date
  lines: (DespatchedLine & { code: string; title: string })[]
}

const parcelColumns = sql`
  p.id, p.number, p.carrier, p.tracking_number as "trackingNumber", p.collected_by as "collectedBy",
  p.despatched_at as "despatchedAt",
  (select json_agg(json_build_object('position', l.position, 'quantity', pl.quantity, 'code', l.code, 'title', l.title)
      order by l.position)
    from parcel_line pl join order_line l on l.order_id = pl.order_id and l.position = pl.position
    where pl.parcel_id = p.id) as lines`

/** The parcels of an order, the first first. */
export async function listParcels(db: Db | Tx, orderId: number): Promise<Parcel[]> {
  const { rows } = await sql<Parcel>`
    select ${parcelColumns} from parcel p where p.order_id = ${orderId} order by p.number`.execute(db)
  return rows
}

/** The parcel that this form has already despatched. */
export async function findParcelByRequest(tx: Tx, requestKey: string): Promise<Parcel | null> {
  const { rows } = await sql<Parcel>`
    select ${parcelColumns} from parcel p where p.request_key = ${requestKey}`.execute(tx)
  return rows[0] ?? null
}

/** The lines of an order. With `lock` the stock of their products is locked, by product id. */
export async function listOpenLines(db: Db | Tx, orderId: number, lock = false): Promise<OpenLine[]> {
  if (lock)
    await sql`
      select from stock where product_id in (select product_id from order_line where order_id = ${orderId})
      order by product_id for update`.execute(db)
  const { rows } = await sql<OpenLine>`
    select l.position, l.code, l.quantity, l.despatched_quantity as "despatchedQuantity", l.product_id as "productId",
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
