import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { execute, findRow, getRow, getValue, listValues } from '../../infra/database/query.ts'
import { formatStockVersion, type MovementReason, type StockProduct, type StorageDetails } from './stock.ts'

const stockProductColumns = sql`
  s.product_id as "productId", p.code, p.title, p.path, p.withdrawn, p.lead_time as "leadTime", s.on_hand as "onHand",
  s.allocated, s.available, s.bin, s.low_stock as "lowStock"`

const lastMovementColumn = sql`
  coalesce((select max(m.id) from stock_movement m where m.product_id = s.product_id), 0) as "lastMovementId"`

export const findStockProduct = (db: Db, code: string): Promise<StockProduct | null> =>
  findRow(db)<StockProduct>`
    select ${stockProductColumns}, ${lastMovementColumn}
    from product p join stock s on s.product_id = p.id where p.code = ${code}`

/** Locks the stock of a product. Its version is that of `formatStockVersion`. */
export async function lockStockProduct(
  tx: Tx,
  productId: number,
): Promise<StockProduct & { version: string }> {
  await sql`select from stock where product_id = ${productId} for update`.execute(tx)
  const row = await getRow(tx)<StockProduct>`
    select ${stockProductColumns}, ${lastMovementColumn}
    from product p join stock s on s.product_id = p.id where p.id = ${productId}`
  return { ...row, version: formatStockVersion(row.lastMovementId, row.onHand) }
}

interface NewMovement {
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
  return getValue(tx)<number>`
    with changed as (
      update stock set on_hand = on_hand + ${change}::int, available = available + ${change}::int
      where product_id = ${productId} returning product_id, on_hand
    )
    insert into stock_movement (product_id, at, change, on_hand, reason, note, staff_id, request_key)
    select product_id, ${now}::timestamptz, ${change}::int, on_hand, ${reason}, ${note}, ${staffId}::int, ${requestKey ?? null}
    from changed returning on_hand as "onHand"`
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
export const findMovementByRequest = (tx: Tx, productId: number, requestKey: string) =>
  findRow(tx)<{ change: number; onHand: number }>`
    select change, on_hand as "onHand" from stock_movement
    where request_key = ${requestKey} and product_id = ${productId}`

export const updateStorage = (tx: Tx, productId: number, { bin, lowStock }: StorageDetails): Promise<void> =>
  execute(tx)`update stock set bin = ${bin}, low_stock = ${lowStock} where product_id = ${productId}`

export const countBelowLevel = (db: Db): Promise<number> =>
  getValue(db)<number>`
    select count(*)::int as count from stock
    where low_stock is not null and available < low_stock`

/** The product with exactly this key, else those whose number begins with it. */
export async function listProductIdsOfNumber(db: Db, key: string, limit: number): Promise<number[]> {
  if (key === '') return []
  return listValues(db)<number>`
    with matches as materialized (
      select id, code_key from product where code_key >= ${key} and code_key < ${`${key}[`} order by code_key limit ${limit}
    )
    select id from matches where code_key = ${key} or not exists (select from matches where code_key = ${key})`
}
