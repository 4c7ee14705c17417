import type { Pence } from '../../../lib/money.ts'
import type { Order } from '../../orders/order.ts'
import type { Offer } from '../offer.ts'
import type { QuoteState } from '../quote.ts'

/** What staff see of quotes. */

export type QuoteCounts = Partial<Record<QuoteState, number>>

export interface AdminQuoteRow {
  reference: string
  state: QuoteState
  requestedAt: Date
  name: string
  company: string
  lineCount: number
  /** At the prices offered, else at those of the request; ex VAT, without delivery. */
  goods: Pence
  expiresAt: Date | null
}

/** A product of a quote with its list price and stock of today. */
export interface QuotedProduct {
  /** Null: the catalogue gives no price. */
  listPrice: Pence | null
  available: number
  backOrder: boolean
  note: string | null
  path: string
  forSale: boolean
}

export interface QuoteHistoryEntry {
  id: number
  at: Date
  /** The name of a person, or 'clock', 'guest'. */
  who: string
  to: string
  why: string
}

export interface AdminQuoteDetails {
  requestedAt: Date
  company: { name: string; accountNumber: string; onStop: boolean } | null
  /** In the order of the lines. */
  products: QuotedProduct[]
  history: QuoteHistoryEntry[]
  /** The customer has an open order from it. */
  isBeingOrdered: boolean
  orderedAs: string | null
}

/** A quote as staff see it. */
export interface AdminQuote {
  order: Order
  offer: Offer | null
  details: AdminQuoteDetails
}
