import type { Pence } from '../../../lib/money.ts'
import type { HistoryEvent } from '../../orders/history.ts'
import type { Order } from '../../orders/order.ts'
import type { QuoteMessage } from '../messages/quote-message.ts'
import type { Offer } from '../offer.ts'
import type { QuoteState } from '../quote.ts'
import type { OfferForm } from './offer-form.ts'

/** What staff see of quotes. */

/** `to_answer`: those with a message that waits for staff. */
export type QuoteCounts = Partial<Record<QuoteState | 'to_answer', number>>

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

export interface QuoteHistoryEntry {
  id: number
  at: Date
  /** The name of a person, or 'clock', 'guest'. */
  who: string
  to: string
  event: HistoryEvent | null
  why: string
}

/** What staff have typed and not sent. */
export interface QuoteDraft {
  form: OfferForm
  /** A name. */
  savedBy: string
  savedAt: Date
}

export interface AdminQuoteDetails {
  requestedAt: Date
  company: { name: string; accountNumber: string; onStop: boolean } | null
  history: QuoteHistoryEntry[]
  /** The customer has an open order from it. */
  isBeingOrdered: boolean
  orderedAs: string | null
}

/** A quote as staff see it. */
export interface AdminQuote {
  order: Order
  offer: Offer | null
  draft: QuoteDraft | null
  messages: QuoteMessage[]
  details: AdminQuoteDetails
}
