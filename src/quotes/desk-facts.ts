import type { Order } from '../orders/order.ts'
import type { Pence } from '../shared/money.ts'
import type { Offer } from './offer.ts'
import type { QuoteState } from './quote.ts'

/** What staff see of quotes. */

export type QuoteCounts = Partial<Record<QuoteState, number>>

export interface DeskQuote {
  reference: string
  state: QuoteState
  askedAt: Date
  name: string
  company: string
  lineCount: number
  /** What was offered, else the goods at the prices of the request; ex VAT and carriage. */
  goods: Pence
  expiresAt: Date | null
}

/** What the catalogue and the storekeeper say today of the lines of a quote, in their order. */
export interface DeskLine {
  /** Null: the catalogue gives no price. */
  listPrice: Pence | null
  available: number
  backOrder: boolean
  note: string | null
  path: string
  forSale: boolean
}

export interface HistoryLine {
  id: number
  at: Date
  /** The name of who did it, else what did: 'clock', 'guest'. */
  who: string
  to: string
  why: string
}

export interface DeskFacts {
  askedAt: Date
  company: { name: string; accountNumber: string; onStop: boolean } | null
  lines: DeskLine[]
  history: HistoryLine[]
  /** A checkout holds it just now, and at what. */
  isBeingOrdered: boolean
  orderedAs: string | null
}

/** A quote as staff see it, whoever asked for it. */
export interface QuoteAtDesk {
  order: Order
  offer: Offer | null
  facts: DeskFacts
}
