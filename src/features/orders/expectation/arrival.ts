import { formatDate, formatDay, formatDayOfMonth, type IsoDate } from '../../../lib/dates.ts'
import { type DayRange, formatDayRange } from '../../../lib/day-range.ts'
import { lowerFirst, upperFirst } from '../../../lib/text.ts'
import { type Delay, formatNewDay } from '../delay.ts'
import type { Order } from '../order.ts'
import { isIn } from '../states.ts'
import { type Expectation, expectStoredOrder, findArrivalOfSent, toExpectedLines } from './expectation.ts'

/** When an order arrives, for its customer. */

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
  > {
  expectation: Expectation
  /** When each parcel left, the last last: ISO instants. */
  despatchedAt: readonly string[]
}

interface ParcelPieces {
  despatchedAt: string
  lines: readonly { position: number; quantity: number }[]
}

/** Of an order that was read for its own page. */
export const toArriving = <StoredOrder extends Order & { parcels: readonly ParcelPieces[] }>(
  order: StoredOrder,
  today: IsoDate,
): StoredOrder & Arriving => ({
  ...order,
  expectation: expectStoredOrder(order, toExpectedLines(order.lines, order.parcels), today),
  despatchedAt: order.parcels.map(({ despatchedAt }) => despatchedAt),
})

/** For a list of orders; null where nothing is on its way. */
export function formatOrderArrival(order: Arriving, today: IsoDate): string | null {
  const { state, onStop, wasHeld, deliveryCode, expectation, despatchedAt } = order
  const { day, backOrderedShare } = expectation
  if (state === 'despatched' || state === 'collected') {
    const sentDay = findArrivalOfSent(order, despatchedAt, today)
    return sentDay && formatArrivalDay(deliveryCode, sentDay, today)
  }
  if (!isIn('isDespatchable', state)) return null
  if (order.amountDue > 0) return 'Waiting for your payment'
  if (onStop) return order.holdReason === '' ? 'Not sent: your account is on stop' : 'Not sent yet'
  if (order.isReadyToCollect) return 'Waiting for you at the counter'
  if (expectation.source === 'announced') return formatDelay(expectation)
  if (state === 'part_despatched') return formatRest(expectation)
  if (wasHeld) return deliveryCode === 'COL' ? releasedCollectionMessage : releasedMessage
  if (day === null || backOrderedShare === 'all') return formatBackOrder(expectation)
  const text = formatArrivalDay(deliveryCode, day, today)
  return backOrderedShare === 'part' ? `${text}, the rest later` : text
}

/**
 * When pieces of a line come that are still to be sent: on the day that was announced, else after the lead time of those that
 * were not in stock. '': they were in stock, but did not leave with the others, so that no day can be promised.
 */
export const formatRestArrival = (delay: Delay | null, range: DayRange | null): string =>
  delay ? formatNewDay(delay) : range ? lowerFirst(formatDayRange(range)) : ''

/** Beside ‘Delayed’. */
function formatDelay({ day, isPast }: Expectation): string {
  if (day === null) return 'We’ll email you as soon as we know the day'
  return `${isPast ? 'Was due' : 'Now due'} ${formatDay(day)}`
}

// The next e-mail says so; a new day is not promised.
const releasedMessage = 'Released: we’ll email you when it’s on its way'
const releasedCollectionMessage = 'Released: we’ll email you when it’s ready to collect'

const formatRest = ({ range, isRangeLate }: Expectation): string =>
  range ? `The rest ${isRangeLate ? 'was due ' : ''}${formatDayRange(range)}` : 'The rest is to follow'

function formatBackOrder({ range, isRangeLate }: Expectation): string {
  const text = formatDayRange(range)
  return isRangeLate ? `Late: was due ${text}` : upperFirst(text)
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
