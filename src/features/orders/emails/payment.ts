import { z } from 'zod'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import type { Order } from '../order.ts'
import { linkVersion, penceAmount } from '../order-line-schema.ts'

/** What the e-mails say that ask for the rest of an order's price, and that it was paid. */
export const paymentFacts = z.object({
  reference: z.string(),
  linkVersion,
  name: z.string(),
  purchaseOrder: z.string(),
  /** What is to be paid, or was paid. */
  amount: penceAmount,
  /** Of the order, inc VAT. */
  total: penceAmount,
  /** Of the order's page. */
  url: z.string(),
})
export type PaymentFacts = z.output<typeof paymentFacts>

export const paymentRequestedKind = 'payment-requested'
export const paymentReceivedKind = 'payment-received'

type PaidOrder = Pick<Order, 'reference' | 'linkVersion' | 'contact' | 'purchaseOrder' | 'total'>

/** The e-mail with the payment link, for the outbox; the key allows one for each press or occasion. */
export const paymentRequestedEmail = (order: PaidOrder & Pick<Order, 'amountDue'>, key: string) => ({
  kind: paymentRequestedKind,
  recipient: order.contact.email,
  facts: toFacts(order, order.amountDue),
  dedupeKey: `${paymentRequestedKind}:${order.reference}:${key}`,
})

/** One for each payment. */
export const paymentReceivedEmail = (
  order: PaidOrder,
  { amount, transactionReference }: { amount: Pence; transactionReference: string },
) => ({
  kind: paymentReceivedKind,
  recipient: order.contact.email,
  facts: toFacts(order, amount),
  dedupeKey: `${paymentReceivedKind}:${transactionReference}`,
})

const toFacts = (
  { reference, linkVersion, contact, purchaseOrder, total }: PaidOrder,
  amount: Pence,
): z.input<typeof paymentFacts> => ({
  reference,
  linkVersion,
  name: contact.name,
  purchaseOrder,
  amount,
  total,
  url: `/order/${reference}/confirmation`,
})

export const paymentRequestedSubject = ({ reference, amount }: PaymentFacts, shopName: string): string =>
  `${formatPounds(amount)} to pay for your order ${reference} – ${shopName}`

export const paymentReceivedSubject = ({ reference, amount }: PaymentFacts, shopName: string): string =>
  `We have your payment of ${formatPounds(amount)} for order ${reference} – ${shopName}`
