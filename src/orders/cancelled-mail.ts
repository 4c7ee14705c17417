import { z } from 'zod'
import { type Pence, showPounds } from '../shared/money.ts'
import type { Order } from './order.ts'

const amount = z.int().transform(value => value as Pence)

/** What the letter 'order cancelled' tells. Money in pence, ex VAT but the total. */
export const orderCancelledFacts = z.object({
  reference: z.string(),
  name: z.string(),
  lines: z.array(z.object({ code: z.string(), title: z.string(), quantity: z.int(), lineTotal: amount })),
  total: amount,
  /** Why, in the words of who cancelled it. */
  reason: z.string(),
  /** What goes back to the card; 0: nothing was taken from one. */
  moneyBack: amount,
  purchaseOrder: z.string(),
})
export type OrderCancelledFacts = z.output<typeof orderCancelledFacts>

export const orderCancelledKind = 'order-cancelled'

/** The mail to put into the outbox when a placed order is cancelled: one for each order. */
export function orderCancelledMail(order: Order, reason: string, moneyBack: Pence) {
  const facts: z.input<typeof orderCancelledFacts> = {
    reference: order.reference,
    name: order.contact.name,
    lines: order.lines.map(({ code, title, quantity, lineTotal }) => ({ code, title, quantity, lineTotal })),
    total: order.total,
    reason,
    moneyBack,
    purchaseOrder: order.purchaseOrder,
  }
  const dedupeKey = `${orderCancelledKind}:${order.reference}`
  return { kind: orderCancelledKind, recipient: order.contact.email, facts, dedupeKey }
}

export function orderCancelledSubject({ reference }: OrderCancelledFacts, shopName: string): string {
  return `Order ${reference} was cancelled – ${shopName}`
}

/** What the customer needs to know about his money. */
export function moneyWords({ moneyBack }: OrderCancelledFacts): string {
  return moneyBack > 0
    ? `${showPounds(moneyBack)} goes back to the card you paid with. It may take your bank up to five working days to show it.`
    : 'Nothing is owed for this order.'
}
