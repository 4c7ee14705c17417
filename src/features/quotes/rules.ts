import { contactSentence, type Sentence } from '../../lib/shop-contact.ts'
import type { Order } from '../orders/order.ts'
import type { OrderState } from '../orders/states.ts'

export type QuoteRefusal = 'not_priced' | 'accepted' | 'expired' | 'withdrawn'

/** Why a quote cannot be ordered; null: it can. `expiresAt` is null before it is priced. */
export function findQuoteRefusal(
  order: Pick<Order, 'state'>,
  expiresAt: Date | null,
  now: Date,
): QuoteRefusal | null {
  const why = refusals[order.state]
  if (why !== undefined) return why
  return expiresAt === null || expiresAt <= now ? 'expired' : null
}

const refusals: Partial<Record<OrderState, QuoteRefusal>> = {
  quote_requested: 'not_priced',
  quote_accepted: 'accepted',
  quote_expired: 'expired',
  cancelled: 'withdrawn',
}

export const quoteMessages: Record<QuoteRefusal, Sentence> = {
  not_priced: 'We’re still working out the prices of this quote. We’ll email you when it’s ready.',
  accepted: 'This quote has already been ordered. A quote can only be ordered once.',
  expired: 'This quote has expired. Please ask for a new one, or order at today’s prices.',
  withdrawn: contactSentence(
    'This quote was withdrawn. Please call us if you weren’t expecting that.',
    'This quote was withdrawn.',
  ),
}
