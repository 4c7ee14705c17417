import type { OrderState } from './states.ts'

export interface StateWords {
  text: string
  /** Green for what is done, amber for what waits, grey for what came to nothing. */
  tone: 'good' | 'waiting' | 'ended'
}

/** How an order's state reads in its buyer's account. */
export const stateWords: Record<OrderState, StateWords> = {
  saved: { text: 'Not completed', tone: 'ended' },
  awaiting_payment: { text: 'Waiting for payment', tone: 'waiting' },
  placed: { text: 'Placed', tone: 'good' },
  awaiting_approval: { text: 'Waiting for approval', tone: 'waiting' },
  approved: { text: 'Approved', tone: 'good' },
  rejected: { text: 'Not approved', tone: 'ended' },
  quote_requested: { text: 'Quote requested', tone: 'waiting' },
  quote_approved: { text: 'Quote ready', tone: 'waiting' },
  quote_accepted: { text: 'Quote accepted', tone: 'good' },
  quote_expired: { text: 'Quote expired', tone: 'ended' },
  lapsed: { text: 'Not completed', tone: 'ended' },
  superseded: { text: 'Replaced', tone: 'ended' },
  payment_reversed: { text: 'Payment taken back', tone: 'ended' },
  cancelled: { text: 'Cancelled', tone: 'ended' },
}

/** What happened when an order came into a state. */
export const historyWords: Record<OrderState, string> = {
  saved: 'Saved at the checkout',
  awaiting_payment: 'Card payment begun',
  placed: 'Order placed',
  awaiting_approval: 'Sent for approval',
  approved: 'Approved and ordered',
  rejected: 'Not approved',
  quote_requested: 'Quote asked for',
  quote_approved: 'Quote sent',
  quote_accepted: 'Quote accepted',
  quote_expired: 'Quote expired',
  lapsed: 'Not completed in time, goods released',
  superseded: 'Replaced by another order',
  payment_reversed: 'Payment taken back by the card provider',
  cancelled: 'Cancelled',
}
