import { formatAddressLines } from '../../../lib/contact/address.ts'
import { formatDate, formatDateOf, type IsoDate } from '../../../lib/dates.ts'
import type { Pence } from '../../../lib/money.ts'
import { contactSentence, type Sentence } from '../../../lib/shop-contact.ts'
import { formatGoods } from '../../../lib/text.ts'
import { exportNotice } from '../../delivery/vat-rate.ts'
import { type Order, pickTotals } from '../../orders/order.ts'
import { type CatalogueEntry, linkLines, type OrderLine } from '../../orders/order-line.ts'
import { getQuoteVatRate, toOfferedLines, toQuoteDocument, toQuotedTotals } from '../document.ts'
import { askAgainUrl, orderQuoteUrl, quotePdfUrl, quoteUrl } from '../links.ts'
import { calculateOfferTotals, getLastDay, type Offer } from '../offer.ts'
import { getEffectiveState, getStateDescription, type QuoteState } from '../quote.ts'

export interface ListedQuote extends Pick<Order, 'id' | 'reference' | 'purchaseOrder' | 'delivery'> {
  state: QuoteState
  requestedAt: Date
  isOwn: boolean
  /** The requester has left the company: its head buyers can order it. */
  hasRequesterLeft: boolean
  buyer: string
  expiresAt: Date | null
  /** Null before it is priced. */
  deliveryCost: Pence | null
  lines: (Pick<OrderLine, 'title' | 'quantity'> & { offeredPrice: Pence | null })[]
}

export interface RequestedQuote {
  id: number
  requestedAt: Date
  /** False: a colleague's, which a head buyer sees. */
  isOwn: boolean
  /** The requester has left the company: its head buyers can order it. */
  hasRequesterLeft: boolean
  /** In the order of the lines. */
  products: CatalogueEntry[]
  /** Reference of the order or approval request that was made from it. */
  orderedAs: string | null
  /** '' unless it was withdrawn. */
  withdrawnWhy: string
}

export type QuoteRow = ReturnType<typeof toQuoteRow>

export function toQuoteRow(quote: ListedQuote, now: Date) {
  const { reference, lines, expiresAt, deliveryCost, purchaseOrder } = quote
  const state = getEffectiveState(quote.state, expiresAt, now)
  const priced = lines.flatMap(({ quantity, offeredPrice: unitPrice }) =>
    unitPrice === null ? [] : { quantity, unitPrice },
  )
  const isPriced = deliveryCost !== null && priced.length === lines.length
  return {
    reference,
    url: quoteUrl(reference),
    date: formatDateOf(quote.requestedAt),
    goods: formatGoods(lines[0]?.title ?? '', lines.length),
    /** Of a colleague; null: the viewer. */
    buyer: quote.isOwn ? null : quote.buyer,
    purchaseOrder,
    state: getStateDescription(state, 'buyer'),
    /** The last day it can be ordered, while it can. */
    validUntil: state === 'quote_approved' && expiresAt ? formatDate(getLastDay(expiresAt)) : null,
    /** Inc VAT; null before it is priced. */
    total: isPriced ? calculateOfferTotals(priced, deliveryCost, getQuoteVatRate(quote)).total : null,
    ...toActions(quote, state, isPriced),
  }
}

export type QuoteView = ReturnType<typeof toQuoteView>

export function toQuoteView(order: Order, offer: Offer | null, requested: RequestedQuote, now: Date) {
  const { reference } = order
  const state = getEffectiveState(order.state as QuoteState, offer?.expiresAt ?? null, now)
  const quote = offer && toQuoteDocument(order, offer, null)
  const lastDay = offer && getLastDay(offer.expiresAt)
  return {
    reference,
    date: formatDateOf(requested.requestedAt),
    state: getStateDescription(state, 'buyer'),
    message: getStateMessage(state, lastDay, requested.withdrawnWhy),
    isPriced: quote !== null,
    lines: linkLines(offer ? toOfferedLines(order.lines, offer) : order.lines, requested.products),
    totals: quote ? toQuotedTotals(quote) : pickTotals(order),
    /** Of the shop; `requestNote` is the customer's. */
    note: offer?.note ?? '',
    deliveryTitle: offer?.deliveryTitle ?? '',
    delivery: formatAddressLines(order.delivery),
    billing: formatAddressLines(order.billing),
    purchaseOrder: order.purchaseOrder,
    requestNote: order.quoteNote,
    vatNote: getQuoteVatRate(order) === 0 ? exportNotice : null,
    /** Of a colleague; null: the viewer. */
    buyer: requested.isOwn ? null : order.contact.name,
    buyerNote: requested.isOwn ? null : formatBuyerNote(order.contact.name, requested),
    ...toActions({ ...requested, reference }, state, quote !== null),
    orderedUrl: requested.orderedAs && `/account/orders/${requested.orderedAs}`,
  }
}

/** What the viewer can do about a quote: a colleague's can only be read, unless the colleague has left (R-QUOTE-9). */
function toActions(
  quote: Pick<ListedQuote, 'id' | 'reference' | 'isOwn' | 'hasRequesterLeft'>,
  state: QuoteState,
  isPriced: boolean,
) {
  const { id, reference, isOwn, hasRequesterLeft } = quote
  const hasEnded = state === 'quote_expired' || state === 'cancelled'
  return {
    orderUrl: (isOwn || hasRequesterLeft) && state === 'quote_approved' ? orderQuoteUrl(id) : null,
    askAgainUrl: isOwn && hasEnded ? askAgainUrl(reference) : null,
    pdfUrl: isPriced && hasPdf(state) ? quotePdfUrl(reference) : null,
  }
}

const formatBuyerNote = (buyer: string, { hasRequesterLeft }: RequestedQuote): string =>
  hasRequesterLeft
    ? `${buyer} no longer orders for your company, so you can order it.`
    : `${buyer} can order it.`

/** A quotation that was withdrawn, or not priced yet, has no PDF. */
export const hasPdf = (state: QuoteState): boolean => state !== 'quote_requested' && state !== 'cancelled'

const takenBackMessage = contactSentence(
  'We have withdrawn this quote. Please call us if you weren’t expecting that.',
  'We have withdrawn this quote.',
)

function getStateMessage(state: QuoteState, lastDay: IsoDate | null, withdrawnWhy: string): Sentence {
  const day = lastDay && formatDate(lastDay)
  const messages: Record<QuoteState, Sentence> = {
    quote_requested: 'We’re working out your prices and will email you when they’re ready.',
    quote_approved: `These prices are valid until the end of ${day}. Nothing is ordered until you accept.`,
    quote_expired: `These prices were valid until the end of ${day}. Ask again, or order at today’s prices.`,
    quote_accepted: 'You ordered at these prices. A quote can only be ordered once.',
    cancelled: withdrawnWhy || takenBackMessage,
  }
  return messages[state]
}
