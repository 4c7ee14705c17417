import { type StockView, stockView } from '../catalogue/listing.ts'
import { labelOf } from '../orders/order.ts'
import { deskWords } from '../quotes/desk.ts'
import type { DeskQuote, QuoteAtDesk } from '../quotes/desk-facts.ts'
import { vatRateOf } from '../quotes/document.ts'
import { defaultDays, lastDayOf, type TypedOffer } from '../quotes/offer.ts'
import { type QuoteState, quoteStateWords, standsAs } from '../quotes/quote.ts'
import { addDays, londonTime, showDate, showTime } from '../shared/dates.ts'
import { type BasisPoints, type Pence, sum, toPounds } from '../shared/money.ts'

interface StateView {
  text: string
  tone: 'good' | 'waiting' | 'ended'
}

export interface QuoteRow {
  reference: string
  url: string
  askedAt: string
  name: string
  company: string
  lineCount: number
  goods: Pence
  state: StateView
  /** '20 December 2026', or null before it is priced. */
  validUntil: string | null
}

export const quoteDeskUrl = (reference: string): string => `/admin/quotes/${reference}`

export function rowOf(quote: DeskQuote, now: Date): QuoteRow {
  const { reference, name, company, lineCount, goods, expiresAt } = quote
  return {
    reference,
    url: quoteDeskUrl(reference),
    askedAt: showMoment(quote.askedAt),
    name,
    company,
    lineCount,
    goods,
    state: stateOf(standsAs(quote.state, expiresAt, now)),
    validUntil: expiresAt && showDate(lastDayOf(expiresAt)),
  }
}

export interface QuoteLineView {
  code: string
  title: string
  /** Null: it is sold no more. */
  url: string | null
  quantity: number
  listPrice: Pence | null
  /** What the customer was shown when he asked. */
  customerPrice: Pence
  stock: StockView
  /** More than can be sent now. */
  isShort: boolean
}

export interface QuoteView {
  reference: string
  url: string
  state: StateView
  /** It may be priced and withdrawn. */
  isOpen: boolean
  /** It was offered before. */
  isPriced: boolean
  /** Why it can't be changed just now; null: it can. */
  obstacle: string | null
  lines: QuoteLineView[]
  vatRate: BasisPoints
  requestedGoods: Pence
  customer: { name: string; email: string; telephone: string; taxCode: string }
  company: { name: string; accountNumber: string; onStop: boolean } | null
  /** He has an account that can load the quote at the checkout. */
  canOrder: boolean
  delivery: string[]
  billing: string[]
  purchaseOrder: string
  instructions: string
  vouchers: string[]
  orderedAs: string | null
  history: { at: string; iso: string; who: string; what: string; why: string }[]
}

/** What the screen of one quote shows. */
export interface QuoteScreen {
  quote: QuoteView
  /** What the screen was drawn from; goes back with its forms. */
  version: number
  typed: TypedOffer
  /** Why it can be withdrawn, as it was typed. */
  reason: string
  errors: Record<string, string>
  /** What became of the last send when it is not about a field. */
  notice: string | null
}

export function viewOf({ order, offer, facts }: QuoteAtDesk, now: Date): QuoteView {
  const state = standsAs(order.state as QuoteState, offer?.expiresAt ?? null, now)
  return {
    reference: order.reference,
    url: quoteDeskUrl(order.reference),
    state: stateOf(state),
    isOpen: state !== 'quote_accepted' && state !== 'cancelled',
    isPriced: offer !== null,
    obstacle: facts.isBeingOrdered ? deskWords.being_ordered : null,
    lines: order.lines.map(({ code, title, quantity, unitPrice }, index) => {
      const goods = facts.lines[index]!
      return {
        code,
        title,
        url: goods.forSale ? `/${goods.path}` : null,
        quantity,
        listPrice: goods.listPrice,
        customerPrice: unitPrice,
        stock: stockView(goods),
        isShort: !goods.forSale || (!goods.backOrder && goods.available < quantity),
      }
    }),
    vatRate: vatRateOf(order),
    requestedGoods: sum(order.lines.map(line => line.lineTotal)),
    customer: {
      name: order.contact.name,
      email: order.contact.email,
      telephone: order.contact.telephone,
      taxCode: order.contact.vat,
    },
    company: facts.company,
    canOrder: order.personId !== null,
    delivery: labelOf(order.delivery),
    billing: labelOf(order.billing),
    purchaseOrder: order.purchaseOrder,
    instructions: order.deliveryInstructions,
    vouchers: order.vouchers.map(({ code, summary }) => `${code} (${summary})`),
    orderedAs: facts.orderedAs,
    history: facts.history.map(({ at, who, to, why }) => ({
      at: showMoment(at),
      iso: at.toISOString(),
      who: actorWords[who] ?? who,
      what: to in quoteStateWords ? historyWords[to as QuoteState] : 'Saved at the checkout',
      why: to === 'cancelled' || to === 'quote_approved' ? why : '',
    })),
  }
}

/** The last line of its history: what a screen was drawn from. */
export const versionOf = ({ facts }: QuoteAtDesk): number => facts.history.at(-1)?.id ?? 0

/** What the form starts with: the last offer, else the prices of the request. */
export function firstTyped({ order, offer }: QuoteAtDesk, now: Date): TypedOffer {
  const today = londonTime(now).date
  const lastDay = offer && offer.expiresAt > now ? lastDayOf(offer.expiresAt) : addDays(today, defaultDays)
  const prices = offer?.lines.map(line => line.unitPrice) ?? order.lines.map(line => line.unitPrice)
  return {
    prices: prices.map(typedAmount),
    carriage: offer ? typedAmount(offer.carriage) : '',
    note: offer?.note ?? '',
    validUntil: lastDay,
  }
}

const typedAmount = (amount: Pence): string => toPounds(amount).toFixed(2)

const stateOf = (state: QuoteState): StateView => ({
  text: quoteStateWords[state].staff,
  tone: quoteStateWords[state].tone,
})

const historyWords: Record<QuoteState, string> = {
  quote_requested: 'Quote asked for',
  quote_approved: 'Sent by email',
  quote_expired: 'Expired',
  quote_accepted: 'Ordered',
  cancelled: 'Withdrawn',
}

const actorWords: Record<string, string> = { clock: 'By itself', guest: 'Guest', demo: 'Demo data' }

function showMoment(at: Date): string {
  const { date, minutes } = londonTime(at)
  return `${showDate(date)}, ${showTime(minutes)}`
}
