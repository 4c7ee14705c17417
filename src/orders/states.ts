/** Every state an order can be in, and where it may go from there. Nothing else moves an order. */
export const orderMoves = {
  /** Saved at the last stage, stock taken where it is an order; waits for the buyer's last word. */
  saved: ['placed', 'quote_requested', 'awaiting_approval', 'lapsed', 'superseded'],
  /** Saved and registered with the card provider; only the provider's signed word places it. */
  awaiting_payment: ['placed', 'lapsed', 'superseded'],
  placed: ['payment_reversed', 'cancelled'],
  /** Sent to the head buyers; what they place is an order of its own, made from this one. */
  awaiting_approval: ['approved', 'rejected'],
  approved: [],
  rejected: [],
  quote_requested: ['quote_approved', 'cancelled'],
  /** Priced by staff; it may be priced again until it is ordered. */
  quote_approved: ['quote_approved', 'quote_accepted', 'quote_expired', 'cancelled'],
  /** Ordered, or sent for approval: once. Where approval was refused it is free again. */
  quote_accepted: ['quote_approved'],
  quote_expired: ['quote_approved', 'cancelled'],
  /** Not placed in time; its stock went back. A payment that comes late may still place it. */
  lapsed: ['placed'],
  /** The buyer went back and saved another order from the same basket. */
  superseded: [],
  /** The provider took a payment back that it had confirmed. */
  payment_reversed: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>

export type OrderState = keyof typeof orderMoves

export const firstStates: readonly OrderState[] = ['saved', 'awaiting_payment']

/** What became of an order that another was made from, once that one stands. */
const convertedStates: Partial<Record<OrderState, OrderState>> = {
  awaiting_approval: 'approved',
  quote_approved: 'quote_accepted',
}

/** Null: nothing can be made from an order in that state (any more). */
export const convertedTo = (state: OrderState): OrderState | null => convertedStates[state] ?? null

export function mayMove(from: OrderState, to: OrderState): boolean {
  return (orderMoves[from] as readonly string[]).includes(to)
}

/** Contract §3: saved but not placed within 30 minutes, an order lapses and its stock returns. */
export const holdMinutes = 30
