import { openMessagesName } from '../../correspondence/correspondence.ts'
import { type OrderState, stateSets } from '../../orders/states.ts'

/** The lists of orders that staff work with. Quotes have a section of their own. */
export const orderGroups = [
  'placed',
  'held',
  'part_despatched',
  'back_orders',
  'despatched',
  'unpaid',
  'approval',
  'cancelled',
  'refunds',
  'messages',
  'ended',
  'all',
] as const
export type OrderGroup = (typeof orderGroups)[number]

interface OrderGroupDefinition {
  name: string
  empty?: string
  /** Null: all. */
  states: readonly OrderState[] | null
  /** Placed while the account was on stop, and so not despatched. Null: either. */
  onStop: boolean | null
  hasRefundProblem?: true
  hasOpenMessage?: true
  /** Only those that `getStateDescription` calls a back order. */
  isBackOrder?: true
  /** Sorted by the day that was promised, the oldest first. */
  isQueue?: true
  showsGoods?: true
}

export const orderGroupDefinitions: Record<OrderGroup, OrderGroupDefinition> = {
  placed: {
    name: 'To despatch',
    empty: 'Nothing is to be despatched just now.',
    states: stateSets.isDespatchable,
    onStop: false,
    isQueue: true,
    showsGoods: true,
  },
  held: { name: 'Held', empty: 'No order is held.', states: stateSets.isDespatchable, onStop: true },
  part_despatched: {
    name: 'Part despatched',
    empty: 'No order has a part still to go.',
    states: ['part_despatched'],
    onStop: null,
    showsGoods: true,
  },
  back_orders: {
    name: 'Back orders',
    empty: 'No order is waiting for goods alone.',
    states: ['placed'],
    onStop: false,
    isBackOrder: true,
  },
  despatched: { name: 'Despatched', states: ['despatched', 'collected'], onStop: null },
  unpaid: { name: 'At the checkout', states: stateSets.isOpen, onStop: null },
  approval: { name: 'For approval', states: ['awaiting_approval'], onStop: null },
  cancelled: { name: 'Cancelled', states: ['cancelled', 'payment_reversed'], onStop: null },
  refunds: {
    name: 'Refunds to check',
    empty: 'Every refund has gone through.',
    states: null,
    onStop: null,
    hasRefundProblem: true,
  },
  messages: {
    name: openMessagesName,
    empty: 'Every message has an answer.',
    states: null,
    onStop: null,
    hasOpenMessage: true,
  },
  ended: { name: 'Abandoned', states: ['lapsed', 'superseded', 'rejected', 'approved'], onStop: null },
  all: { name: 'All', states: null, onStop: null },
}

/** What staff work through is counted whole; the other groups only grow. */
export const isCountedWhole = (group: OrderGroup): boolean =>
  !['despatched', 'cancelled', 'ended', 'all'].includes(group)

/** On each page of the list. Which placed orders are back orders is found among the lines of all that is short. */
export const isCountedEverywhere = (group: OrderGroup): boolean =>
  isCountedWhole(group) && group !== 'back_orders'
