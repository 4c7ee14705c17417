/** Every state an order can be in, and where it may go from there. Nothing else moves an order. */
export const orderMoves = {
  /** Saved at the last stage, stock taken where it is an order; waits for the buyer's last word. */
  saved: ['placed', 'quote_requested', 'lapsed', 'superseded'],
  /** Saved and registered with the card provider; only the provider's signed word places it. */
  awaiting_payment: ['placed', 'lapsed', 'superseded'],
  placed: ['payment_reversed', 'cancelled'],
  quote_requested: ['cancelled'],
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

export function mayMove(from: OrderState, to: OrderState): boolean {
  return (orderMoves[from] as readonly string[]).includes(to)
}

/** Contract §3: saved but not placed within 30 minutes, an order lapses and its stock returns. */
export const holdMinutes = 30
