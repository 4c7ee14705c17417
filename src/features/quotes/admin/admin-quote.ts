import type { HistoryEvent } from '../../orders/history.ts'
import type { Order } from '../../orders/order.ts'
import type { QuoteMessage } from '../messages/quote-message.ts'
import type { Offer } from '../offer.ts'
import type { OfferForm } from './offer/offer-form.ts'

/** What staff see of quotes. */

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
