import { z } from 'zod'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import { type Order, pickTotals } from '../order.ts'
import { emailLine, linkVersion, penceAmount } from '../order-line-schema.ts'
import { itemisedTotals } from './order-received.ts'

/** What the e-mail 'order cancelled' says. Money in pence, ex VAT but the total. */
export const orderCancelledFacts = z.object({
  reference: z.string(),
  linkVersion,
  name: z.string(),
  lines: z.array(emailLine),
  total: penceAmount,
  totals: itemisedTotals,
  /** As staff wrote it. */
  reason: z.string(),
  /** What is refunded to the card; 0: nothing was taken from one. */
  moneyBack: penceAmount,
  purchaseOrder: z.string(),
  /** 'CN-000007': it was invoiced before; null: it was not. */
  creditNote: z.string().nullable().default(null),
})
export type OrderCancelledFacts = z.output<typeof orderCancelledFacts>

export const orderCancelledKind = 'order-cancelled'

/** The e-mail for the outbox when staff cancel a placed order; its key allows one for each order. */
export function orderCancelledEmail(
  order: Order,
  reason: string,
  moneyBack: Pence,
  creditNote: string | null = null,
) {
  const { reference, contact, lines, total, purchaseOrder } = order
  const facts: z.input<typeof orderCancelledFacts> = {
    reference,
    linkVersion: order.linkVersion,
    name: contact.name,
    lines,
    total,
    totals: pickTotals(order),
    reason,
    moneyBack,
    purchaseOrder,
    creditNote,
  }
  const dedupeKey = `${orderCancelledKind}:${reference}`
  return { kind: orderCancelledKind, recipient: contact.email, facts, dedupeKey }
}

export function orderCancelledSubject({ reference }: OrderCancelledFacts, shopName: string): string {
  return `Order ${reference} was cancelled – ${shopName}`
}

/** What happens to the customer's money. */
export function formatMoneyBack({ moneyBack }: OrderCancelledFacts): string {
  return moneyBack > 0
    ? `${formatPounds(moneyBack)} will be refunded to the card you paid with. It may take your bank up to five working days to show it.`
    : 'There is nothing to pay for this order.'
}
