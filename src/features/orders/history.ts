import { upperFirst } from '../../lib/text.ts'
import { historyMessages, readyDescription } from './messages.ts'
import type { OrderState } from './states.ts'

/** What a row of history reports besides the state that it leads to. */
export const historyEvents = [
  /** `why`: 'parcel 1'. */
  'despatched',
  /** `why`: who took the goods at the counter. */
  'handed_over',
  /** `why`: the parcel, with carrier and tracking number before and after. */
  'parcel_changed',
  'ready_to_collect',
  /** `why`: the reason, for staff alone. */
  'held',
  'released',
] as const
export type HistoryEvent = (typeof historyEvents)[number]

export interface HistoryRow {
  to: OrderState
  event: HistoryEvent | null
  why: string
}

/** For staff: with the reasons. */
export function formatHistory({ to, event, why }: HistoryRow): string {
  if (event === 'held') return `Held: ${why}`
  if (event === 'released') return `Released: ${why}`
  if (event === 'parcel_changed') return why
  if (event !== null) return formatEvent(event, why)
  return hasReason(to) && why !== '' ? `${historyMessages[to]}: ${why}` : historyMessages[to]
}

/** For the customer: only the reasons that are written for customers. Null: it concerns staff alone. */
export function formatCustomerHistory({ to, event, why }: HistoryRow): string | null {
  // Orders are saved before they are placed, which says nothing to a customer.
  if (to === 'saved' || event === 'parcel_changed') return null
  if (event === 'held') return 'Put on hold'
  if (event === 'released') return 'No longer on hold'
  if (event !== null) return formatEvent(event, why)
  const isForCustomer = to === 'rejected' || to === 'cancelled'
  return isForCustomer && why !== '' ? `${historyMessages[to]}: ${why}` : historyMessages[to]
}

function formatEvent(event: 'despatched' | 'handed_over' | 'ready_to_collect', why: string): string {
  if (event === 'despatched') return `${upperFirst(why)} despatched`
  return event === 'handed_over' ? `Collected by ${why}` : readyDescription.text
}

const hasReason = (to: OrderState): boolean =>
  to === 'cancelled' || to === 'rejected' || to === 'superseded' || to === 'payment_reversed'
