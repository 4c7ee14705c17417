import { sql } from 'kysely'
import type { Tx } from '../../../infra/app-context.ts'
import type { OrderLine } from '../order-line.ts'

export type StockLine = Pick<OrderLine, 'productId' | 'quantity'>

/** `laterQuantity`: pieces that were not promised from stock. */
export type PromisedStockLine = StockLine & Pick<OrderLine, 'laterQuantity'>

/** A product of which less is available than was ordered, or than was promised from stock. */
export interface StockShortage {
  productId: number
  available: number
  /** It can be ordered all the same, and is sent later than was promised. */
  backOrder: boolean
}

interface StockRow {
  productId: number
  available: number
  backOrder: boolean
}

/** Takes all of these lines from stock, or none of them: then it returns what is short. */
export async function takeStock(tx: Tx, lines: readonly PromisedStockLine[]): Promise<StockShortage[]> {
  const rows = await lockStock(
    tx,
    lines.map(line => line.productId),
  )
  const shortages = lines.flatMap(({ productId, quantity, laterQuantity }) => {
    const row = rows.find(stock => stock.productId === productId)
    const { available = 0, backOrder = false } = row ?? {}
    const needed = backOrder ? quantity - laterQuantity : quantity
    const isEnough = needed === 0 || available >= needed
    return isEnough ? [] : [{ productId, available: Math.max(0, available), backOrder }]
  })
  if (shortages.length === 0) await subtractStock(tx, lines)
  return shortages
}

/** Frees what is allocated to an order: all of it that has not been despatched. */
export async function freeStock(tx: Tx, orderId: number): Promise<void> {
  const { rows } = await sql<StockLine>`
    select product_id as "productId", sum(quantity - despatched_quantity - withdrawn_quantity)::int as quantity from order_line
    where order_id = ${orderId} group by product_id`.execute(tx)
  await lockStock(
    tx,
    rows.map(({ productId }) => productId),
  )
  await subtractStock(
    tx,
    rows.map(({ productId, quantity }) => ({ productId, quantity: -quantity })),
  )
}

// Always in the order of the products' ids: transactions that lock the same rows cannot deadlock.
async function lockStock(tx: Tx, productIds: number[]): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    select product_id as "productId", available, back_order as "backOrder" from stock
    where product_id = any(${productIds}) order by product_id for update`.execute(tx)
  return rows
}

async function subtractStock(tx: Tx, lines: readonly StockLine[]): Promise<void> {
  const sorted = lines.toSorted((a, b) => a.productId - b.productId)
  await sql`
    update stock s set available = s.available - line.quantity
    from unnest(${sorted.map(line => line.productId)}::int[], ${sorted.map(line => line.quantity)}::int[])
      as line (product_id, quantity)
    where s.product_id = line.product_id`.execute(tx)
}
