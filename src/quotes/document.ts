import { z } from 'zod'
import { getVatRate } from '../delivery/vat-rate.ts'
import { labelOf, type Order } from '../orders/order.ts'
import { londonTime } from '../shared/dates.ts'
import { type BasisPoints, type Pence, times } from '../shared/money.ts'
import { lastDayOf, type Offer, offerTotals } from './offer.ts'

const amount = z.int().transform(value => value as Pence)

/** A quotation as it was sent: of this its letter and its PDF are made, whenever that is. Money in pence, ex VAT but `vat`, `total`. */
export const quoteDocument = z.object({
  id: z.int(),
  reference: z.string(),
  name: z.string(),
  /** '' for who has no company account. */
  company: z.string(),
  accountNumber: z.string(),
  purchaseOrder: z.string(),
  /** ISO instant of pricing, and the last day it holds (ISO date). */
  pricedAt: z.string(),
  validUntil: z.string(),
  lines: z.array(
    z.object({
      code: z.string(),
      title: z.string(),
      quantity: z.int(),
      unitPrice: amount,
      lineTotal: amount,
    }),
  ),
  goods: amount,
  carriage: amount,
  vatRateBp: z.int(),
  vat: amount,
  total: amount,
  note: z.string(),
  /** The lines of the address labels. */
  delivery: z.array(z.string()),
  billing: z.array(z.string()),
  /** He has an account, so he can order it at the checkout. */
  canOrder: z.boolean(),
})
export type QuoteDocument = z.output<typeof quoteDocument>

export type Quoted = Pick<
  Order,
  'id' | 'reference' | 'contact' | 'personId' | 'purchaseOrder' | 'lines' | 'delivery' | 'billing'
>

/** VAT as it is at the address of the request; at the checkout another address may change it. */
export const vatRateOf = ({ delivery }: Pick<Order, 'delivery'>): BasisPoints =>
  getVatRate(delivery.country, delivery.postcode)

export function documentOf(
  order: Quoted,
  offer: Offer,
  company: { name: string; accountNumber: string } | null,
): QuoteDocument {
  const vatRate = vatRateOf(order)
  const prices = order.lines.map(
    (_, index) => offer.lines.find(({ position }) => position === index + 1)!.unitPrice,
  )
  const totals = offerTotals(order.lines, prices, offer.carriage, vatRate)
  return {
    id: order.id,
    reference: order.reference,
    name: order.contact.name,
    company: company?.name ?? '',
    accountNumber: company?.accountNumber ?? '',
    purchaseOrder: order.purchaseOrder,
    pricedAt: offer.pricedAt.toISOString(),
    validUntil: lastDayOf(offer.expiresAt),
    lines: order.lines.map(({ code, title, quantity }, index) => ({
      code,
      title,
      quantity,
      unitPrice: prices[index]!,
      lineTotal: times(prices[index]!, quantity),
    })),
    goods: totals.subtotal,
    carriage: offer.carriage,
    vatRateBp: vatRate,
    vat: totals.vat,
    total: totals.total,
    note: offer.note,
    delivery: labelOf(order.delivery),
    billing: labelOf(order.billing),
    canOrder: order.personId !== null,
  }
}

/** The calendar day of pricing in London. */
export const pricedOn = ({ pricedAt }: Pick<QuoteDocument, 'pricedAt'>) => londonTime(new Date(pricedAt)).date
