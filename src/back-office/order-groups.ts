import type { OrderState } from '../orders/states.ts'

/** The lists of orders that staff work with. Quotes have a desk of their own. */
export const orderGroups = [
  'placed',
  'held',
  'unpaid',
  'approval',
  'cancelled',
  'refunds',
  'ended',
  'all',
] as const
export type OrderGroup = (typeof orderGroups)[number]

interface Group {
  name: string
  /** Null: all. */
  states: readonly OrderState[] | null
  /** Placed while the account was on stop: kept back (specification §5). Null: either. */
  onStop: boolean | null
  /** Those alone whose money could not go back, or of which it is not known. */
  inTrouble?: true
}

export const groupOf: Record<OrderGroup, Group> = {
  placed: { name: 'Placed', states: ['placed'], onStop: false },
  held: { name: 'Held', states: ['placed'], onStop: true },
  unpaid: { name: 'At the checkout', states: ['saved', 'awaiting_payment'], onStop: null },
  approval: { name: 'For approval', states: ['awaiting_approval'], onStop: null },
  cancelled: { name: 'Cancelled', states: ['cancelled', 'payment_reversed'], onStop: null },
  refunds: { name: 'Refunds to look at', states: null, onStop: null, inTrouble: true },
  ended: { name: 'Came to nothing', states: ['lapsed', 'superseded', 'rejected', 'approved'], onStop: null },
  all: { name: 'All', states: null, onStop: null },
}

export interface StateCount {
  state: OrderState
  onStop: boolean
  count: number
}

/** Not for 'refunds', which the states do not tell. */
export function countIn(group: OrderGroup, counts: readonly StateCount[]): number {
  const { states, onStop } = groupOf[group]
  return counts
    .filter(
      row => (states === null || states.includes(row.state)) && (onStop === null || row.onStop === onStop),
    )
    .reduce((total, row) => total + row.count, 0)
}
