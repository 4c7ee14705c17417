import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import type { OpenOrderLine } from './allocate.ts'
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
  requestKey: string
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
    select product_id, ${now}::timestamptz, ${change}::int, on_hand, ${reason}, ${note}, ${staffId}::int, ${requestKey}
    from changed returning on_hand as "onHand"`.execute(tx)
  return rows[0]!.onHand
}

export interface MovementByRequest {
  change: number
  onHand: number
  reason: MovementReason
  note: string
}

/** What this form has already changed. */
export async function findMovementByRequest(
  db: Db | Tx,
  productId: number,
  requestKey: string,
): Promise<MovementByRequest | null> {
  const { rows } = await sql<MovementByRequest>`
    select change, on_hand as "onHand", reason, note from stock_movement
    where request_key = ${requestKey} and product_id = ${productId}`.execute(db)
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

/** The open lines of these products' orders, the oldest order first. */
export async function listOpenOrderLines(
  db: Db | Tx,
  productIds: readonly number[],
): Promise<OpenOrderLine[]> {
  const { rows } = await sql<OpenOrderLine>`
    select l.product_id as "productId", l.quantity - l.despatched_quantity as open, o.id as "orderId", o.reference,
      l.position, l.code, l.title, o.on_stop as "isHeld", o.hold_reason as "holdReason", order_is_open(o.state) as "isUnfinished",
      order_is_despatchable(o.state) and not o.on_stop as "isReady",
      coalesce(c.name, o.contact->>'name', '') as customer, coalesce(o.placed_at, o.created_at) as since,
      o.delivery_date::text as "deliveryDate", l.later_quantity as "laterQuantity", l.lead_time as "leadTime"
    from order_line l join orders o on o.id = l.order_id left join company c on c.id = o.company_id
    where l.product_id = any(${productIds}::int[]) and l.despatched_quantity < l.quantity
      and o.kind = 'order' and order_holds_stock(o.state) and o.stock_released_at is null
    order by coalesce(o.placed_at, o.created_at), o.id, l.position`.execute(db)
  return rows
}

export async function getOnHand(db: Db | Tx, productIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ productId: number; onHand: number }>`
    select product_id as "productId", on_hand as "onHand" from stock
    where product_id = any(${productIds}::int[])`.execute(db)
  return new Map(rows.map(({ productId, onHand }) => [productId, onHand]))
}
