import { type OrderState, stateSets } from '../states.ts'

/** The lists of orders that staff work with. Quotes have a section of their own. */
export const orderGroups = [
  'placed',
  'held',
  'despatched',
  'unpaid',
  'approval',
  'cancelled',
  'refunds',
  'ended',
  'all',
] as const
export type OrderGroup = (typeof orderGroups)[number]

interface OrderGroupDefinition {
  name: string
  /** Null: all. */
  states: readonly OrderState[] | null
  /** Placed while the account was on stop, and so not despatched. Null: either. */
  onStop: boolean | null
  /** Only those with a failed or unanswered refund. */
  hasRefundProblem?: true
  /** Sorted by the day that was promised, the oldest first. */
  isQueue?: true
}

export const orderGroupDefinitions: Record<OrderGroup, OrderGroupDefinition> = {
  placed: { name: 'To despatch', states: stateSets.isDespatchable, onStop: false, isQueue: true },
  held: { name: 'Held', states: stateSets.isDespatchable, onStop: true },
  despatched: { name: 'Despatched', states: ['despatched', 'collected'], onStop: null },
  unpaid: { name: 'At the checkout', states: stateSets.isOpen, onStop: null },
  approval: { name: 'For approval', states: ['awaiting_approval'], onStop: null },
  cancelled: { name: 'Cancelled', states: ['cancelled', 'payment_reversed'], onStop: null },
  refunds: { name: 'Refunds to check', states: null, onStop: null, hasRefundProblem: true },
  ended: { name: 'Abandoned', states: ['lapsed', 'superseded', 'rejected', 'approved'], onStop: null },
  all: { name: 'All', states: null, onStop: null },
}

export interface StateCount {
  state: OrderState
  onStop: boolean
  count: number
}

/** Not for 'refunds', which does not depend on the state. */
export function countGroup(group: OrderGroup, counts: readonly StateCount[]): number {
  const { states, onStop } = orderGroupDefinitions[group]
  return counts
    .filter(
      row => (states === null || states.includes(row.state)) && (onStop === null || row.onStop === onStop),
    )
    .reduce((total, row) => total + row.count, 0)
}
