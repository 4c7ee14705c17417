import { createHash } from 'node:crypto'
import type { Tx } from '../../../infra/app-context.ts'
import { isRecord } from '../../../lib/contact/address.ts'
import {
  addSession,
  lockOrder,
  type Order,
  type OrderSource,
  retakeStock,
  type StockShortage,
} from '../../orders/service.ts'
import { isOrderOpen } from '../../orders/states.ts'
import { type PreparedPayment, preparePayment } from '../../payments/service.ts'
import type { CheckoutDraft } from '../draft/draft.ts'
import type { CheckoutDeps } from '../service.ts'
import type { CheckoutSource } from '../source.server.ts'

/** The order that a final send has created, or that an earlier one created before. */
export interface CreatedOrder {
  ok: true
  order: Order
  payment: PreparedPayment | null
}

/**
 * Idempotency key of a final send: a send of the same customer with the same draft for the same source is a repetition
 * (two head buyers who order the same request are not one). The lines are not
 * part of it: a changed basket is another request only because each change of what an order copies from it (lines,
 * quantities, vouchers) raises `basket.version`, which `createOrder` compares too.
 */
export function hashRequest(
  origin: OrderSource,
  { key }: CheckoutSource,
  draft: CheckoutDraft,
  personId: number | null,
): string {
  const source = 'basketId' in origin ? origin.basketId : key
  return createHash('sha256')
    .update(JSON.stringify([source, draft, personId], sortKeys))
    .digest('hex')
}

// A stored draft comes back from the database with its keys in another order.
function sortKeys(_key: string, value: unknown): unknown {
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
}

/**
 * Answers a repeated send with the order of the first one, and with its card form while it awaits payment. What is short
 * instead, when the stock of the order was released meanwhile and is gone.
 */
export async function reuseOrder(
  tx: Tx,
  { payments }: CheckoutDeps,
  orderId: number,
  sessionHash: Buffer,
): Promise<CreatedOrder | StockShortage[]> {
  const order = (await lockOrder(tx, orderId))!
  const shortages = isOrderOpen(order.state) ? await retakeStock(tx, order) : []
  if (shortages.length > 0) return shortages
  // Two clicks of a browser that has no session yet create two sessions, and the browser keeps the cookie of the response
  // that arrives last, which may be either. Both see the order: who sends the whole draft again knows it already.
  await addSession(tx, orderId, sessionHash)
  const needsPayment = order.state === 'awaiting_payment'
  const payment = needsPayment && payments ? await preparePayment(payments, tx, order) : null
  return { ok: true, order, payment }
}
