import { formatAddressLines } from '../../../lib/address.ts'
import { addDays, formatDate, formatTime, toLondonTime } from '../../../lib/dates.ts'
import { type BasisPoints, type Pence, sum, toPounds } from '../../../lib/money.ts'
import { type StockView, toStockView } from '../../catalogue/listing.ts'
import type { StateDescription } from '../../orders/messages.ts'
import type { OrderLine } from '../../orders/order-line.ts'
import { getQuoteVatRate } from '../document.ts'
import { defaultDays, getLastDay, type OfferInput } from '../offer.ts'
import { getEffectiveState, type QuoteState, quoteStateDescriptions } from '../quote.ts'
import type { AdminQuote, AdminQuoteRow } from './admin-quote.ts'
import { quoteChangeMessages } from './rules.ts'

export interface AdminQuoteListItem {
  reference: string
  url: string
  requestedAt: string
  name: string
  company: string
  lineCount: number
  goods: Pence
  state: StateDescription
  /** '20 December 2026', or null before it is priced. */
  validUntil: string | null
}

export const adminQuoteUrl = (reference: string): string => `/admin/quotes/${reference}`

export function toAdminQuoteListItem(quote: AdminQuoteRow, now: Date): AdminQuoteListItem {
  const { reference, name, company, lineCount, goods, expiresAt } = quote
  return {
    reference,
    url: adminQuoteUrl(reference),
    requestedAt: formatDateTime(quote.requestedAt),
    name,
    company,
    lineCount,
    goods,
    state: getStateDescription(getEffectiveState(quote.state, expiresAt, now)),
    validUntil: expiresAt && formatDate(getLastDay(expiresAt)),
  }
}

/** `unitPrice` is what the customer was shown at the request. */
export interface AdminQuoteLine extends OrderLine {
  /** Null: no longer sold. */
  url: string | null
  listPrice: Pence | null
  stock: StockView
  /** Less is available than was requested. */
  isShort: boolean
}

export interface AdminQuoteView {
  reference: string
  url: string
  state: StateDescription
  /** It can be priced and withdrawn. */
  isOpen: boolean
  /** It has an offer. */
  isPriced: boolean
  /** Why it cannot be changed at the moment; null: it can. */
  obstacle: string | null
  lines: AdminQuoteLine[]
  vatRate: BasisPoints
  requestedGoods: Pence
  customer: { name: string; email: string; telephone: string; taxCode: string }
  company: { name: string; accountNumber: string; onStop: boolean } | null
  /** The customer has an account that can load the quote at the checkout. */
  canOrder: boolean
  delivery: string[]
  billing: string[]
  purchaseOrder: string
  deliveryInstructions: string
  /** The customer's. */
  requestNote: string
  vouchers: string[]
  orderedAs: string | null
  history: { when: string; iso: string; who: string; what: string }[]
}

export interface AdminQuotePageProps {
  quote: AdminQuoteView
  /** Id of the last row of history that is shown; sent with the forms, so that an outdated page changes nothing. */
  version: number
  typed: OfferInput
  /** The reason of a withdrawal as it was typed. */
  reason: string
  errors: Record<string, string>
  /** The result of the last form when it does not belong to a field. */
  notice: string | null
}

export function toAdminQuoteView({ order, offer, details }: AdminQuote, now: Date): AdminQuoteView {
  const state = getEffectiveState(order.state as QuoteState, offer?.expiresAt ?? null, now)
  return {
    reference: order.reference,
    url: adminQuoteUrl(order.reference),
    state: getStateDescription(state),
    isOpen: state !== 'quote_accepted' && state !== 'cancelled',
    isPriced: offer !== null,
    obstacle: details.isBeingOrdered ? quoteChangeMessages.being_ordered : null,
    lines: order.lines.map((line, index) => {
      const product = details.products[index]!
      return {
        ...line,
        url: product.forSale ? `/${product.path}` : null,
        listPrice: product.listPrice,
        stock: toStockView(product),
        isShort: !product.forSale || (!product.backOrder && product.available < line.quantity),
      }
    }),
    vatRate: getQuoteVatRate(order),
    requestedGoods: sum(order.lines.map(line => line.lineTotal)),
    customer: {
      name: order.contact.name,
      email: order.contact.email,
      telephone: order.contact.telephone,
      taxCode: order.contact.vat,
    },
    company: details.company,
    canOrder: order.personId !== null,
    delivery: formatAddressLines(order.delivery),
    billing: formatAddressLines(order.billing),
    purchaseOrder: order.purchaseOrder,
    deliveryInstructions: order.deliveryInstructions,
    requestNote: order.quoteNote,
    vouchers: order.vouchers.map(({ code, summary }) => `${code} (${summary})`),
    orderedAs: details.orderedAs,
    history: details.history.map(({ at, who, to, why }) => ({
      when: formatDateTime(at),
      iso: at.toISOString(),
      who: actorNames[who] ?? who,
      what: formatTransition(to, why),
    })),
  }
}

/** Id of the last row of its history. */
export const getQuoteVersion = ({ details }: AdminQuote): number => details.history.at(-1)?.id ?? 0

/** The form's first values: the current offer, else the prices of the request. */
export function getInitialOffer({ order, offer }: AdminQuote, now: Date): OfferInput {
  const today = toLondonTime(now).date
  const lastDay = offer && offer.expiresAt > now ? getLastDay(offer.expiresAt) : addDays(today, defaultDays)
  const prices = offer?.lines.map(line => line.unitPrice) ?? order.lines.map(line => line.unitPrice)
  return {
    prices: prices.map(typedAmount),
    deliveryCost: offer ? typedAmount(offer.deliveryCost) : '',
    note: offer?.note ?? '',
    validUntil: lastDay,
  }
}

const typedAmount = (amount: Pence): string => toPounds(amount).toFixed(2)

const getStateDescription = (state: QuoteState): StateDescription => ({
  text: quoteStateDescriptions[state].staff,
  tone: quoteStateDescriptions[state].tone,
})

const historyMessages: Record<QuoteState, string> = {
  quote_requested: 'Quote requested',
  quote_approved: 'Sent by email',
  quote_expired: 'Expired',
  quote_accepted: 'Ordered',
  cancelled: 'Withdrawn',
}

// The reason of a withdrawal and the note of a pricing are for staff to read.
function formatTransition(to: string, why: string): string {
  const what = to in quoteStateDescriptions ? historyMessages[to as QuoteState] : 'Saved at the checkout'
  return (to === 'cancelled' || to === 'quote_approved') && why !== '' ? `${what}: ${why}` : what
}

const actorNames: Record<string, string> = { clock: 'Automatic', guest: 'Guest', demo: 'Demo data' }

function formatDateTime(at: Date): string {
  const { date, minutes } = toLondonTime(at)
  return `${formatDate(date)}, ${formatTime(minutes)}`
}
