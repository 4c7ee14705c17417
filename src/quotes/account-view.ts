import { exportNotice } from '../delivery/vat-rate.ts'
import { labelOf, type Order } from '../orders/order.ts'
import { type IsoDate, londonTime, showDate } from '../shared/dates.ts'
import { type Pence, sum } from '../shared/money.ts'
import type { AskedQuote, ListedQuote } from './account-quote.ts'
import { documentOf, vatRateOf } from './document.ts'
import { askAgainUrl, orderQuoteUrl, quotePdfUrl, quoteUrl } from './links.ts'
import { lastDayOf, type Offer, offerTotals } from './offer.ts'
import { type QuoteState, quoteStateWords, standsAs } from './quote.ts'

interface StateView {
  text: string
  tone: 'good' | 'waiting' | 'ended'
}

export interface QuoteRow {
  reference: string
  url: string
  /** '24 November 2026'. */
  date: string
  goods: string
  purchaseOrder: string
  state: StateView
  /** The last day it can be ordered, while it can. */
  validUntil: string | null
  /** Inc VAT; null before it is priced. */
  total: Pence | null
}

export function rowOf(quote: ListedQuote, now: Date): QuoteRow {
  const { reference, lines, expiresAt, carriage, purchaseOrder } = quote
  const state = standsAs(quote.state, expiresAt, now)
  const prices = lines.flatMap(({ unitPrice }) => unitPrice ?? [])
  const isPriced = carriage !== null && prices.length === lines.length
  const first = lines[0]?.title ?? ''
  return {
    reference,
    url: quoteUrl(reference),
    date: showDay(quote.askedAt),
    goods: lines.length > 1 ? `${first} and ${lines.length - 1} more` : first,
    purchaseOrder,
    state: stateOf(state),
    validUntil: state === 'quote_approved' && expiresAt ? showDate(lastDayOf(expiresAt)) : null,
    total: isPriced ? offerTotals(lines, prices, carriage, vatRateOf(quote)).total : null,
  }
}

export interface QuoteView {
  reference: string
  date: string
  state: StateView
  /** What it means for the buyer, a sentence or two. */
  told: string
  /** '20 December 2026'; null before it is priced. */
  validUntil: string | null
  isPriced: boolean
  lines: {
    code: string
    title: string
    /** Null: it is sold no more. */
    url: string | null
    image: string | null
    quantity: number
    /** Ex VAT: the price offered, before that the one of the request. */
    unitPrice: Pence
    total: Pence
  }[]
  totals: { subtotal: Pence; discount: Pence; carriage: Pence | null; vat: Pence; total: Pence }
  note: string
  delivery: string[]
  billing: string[]
  purchaseOrder: string
  vatNote: string | null
  pdfUrl: string | null
  /** The checkout that loads it, while it can be ordered. */
  orderUrl: string | null
  /** Puts its lines into the basket, once it can't be ordered any more. */
  askAgainUrl: string | null
  orderedUrl: string | null
}

export function viewOf(order: Order, offer: Offer | null, asked: AskedQuote, now: Date): QuoteView {
  const { reference } = order
  const state = standsAs(order.state as QuoteState, offer?.expiresAt ?? null, now)
  const quote = offer && documentOf(order, offer, null)
  const lastDay = offer && lastDayOf(offer.expiresAt)
  return {
    reference,
    date: showDay(asked.askedAt),
    state: stateOf(state),
    told: toldOf(state, { lastDay, asked }),
    validUntil: lastDay && showDate(lastDay),
    isPriced: quote !== null,
    lines: (quote ?? order).lines.map((line, index) => {
      const { path, image, forSale } = asked.goods[index]!
      const { code, title, quantity, unitPrice, lineTotal } = line
      return { code, title, url: forSale ? `/${path}` : null, image, quantity, unitPrice, total: lineTotal }
    }),
    totals: quote
      ? {
          subtotal: quote.goods,
          discount: sum([]),
          carriage: quote.carriage,
          vat: quote.vat,
          total: quote.total,
        }
      : order,
    note: offer?.note ?? '',
    delivery: labelOf(order.delivery),
    billing: labelOf(order.billing),
    purchaseOrder: order.purchaseOrder,
    vatNote: vatRateOf(order) === 0 ? exportNotice : null,
    pdfUrl: quote && hasPdf(state) ? quotePdfUrl(reference) : null,
    orderUrl: state === 'quote_approved' ? orderQuoteUrl(order.id) : null,
    askAgainUrl: state === 'quote_expired' || state === 'cancelled' ? askAgainUrl(reference) : null,
    orderedUrl: asked.orderedAs && `/account/orders/${asked.orderedAs}`,
  }
}

/** A quotation that was taken back, or never made, is no document. */
export const hasPdf = (state: QuoteState): boolean => state !== 'quote_requested' && state !== 'cancelled'

function toldOf(
  state: QuoteState,
  { lastDay, asked }: { lastDay: IsoDate | null; asked: AskedQuote },
): string {
  const day = lastDay && showDate(lastDay)
  const words: Record<QuoteState, string> = {
    quote_requested: 'We are working out your prices and send you an email when they are ready.',
    quote_approved: `These prices hold until the end of ${day}. Nothing is ordered until you accept.`,
    quote_expired: `These prices held until the end of ${day}. Ask again, or order at the prices of today.`,
    quote_accepted: 'You ordered at these prices. A quote can be ordered once.',
    cancelled: asked.withdrawnWhy || 'We took this quote back. Please call us if you did not expect that.',
  }
  return words[state]
}

const stateOf = (state: QuoteState): StateView => ({
  text: quoteStateWords[state].buyer,
  tone: quoteStateWords[state].tone,
})

const showDay = (at: Date): string => showDate(londonTime(at).date)
