import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { formatStockVersion, type MovementReason, type StockProduct, type StorageDetails } from './stock.ts'

const stockProductColumns = sql`
  s.product_id as "productId", p.code, p.title, p.path, p.withdrawn, p.lead_time as "leadTime", s.on_hand as "onHand",
  s.allocated, s.available, s.bin, s.low_stock as "lowStock"`

const lastMovementColumn = sql`
  coalesce((select max(m.id) from stock_movement m where m.product_id = s.product_id), 0) as "lastMovementId"`

export async function findStockProduct(db: Db, code: string): Promise<StockProduct | null> {
  const { rows } = await sql<StockProduct>`
    select ${stockProductColumns}, ${lastMovementColumn}
    from product p join stock s on s.product_id = p.id where p.code = ${code}`.execute(db)
  return rows[0] ?? null
}

/** Locks the stock of a product. Its version is that of `formatStockVersion`. */
export async function lockStockProduct(
  tx: Tx,
  productId: number,
): Promise<StockProduct & { version: string }> {
  await sql`select from stock where product_id = ${productId} for update`.execute(tx)
  const { rows } = await sql<StockProduct>`
    select ${stockProductColumns}, ${lastMovementColumn}
    from product p join stock s on s.product_id = p.id where p.id = ${productId}`.execute(tx)
  const row = rows[0]!
  return { ...row, version: formatStockVersion(row.lastMovementId, row.onHand) }
}

export interface NewMovement {
  productId: number
  change: number
  reason: MovementReason
  note: string
  staffId: number
  /** Of a form: the same press twice adjusts once. */
  requestKey?: string
  now: Date
}

/** Changes what is on hand, and with it what is available. Returns what is on hand then. */
export async function insertMovement(tx: Tx, movement: NewMovement): Promise<number> {
  const { productId, change, reason, note, staffId, requestKey, now } = movement
  const { rows } = await sql<{ onHand: number }>`
    with changed as (
      update stock set on_hand = on_hand + ${change}::int, available = available + ${change}::int
      where product_id = ${productId} returning product_id, on_hand
    )
    insert into stock_movement (product_id, at, change, on_hand, reason, note, staff_id, request_key)
    select product_id, ${now}::timestamptz, ${change}::int, on_hand, ${reason}, ${note}, ${staffId}::int, ${requestKey ?? null}
    from changed returning on_hand as "onHand"`.execute(tx)
  return rows[0]!.onHand
}

/**
 * Puts pieces of an order back on hand, and so makes them available, with a movement for each product; locks their stock by
 * product id. The same product may be listed twice.
 */
export async function returnToStock(
  tx: Tx,
  orderId: number,
  pieces: readonly { productId: number; quantity: number }[],
  { note, staffId, now }: Pick<NewMovement, 'note' | 'staffId' | 'now'>,
): Promise<void> {
  const ids = pieces.map(({ productId }) => productId)
  await sql`select from stock where product_id = any(${ids}) order by product_id for update`.execute(tx)
  await sql`
    with back as (
      select product_id, sum(quantity)::int as quantity
      from unnest(${ids}::int[], ${pieces.map(({ quantity }) => quantity)}::int[]) as piece (product_id, quantity)
      group by product_id
    ), changed as (
      update stock s set on_hand = s.on_hand + back.quantity, available = s.available + back.quantity
      from back where s.product_id = back.product_id returning s.product_id, s.on_hand, back.quantity
    )
    insert into stock_movement (product_id, at, change, on_hand, reason, note, staff_id, order_id)
    select product_id, ${now}::timestamptz, quantity, on_hand, 'return', ${note}, ${staffId}::int, ${orderId}::bigint
    from changed order by product_id`.execute(tx)
}

/** What this form has already changed. */
export async function findMovementByRequest(
  tx: Tx,
  productId: number,
  requestKey: string,
): Promise<{ change: number; onHand: number } | null> {
  const { rows } = await sql<{ change: number; onHand: number }>`
    select change, on_hand as "onHand" from stock_movement
    where request_key = ${requestKey} and product_id = ${productId}`.execute(tx)
  return rows[0] ?? null
}

export async function updateStorage(
  tx: Tx,
  productId: number,
  { bin, lowStock }: StorageDetails,
): Promise<void> {
  await tx
    .updateTable('stock')
    .set({ bin, low_stock: lowStock })
    .where('product_id', '=', productId)
    .execute()
}

/** How many products have less available than their low-stock level. */
export async function countBelowLevel(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from stock
    where low_stock is not null and available < low_stock`.execute(db)
  return rows[0]!.count
}

// An order that has taken stock and not sent all of it.
const holdsGoods = sql`not l.is_ended and o.kind = 'order' and order_holds_stock(o.state) and o.stock_released_at is null`

/**
 * What a line can send of this many on hand: first what is set aside for it, then the oldest order first, as much as there
 * is. An order that may not go out is passed over, so that its goods do not wait in the warehouse while others could be
 * sent; once it is released it is first again (R-STOCK-7).
 */
export const getAllocatableSql = (onHand: RawBuilder<unknown>) => sql`case when is_ready
  then greatest(0, least(set_aside, ${onHand} - set_aside_before))
    + greatest(0, least(open - set_aside, ${onHand} - all_set_aside - remaining_before))
  else 0 end`

/**
 * The lines that have something to send of these products (a query of ids; null: of all), for queries of many orders: (order_id,
 * position, product_id, on_hand, open, set_aside, all_set_aside, allocatable, is_ready, since). `all_set_aside`: of the
 * product, for whatever order. `stock`: a table with the products' (product_id, on_hand).
 */
export const allocatableLinesSql = (
  products: RawBuilder<unknown> | null,
  stock: RawBuilder<unknown> = sql`stock`,
): RawBuilder<unknown> => sql`(
  select *, ${getAllocatableSql(sql.ref('on_hand'))} as allocatable
  from (
    select *, sum(set_aside) over (partition by product_id)::int as all_set_aside,
      (sum(set_aside) over oldest_first - set_aside)::int as set_aside_before,
      (sum(case when is_ready then open - set_aside else 0 end) over oldest_first
        - case when is_ready then open - set_aside else 0 end)::int as remaining_before
    from (
      select l.order_id, l.position, l.product_id, s.on_hand, l.quantity - l.despatched_quantity - l.withdrawn_quantity as open,
        least(l.set_aside_quantity, l.quantity - l.despatched_quantity - l.withdrawn_quantity) as set_aside,
        order_is_despatchable(o.state) and not o.on_stop as is_ready, coalesce(o.placed_at, o.created_at) as since
      from order_line l join orders o on o.id = l.order_id join ${stock} s on s.product_id = l.product_id
      where ${products === null ? sql`true` : sql`l.product_id = any(array(${products}))`} and l.despatched_quantity < l.quantity
        and l.despatched_quantity + l.withdrawn_quantity < l.quantity and ${holdsGoods}
    ) waiting
    window oldest_first as (partition by product_id order by since, order_id, position)
  ) allocated)`

/**
 * The lines with something to send of all products of which less is on hand than is allocated: (order_id, product_id,
 * open, set_aside, allocatable). Of a product with nothing on hand nothing can be sent, to whichever order: most short products
 * are such, and their orders need not be read. So orders that hold no stock may be among them.
 */
export const shortLinesSql = sql`
  with short_products as materialized (select product_id, on_hand from stock where is_short)
  select order_id, product_id, open, set_aside, allocatable
  from ${allocatableLinesSql(sql`select product_id from short_products where on_hand > 0`, sql`short_products`)} line
  union all select l.order_id, l.product_id, l.quantity - l.despatched_quantity - l.withdrawn_quantity, 0, 0
  from order_line l
  where l.product_id = any(array(select product_id from short_products where on_hand = 0))
    and l.despatched_quantity < l.quantity and l.despatched_quantity + l.withdrawn_quantity < l.quantity and not l.is_ended`

/**
 * Those of these products (a query of ids) of which less is on hand than is allocated: of all others each line that may go
 * out can send all that is open.
 */
export const shortProductsSql = (products: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select product_id from stock where is_short and product_id in (${products})`
