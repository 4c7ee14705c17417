import { isIn, type OrderState, type StateIn, type StateOf } from '../orders/states.ts'

/** The states of a quote once the request was sent. */
export type QuoteState = Exclude<StateOf<'quote'>, StateIn<'isUnsubmitted'>>

/** Of an order of kind 'quote'. */
export const isSubmitted = (state: OrderState): state is QuoteState => !isIn('isUnsubmitted', state)

/** The state at a moment: an offer expires at its time, before the background job writes that down. */
export function getEffectiveState(state: QuoteState, expiresAt: Date | null, now: Date): QuoteState {
  return state === 'quote_approved' && expiresAt !== null && expiresAt <= now ? 'quote_expired' : state
}

/** How a state reads for the customer and for staff. */
export const quoteStateDescriptions: Record<
  QuoteState,
  { buyer: string; staff: string; tone: 'good' | 'waiting' | 'ended' }
> = {
  quote_requested: { buyer: 'We’re working it out', staff: 'Waiting for prices', tone: 'waiting' },
  quote_approved: { buyer: 'Ready to order', staff: 'Priced and sent', tone: 'good' },
  quote_expired: { buyer: 'Expired', staff: 'Expired', tone: 'ended' },
  quote_accepted: { buyer: 'Ordered', staff: 'Ordered', tone: 'good' },
  cancelled: { buyer: 'Withdrawn', staff: 'Withdrawn', tone: 'ended' },
}

export const quoteStates = Object.keys(quoteStateDescriptions) as QuoteState[]
