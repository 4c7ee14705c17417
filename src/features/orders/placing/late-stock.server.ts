import { sql } from 'kysely'
import type { Tx } from '../../../infra/app-context.ts'
import { findLongestLeadTime } from '../../../lib/availability.ts'
import { formatChosenDelivery, toDeliveryWithoutDate } from '../../delivery/chosen-delivery.ts'
import type { Order } from '../order.ts'
import type { OrderLine } from '../order-line.ts'
import { type StockShortage, takeStock } from './stock.server.ts'

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

type LateLine = Pick<OrderLine, 'laterQuantity' | 'leadTime'> & { position: number }

/** The lines of which more is late now than when they were saved. The stock is taken already. */
async function recordLateLines(tx: Tx, orderId: number): Promise<LateLine[]> {
  const { rows } = await sql<LateLine>`
    update order_line l set later_quantity = least(l.quantity, -s.available), lead_time = p.lead_time
    from stock s join product p on p.id = s.product_id
    where l.order_id = ${orderId} and s.product_id = l.product_id and least(l.quantity, -s.available) > l.later_quantity
    returning l.position, l.later_quantity as "laterQuantity", l.lead_time as "leadTime"`.execute(tx)
  return rows
}

// What is there is still sent first, unless the customer wants everything at once.
async function reviseDelivery(tx: Tx, order: Order, lateLines: readonly LateLine[]): Promise<void> {
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
