import type { Consignments } from '../../lib/availability.ts'
import {
  formatDate,
  formatDay,
  formatDayOfMonth,
  type IsoDate,
  toIsoDate,
  toLondonTime,
} from '../../lib/dates.ts'
import { formatLaterArrival, getLastDay, type LaterArrival } from '../../lib/later-arrival.ts'
import { upperFirst } from '../../lib/text.ts'
import { formatDelay } from './delay.ts'
import type { LaterShare } from './expectation/expectation.ts'
import type { Order } from './order.ts'
import { isIn } from './states.ts'

export interface Arriving
  extends Pick<
      Order,
      | 'state'
      | 'onStop'
      | 'holdReason'
      | 'amountDue'
      | 'wasHeld'
      | 'isReadyToCollect'
      | 'delay'
      | 'deliveryCode'
      | 'deliveryDate'
    >,
    // Of the lines that were not in stock and have not left, the last; null: not known, or everything was.
    LaterArrival {
  consignments: Consignments | null
  laterGoods: LaterShare
  /** When each parcel left, the last last: ISO instants. */
  despatchedAt: readonly string[]
}

/** When an order arrives, for a list of orders; null where nothing is on its way. */
export function formatOrderArrival(order: Arriving, today: IsoDate): string | null {
  const { state, onStop, wasHeld, deliveryCode, deliveryDate } = order
  if (state === 'despatched' || state === 'collected') return formatSent(order, today)
  if (!isIn('isDespatchable', state)) return null
  if (order.amountDue > 0) return 'Waiting for your payment'
  if (onStop) return order.holdReason === '' ? 'Not sent: your account is on stop' : 'Not sent yet'
  if (order.isReadyToCollect) return 'Waiting for you at the counter'
  if (order.delay) return formatDelay(order.delay, today)
  if (state === 'part_despatched') return formatRest(order, today)
  if (wasHeld) return deliveryCode === 'COL' ? releasedCollectionMessage : releasedMessage
  const laterShare = getShareAfterDay(order)
  if (deliveryDate === null || laterShare === 'all') return formatLater(order, today)
  const day = formatArrivalDay(deliveryCode, toIsoDate(deliveryDate), today)
  return laterShare === 'part' ? `${day}, the rest later` : day
}

/** Whether the customer waits for a part of the order beyond the day of delivery, or for all since that day has passed. */
export const isWaiting = (order: Arriving, today: IsoDate): boolean =>
  getShareAfterDay(order) !== 'none' ||
  (order.state === 'placed' &&
    order.deliveryCode !== 'COL' &&
    order.deliveryDate !== null &&
    order.deliveryDate < today)

/**
 * Whether the day that the customer expects has passed: that of delivery, or what the lead time of goods that come
 * later says. Nothing else explains it: the order is not held, delayed or ready at the counter.
 */
export function isPastDue(order: Arriving, today: IsoDate): boolean {
  const { state, onStop, amountDue, isReadyToCollect, delay, wasHeld, deliveryCode, deliveryDate } = order
  if (!isIn('isDespatchable', state) || onStop || amountDue > 0 || isReadyToCollect || delay) return false
  // From its day on, a collected order waits for the customer.
  const isDayPast = !wasHeld && deliveryCode !== 'COL' && deliveryDate !== null && deliveryDate < today
  if (state === 'part_despatched')
    return order.leadTime ? isOverdue(order, today) : order.laterGoods === 'none' && isDayPast
  const isWithoutDay = deliveryDate === null || getShareAfterDay(order) === 'all'
  return isWithoutDay ? !wasHeld && isOverdue(order, today) : isDayPast
}

/** How much of an order is not expected on its day of delivery. */
function getShareAfterDay(order: Arriving): LaterShare {
  const { state, consignments, deliveryDate, laterGoods } = order
  if (state === 'part_despatched' || consignments === 'split' || deliveryDate === null) return laterGoods
  // What was found missing since may still arrive on the day that was promised for all.
  const lastDay = getLastDay(order)
  if (lastDay !== null && lastDay <= deliveryDate) return 'none'
  return laterGoods === 'part' && consignments === 'together' ? 'all' : laterGoods
}

// What left in one parcel before its day arrives on it; several parcels have days of their own, which are beside them.
function formatSent(
  { state, deliveryCode, deliveryDate, despatchedAt }: Arriving,
  today: IsoDate,
): string | null {
  if (state === 'collected' || despatchedAt.length !== 1 || deliveryDate === null || deliveryDate < today)
    return null
  const sentOn = toLondonTime(new Date(despatchedAt[0]!)).date
  return sentOn < deliveryDate ? formatArrivalDay(deliveryCode, toIsoDate(deliveryDate), today) : null
}

// The next e-mail says so; a new day is not promised.
const releasedMessage = 'Released: we’ll email you when it’s on its way'
const releasedCollectionMessage = 'Released: we’ll email you when it’s ready to collect'

const formatRest = (arrival: LaterArrival, today: IsoDate): string =>
  arrival.leadTime
    ? `The rest ${isOverdue(arrival, today) ? 'was due ' : ''}${formatLaterArrival(arrival)}`
    : 'The rest is to follow'

function formatLater(arrival: LaterArrival, today: IsoDate): string {
  const text = formatLaterArrival(arrival)
  return isOverdue(arrival, today) ? `Late: was due ${text}` : upperFirst(text)
}

function isOverdue(arrival: LaterArrival, today: IsoDate): boolean {
  const lastDay = getLastDay(arrival)
  return lastDay !== null && lastDay < today
}

// How sure the day of a service is (option-text.ts in delivery).
const preposition: Record<string, string> = {
  CI4: 'about ',
  NO5: 'about ',
  QTD: 'about ',
  IE3: 'by ',
  HI2: 'by ',
}

function formatArrivalDay(code: string, date: IsoDate, today: IsoDate): string {
  if (code === 'COL') return `To collect from ${date < today ? formatDate(date) : formatDay(date)}`
  if (date < today) return `Late: was due ${formatPastDay(date, today)}`
  return `Arrives ${preposition[code] ?? ''}${date === today ? 'today, ' : ''}${formatDay(date)}`
}

const formatPastDay = (date: IsoDate, today: IsoDate): string =>
  date.slice(0, 4) === today.slice(0, 4) ? formatDayOfMonth(date) : formatDate(date)
