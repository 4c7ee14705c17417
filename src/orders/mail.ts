import { z } from 'zod'
import type { Pence } from '../shared/money.ts'

const amount = z.int().transform(value => value as Pence)

/** Where it goes, or where it waits for who fetches it. */
export const handover = z.object({
  name: z.enum(['Deliver to', 'To collect from']),
  lines: z.array(z.string()),
})

/** What the letter 'order received' tells: the order as it was stored. Money in pence, all ex VAT but the total. */
export const orderReceivedFacts = z.object({
  reference: z.string(),
  name: z.string(),
  lines: z.array(z.object({ code: z.string(), title: z.string(), quantity: z.int(), lineTotal: amount })),
  subtotal: amount,
  /** What vouchers take off, positive. */
  discount: amount,
  /** Null: the carriage is still to be quoted. */
  carriage: amount.nullable(),
  vat: amount,
  total: amount,
  handover,
  /** 'Tuesday 24 November, next working day'. */
  deliveryText: z.string(),
  /** 'Card', 'On account'. */
  method: z.string(),
  purchaseOrder: z.string(),
  /** From the root: '/order/FH…/confirmation'. */
  url: z.string(),
  /** An order that is got ready, one that is held because the account is on stop, or a request for a quote. */
  outcome: z.enum(['placed', 'held', 'quote_requested']).default('placed'),
})
export type OrderReceivedFacts = z.output<typeof orderReceivedFacts>

export const orderReceivedKind = 'order-received'

/** The mail to put into the outbox with the order: one for each order, however often it is asked for. */
export function orderReceivedMail(recipient: string, facts: z.input<typeof orderReceivedFacts>) {
  return {
    kind: orderReceivedKind,
    recipient,
    facts,
    dedupeKey: `${orderReceivedKind}:${facts.reference}`,
  }
}

export function orderReceivedSubject(facts: OrderReceivedFacts, shopName: string): string {
  return facts.outcome === 'quote_requested'
    ? `Your request ${facts.reference} for a quote – ${shopName}`
    : `Order ${facts.reference} received – ${shopName}`
}
