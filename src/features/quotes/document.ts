import { z } from 'zod'
import { formatAddressLines } from '../../lib/contact/address.ts'
import { toLondonTime } from '../../lib/dates.ts'
import { type BasisPoints, multiply, zero } from '../../lib/money.ts'
import { type ContactSentence, contactSentence } from '../../lib/shop-contact.ts'
import { getVatRate } from '../delivery/vat-rate.ts'
import { orderLine, penceAmount } from '../orders/emails/payload-parts.ts'
import type { Order, OrderTotals } from '../orders/order.ts'
import type { OrderLine } from '../orders/order-line.ts'
import { calculateOfferTotals, getLastDay, type Offer } from './offer.ts'

/** How to order a quote without an account that can load it. */
export const toOrderSentence = (reference: string): ContactSentence =>
  contactSentence(
    `To order, call {phone} and quote reference ${reference}.`,
    `To order, reply to our email and quote reference ${reference}.`,
  )

/** A quotation as it is sent: the outbox keeps it for the e-mail and its PDF. Money in pence, ex VAT but `vat`, `total`. */
export const quoteDocument = z.object({
  id: z.int(),
  reference: z.string(),
  /** Of the requester. */
  name: z.string(),
  /** Of who gets the e-mail, when it is somebody else; else ''. */
  recipientName: z.string().default(''),
  /** '' without a company account. */
  company: z.string(),
  accountNumber: z.string(),
  purchaseOrder: z.string(),
  /** ISO instant of pricing, and the last day it holds (ISO date). */
  pricedAt: z.string(),
  validUntil: z.string(),
  lines: z.array(orderLine.omit({ productId: true })),
  goods: penceAmount,
  /** How the goods are sent; or ''. */
  deliveryTitle: z.string().default(''),
  deliveryCost: penceAmount,
  vatRateBp: z.int(),
  vat: penceAmount,
  total: penceAmount,
  note: z.string(),
  /** What the customer wrote to the request. */
  requestNote: z.string().default(''),
  delivery: z.array(z.string()),
  billing: z.array(z.string()),
  /** The customer has an account that can load the quote at the checkout. */
  canOrder: z.boolean(),
  /** Staff made it for a customer without an account: the e-mail has a link that opens it. */
  hasLink: z.boolean().default(false),
})
export type QuoteDocument = z.output<typeof quoteDocument>

/** VAT at the address of the request; another address at the checkout may change it. */
export const getQuoteVatRate = ({ delivery }: Pick<Order, 'delivery'>): BasisPoints =>
  getVatRate(delivery.country, delivery.postcode)

export function toQuoteDocument(
  order: Order,
  offer: Offer,
  company: { name: string; accountNumber: string } | null,
): QuoteDocument {
  const vatRate = getQuoteVatRate(order)
  const lines = toOfferedLines(order.lines, offer)
  const totals = calculateOfferTotals(lines, offer.deliveryCost, vatRate)
  return {
    id: order.id,
    reference: order.reference,
    name: order.contact.name,
    recipientName: '',
    company: company?.name ?? '',
    accountNumber: company?.accountNumber ?? '',
    purchaseOrder: order.purchaseOrder,
    pricedAt: offer.pricedAt.toISOString(),
    validUntil: getLastDay(offer.expiresAt),
    lines,
    goods: totals.subtotal,
    deliveryTitle: offer.deliveryTitle,
    deliveryCost: offer.deliveryCost,
    vatRateBp: vatRate,
    vat: totals.vat,
    total: totals.total,
    note: offer.note,
    requestNote: order.quoteNote,
    delivery: formatAddressLines(order.delivery),
    billing: formatAddressLines(order.billing),
    canOrder: order.personId !== null,
    hasLink: order.personId === null && order.isPrepared,
  }
}

/** A quote has no vouchers. */
export function toQuotedTotals({ goods, deliveryCost, vat, vatRateBp, total }: QuoteDocument): OrderTotals {
  return { subtotal: goods, discount: zero, vouchers: [], deliveryCost, vat, vatRateBp, total }
}

/** The lines of a request at the prices that staff offer. */
export const toOfferedLines = (lines: readonly OrderLine[], { prices }: Offer): OrderLine[] =>
  lines.map((line, index) => {
    const unitPrice = prices[index]!
    return { ...line, unitPrice, lineTotal: multiply(unitPrice, line.quantity) }
  })

/** The calendar day of pricing in London. */
export const getPricingDay = ({ pricedAt }: Pick<QuoteDocument, 'pricedAt'>) =>
  toLondonTime(new Date(pricedAt)).date
