import type { OrderState } from '../orders/states.ts'

/** The states a request for a quote can be in once it was sent. */
export const quoteStates = [
  'quote_requested',
  'quote_approved',
  'quote_expired',
  'quote_accepted',
  'cancelled',
] as const satisfies readonly OrderState[]
export type QuoteState = (typeof quoteStates)[number]

export const isQuoteState = (state: OrderState): state is QuoteState =>
  (quoteStates as readonly OrderState[]).includes(state)

/** How a quote stands at a moment: one whose time is over is expired, though nobody has written it down yet. */
export function standsAs(state: QuoteState, expiresAt: Date | null, now: Date): QuoteState {
  return state === 'quote_approved' && expiresAt !== null && expiresAt <= now ? 'quote_expired' : state
}

/** How a state reads: to who asked for the quote, and to who prices it. */
export const quoteStateWords: Record<
  QuoteState,
  { buyer: string; staff: string; tone: 'good' | 'waiting' | 'ended' }
> = {
  quote_requested: { buyer: 'We are working it out', staff: 'Waiting for prices', tone: 'waiting' },
  quote_approved: { buyer: 'Ready to order', staff: 'Priced and sent', tone: 'good' },
  quote_expired: { buyer: 'Expired', staff: 'Expired', tone: 'ended' },
  quote_accepted: { buyer: 'Ordered', staff: 'Ordered', tone: 'good' },
  cancelled: { buyer: 'Withdrawn', staff: 'Withdrawn', tone: 'ended' },
}
