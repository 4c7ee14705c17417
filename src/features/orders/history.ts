import { upperFirst } from '../../lib/text.ts'
import { historyMessages, readyDescription } from './messages.ts'
import type { OrderState } from './states.ts'

/** What a row of history reports besides the state that it leads to. */
const historyEvents = [
  /** `why`: 'parcel 1'. */
  'despatched',
  /** `why`: who took the goods at the counter. */
  'handed_over',
  /** `why`: the parcel, with carrier and tracking number before and after. */
  'parcel_changed',
  'ready_to_collect',
  /** `why`: the new day, as the customer reads it. */
  'delayed',
  /** `why`: the reason, for staff alone. */
  'held',
  'released',
  /** `why`: the credit note, its sum and reason. */
  'credited',
  /** Of a quote; `why`: what was changed, before and after. For staff alone. */
  'quote_edited',
  /** Of a quote: staff have saved changes that they have not sent. */
  'quote_saved',
  /** One of two holds was lifted. `why`: which, and the reason, for staff alone. */
  'hold_lifted',
  /** `why`: why it is free of charge, of an order that was placed without a reason. For staff alone. */
  'free_reason',
  /** `why`: the pick list, and what was short. For staff alone. */
  'picked',
  /** Its promised day may not be kept, and the customer needs no e-mail. For staff alone. */
  'promise_checked',
  /** `changes`: each field with before and after; what is no such list is in `why`. */
  'corrected',
  /** `why`: what is still to be paid, '£20.00'. */
  'payment_due',
  /** `why`: what was paid after the order was placed, '£20.00'. */
  'payment_received',
  /** What was to be paid is not due any more. */
  'nothing_due',
] as const
export type HistoryEvent = (typeof historyEvents)[number]

/** What concerns staff alone; their reason says all. */
const staffEvents = [
  'parcel_changed',
  'hold_lifted',
  'free_reason',
  'picked',
  'promise_checked',
  'quote_edited',
  'quote_saved',
] as const satisfies HistoryEvent[]

const isForStaff = (event: HistoryEvent | null): event is (typeof staffEvents)[number] =>
  staffEvents.some(each => each === event)

/** What staff changed of a field, before and after as people read it; '': nothing. */
export interface HistoryChange {
  field: string
  before: string
  after: string
}

/** The same as a correction stores it. */
export interface CorrectedField {
  name: string
  before: string
  after: string
  /** An address or a person's details, which the audit does not store. */
  isPersonal: boolean
}

export interface HistoryRow {
  to: OrderState
  event: HistoryEvent | null
  why: string
  changes: readonly HistoryChange[] | null
}

/** 'Delivery address: Unit 4, Leeds → Unit 5, Leeds'. */
export const formatChange = ({ field, before, after }: HistoryChange): string =>
  `${field}: ${before || noValue} → ${after || noValue}`

const noValue = '(none)'

export const formatHistoryChanges = (changes: readonly HistoryChange[]): string =>
  changes.map(formatChange).join('; ')

/** For the customer: 'Order changed: PO number: PO 2 instead of PO 1'. */
const formatCorrection = ({ why, changes }: Pick<HistoryRow, 'why' | 'changes'>): string =>
  `Order changed: ${changes?.map(formatCustomerChange).join('; ') ?? why}`

function formatCustomerChange({ field, before, after }: HistoryChange): string {
  // The numbers of lines are staff's.
  const label = field.startsWith('Line ') ? '' : `${field}: `
  if (before === '') return `${label}${after} added`
  return after === '' ? `${label}${before} removed` : `${label}${after} instead of ${before}`
}

/** For staff: with the reasons. */
export function formatHistory({ to, event, why, changes }: HistoryRow): string {
  if (event === 'delayed') return why
  if (event === 'held') return `Held: ${why}`
  if (event === 'released') return `Released: ${why}`
  if (isForStaff(event)) return why
  if (event === 'corrected') return `Corrected: ${changes ? formatHistoryChanges(changes) : why}`
  if (event === 'payment_due') return `Held: waiting for ${why}`
  if (event !== null) return formatEvent(event, why)
  return hasReason(to) && why !== '' ? `${historyMessages[to]}: ${why}` : historyMessages[to]
}

/** Whether it only led to the placed order, such as its payment by card, and says nothing any more. */
export const isBeforePlacing = (to: OrderState): boolean => to === 'saved' || to === 'awaiting_payment'

/** For the customer: only the reasons that are written for customers. Null: it says nothing to them. */
export function formatCustomerHistory(
  { to, event, why, changes }: HistoryRow,
  { isPlaced }: { isPlaced: boolean },
): string | null {
  if (to === 'saved' || (isPlaced && isBeforePlacing(to)) || isForStaff(event)) return null
  if (event === 'delayed') return why
  if (event === 'held') return 'Put on hold'
  if (event === 'released') return 'Released from hold'
  if (event === 'corrected') return formatCorrection({ why, changes })
  if (event === 'payment_due') return `${why} to pay`
  if (event !== null) return formatEvent(event, why)
  const isForCustomer = to === 'rejected' || to === 'cancelled'
  return isForCustomer && why !== '' ? `${historyMessages[to]}: ${why}` : historyMessages[to]
}

/** What staff changed last, as a sentence; '': nothing. */
export function findLastCorrection(
  history: readonly Pick<HistoryRow, 'event' | 'why' | 'changes'>[],
): string {
  const last = history.findLast(({ event }) => event === 'corrected')
  return last === undefined ? '' : `${formatCorrection(last)}.`
}

type PlainEvent =
  | 'despatched'
  | 'handed_over'
  | 'ready_to_collect'
  | 'credited'
  | 'payment_received'
  | 'nothing_due'

function formatEvent(event: PlainEvent, why: string): string {
  if (event === 'payment_received') return `${why} paid`
  if (event === 'nothing_due') return 'Nothing more to pay'
  if (event === 'credited') return `Credit note ${why}`
  if (event === 'despatched') return `${upperFirst(why)} despatched`
  return event === 'handed_over' ? `Collected by ${why}` : readyDescription.text
}

const hasReason = (to: OrderState): boolean =>
  to === 'cancelled' || to === 'rejected' || to === 'superseded' || to === 'payment_reversed'
