import { sql } from 'kysely'
import type { Tx } from '../../../infra/app-context.ts'
import { selectRows } from '../../../infra/database/query.ts'
import { findLongestLeadTime } from '../../../lib/availability.ts'
import { formatChosenDelivery, toDeliveryWithoutDate } from '../../delivery/chosen-delivery.ts'
import type { Order } from '../order.ts'
import type { OrderLine } from '../order-line.ts'

/** A product of which less is available than was ordered, or than was promised from stock. */
export interface StockShortage {
  productId: number
  available: number
  /** It can be ordered all the same, and is sent later than was promised. */
  backOrder: boolean
}

/** Takes all of these lines from stock, or none of them: then it returns what is short. */
export async function takeStock(
  tx: Tx,
  lines: readonly Pick<OrderLine, 'productId' | 'quantity' | 'laterQuantity'>[],
): Promise<StockShortage[]> {
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
  const rows = await selectRows(tx)<Pick<OrderLine, 'productId' | 'quantity'>>`
    select product_id as "productId", sum(quantity - despatched_quantity - withdrawn_quantity)::int as quantity from order_line
    where order_id = ${orderId} group by product_id`
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
const lockStock = (tx: Tx, productIds: number[]): Promise<StockShortage[]> =>
  selectRows(tx)<StockShortage>`
    select product_id as "productId", available, back_order as "backOrder" from stock
    where product_id = any(${productIds}) order by product_id for update`

async function subtractStock(
  tx: Tx,
  lines: readonly Pick<OrderLine, 'productId' | 'quantity'>[],
): Promise<void> {
  const sorted = lines.toSorted((a, b) => a.productId - b.productId)
  await sql`
    update stock s set available = s.available - line.quantity
    from unnest(${sorted.map(line => line.productId)}::int[], ${sorted.map(line => line.quantity)}::int[])
      as line (product_id, quantity)
    where s.product_id = line.product_id`.execute(tx)
}

/**
 * Takes the stock of an order that gave it back before; returns what is short. What of it may be ordered back and has gone
 * meanwhile is recorded as sent later, so that the order promises no day for it (R-DELIVERY-10).
 */
export async function takeStockAgain(tx: Tx, order: Order): Promise<StockShortage[]> {
  const shortages = await takeStock(
    tx,
    order.lines.map(line => ({ ...line, laterQuantity: line.quantity })),
  )
  if (shortages.length > 0) return shortages
  const lateLines = await recordLateLines(tx, order.id)
  if (lateLines.length > 0) await reviseDelivery(tx, order, lateLines)
  return []
}

type LateQuantity = Pick<OrderLine, 'laterQuantity' | 'leadTime'> & { position: number }

/** The lines of which more is late now than when they were saved. The stock is taken already. */
const recordLateLines = (tx: Tx, orderId: number): Promise<LateQuantity[]> =>
  selectRows(tx)<LateQuantity>`
    update order_line l set later_quantity = least(l.quantity, -s.available), lead_time = p.lead_time
    from stock s join product p on p.id = s.product_id
    where l.order_id = ${orderId} and s.product_id = l.product_id and least(l.quantity, -s.available) > l.later_quantity
    returning l.position, l.later_quantity as "laterQuantity", l.lead_time as "leadTime"`

// What is there is still sent first, unless the customer wants everything at once.
async function reviseDelivery(tx: Tx, order: Order, lateLines: readonly LateQuantity[]): Promise<void> {
  const lines = order.lines.map((line, index) => ({
    ...line,
    ...lateLines.find(({ position }) => position === index + 1),
  }))
  const isPart = lines.some(({ quantity, laterQuantity }) => laterQuantity < quantity)
  if (isPart && order.consignments !== 'together') {
    await tx.updateTable('orders').set({ consignments: 'split' }).where('id', '=', order.id).execute()
    return
  }
  const backOrderedLines = lines.filter(({ laterQuantity }) => laterQuantity > 0)
  const noDate = toDeliveryWithoutDate(
    order,
    findLongestLeadTime(backOrderedLines.map(({ leadTime }) => leadTime)),
  )
  await tx
    .updateTable('orders')
    .set({
      delivery_date: null,
      delivery_title: formatChosenDelivery({ ...order, ...noDate }),
      delivery_facts: JSON.stringify(noDate.deliveryFacts),
      ...(!isPart && { consignments: null }),
    })
    .where('id', '=', order.id)
    .execute()
}
