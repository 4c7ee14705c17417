import { contactSentence, type Sentence } from '../../lib/shop-contact.ts'
import type { StateDescription } from '../../ui/StateLabel.tsx'
import type { Order } from '../orders/order.ts'
import { isIn, type OrderState, type StateIn, type StateOf } from '../orders/states.ts'

/** The states of a quote once the request was sent. */
export type QuoteState = Exclude<StateOf<'quote'>, StateIn<'isUnsubmitted'>>

/** Of an order of kind 'quote'. */
export const isSubmitted = (state: OrderState): state is QuoteState => !isIn('isUnsubmitted', state)

/** The state at a moment: an offer expires at its time, before the background job writes that down. */
export function getEffectiveState(state: QuoteState, expiresAt: Date | null, now: Date): QuoteState {
  return state === 'quote_approved' && expiresAt !== null && expiresAt <= now ? 'quote_expired' : state
}

export const quoteStateDescriptions: Record<
  QuoteState,
  { buyer: string; staff: string; tone: StateDescription['tone'] }
> = {
  quote_requested: { buyer: 'We’re working it out', staff: 'Waiting for prices', tone: 'waiting' },
  quote_approved: { buyer: 'Ready to order', staff: 'Priced and sent', tone: 'good' },
  quote_expired: { buyer: 'Expired', staff: 'Expired', tone: 'ended' },
  quote_accepted: { buyer: 'Ordered', staff: 'Ordered', tone: 'good' },
  cancelled: { buyer: 'Withdrawn', staff: 'Withdrawn', tone: 'ended' },
}

export const getStateDescription = (state: QuoteState, reader: 'buyer' | 'staff'): StateDescription => ({
  text: quoteStateDescriptions[state][reader],
  tone: quoteStateDescriptions[state].tone,
})

export const quoteStates = Object.keys(quoteStateDescriptions) as QuoteState[]

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
