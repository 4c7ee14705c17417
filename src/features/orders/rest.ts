import { formatCount, pluralize } from '../../lib/count.ts'
import { formatDay, type IsoDate } from '../../lib/dates.ts'
import {
  findLastArrival,
  formatLaterArrival,
  getLastDay,
  type LaterArrival,
  startOn,
} from '../../lib/later-arrival.ts'
import { lowerFirst, upperFirst, wasOrWere } from '../../lib/text.ts'
import { formatDelay, formatDelayEvent } from './delay.ts'
import { listToCome, type OpenLine } from './despatch/rules.ts'
import { getOrderDay } from './despatch/view.ts'
import type { Order } from './order.ts'
import { findPromisedDay } from './promised-day.ts'

/** When the rest of an order is due of which a part has left, for staff. */

type RestOrder = Pick<
  Order,
  'state' | 'onStop' | 'consignments' | 'delay' | 'wasHeld' | 'deliveryDate' | 'placedAt'
>

export interface DueText {
  text: string
  /** The day has passed. */
  isLate: boolean
}

/** Pieces that are due at the same time; without either day none was given for them. */
interface PiecesOfDay {
  quantity: number
  promised: IsoDate | null
  /** Of goods that were not in stock, or were found missing since. */
  later: LaterArrival | null
}

/** Of a line. */
interface DuePieces extends PiecesOfDay {
  /** All that is still to go of the line can go now. */
  canGo: boolean
}

/**
 * When the pieces of a line are due: 'Promised Monday 30 November', 'Due about 4–11 December', 'No date yet'. Of those that
 * can go now before the day that was given for them 'Customer expects it about 4–11 December', or 'Customer has no date'.
 */
export function formatLineDue(
  order: RestOrder,
  lines: readonly OpenLine[],
  line: OpenLine,
  today: IsoDate,
): DueText {
  const { delay } = order
  if (delay)
    return delay.day === null
      ? { text: 'Delayed, no day yet', isLate: false }
      : { text: formatDelay(delay, today), isLate: delay.day < today }
  const parts = listDuePieces(order, lines, [line])
  if (parts.every(part => isEarly(part, today))) return { text: formatExpected(parts), isLate: false }
  if (!parts.some(hasDay)) return { text: 'No date yet', isLate: false }
  const texts = parts.map(part => {
    const isLate = isOverdue(part, today)
    const was = parts.length === 1 ? 'was' : wasOrWere(part.quantity)
    const promised = order.onStop ? `${was} promised` : 'promised'
    const verb = isLate ? `${was} due` : part.promised === null ? 'due' : promised
    const text = hasDay(part) ? `${verb} ${formatDays(part, isLate)}` : 'with no date yet'
    return parts.length === 1 ? upperFirst(text) : `${formatCount(part.quantity)} ${text}`
  })
  return { text: texts.join(', '), isLate: parts.some(part => isOverdue(part, today)) }
}

/**
 * When the rest is due, a row for each day: 'The rest is promised for Monday 30 November', or '12 pieces promised for Monday
 * 30 November', '4 pieces due about 11–18 December' and '2 pieces with no date yet'. What can go now before the day that was
 * given for it has no row beside others. `today` null: as it was announced, with no day marked that has passed.
 */
export function formatRestDue(
  order: RestOrder,
  lines: readonly OpenLine[],
  today: IsoDate | null,
): DueText[] {
  if (order.delay) return [formatRestDelay(order.delay.day, today)]
  const pieces = listDuePieces(order, lines, lines)
  const due = today === null ? pieces : pieces.filter(part => !isEarly(part, today))
  if (due.length === 0) return [{ text: formatExpected(pieces), isLate: false }]
  if (!pieces.some(hasDay)) return [{ text: noDayForRest, isLate: false }]
  const isAll = due.length === pieces.length
  const groups = groupByDay(due)
  return groups.map(group => {
    const { quantity, promised } = group
    const isLate = isOverdue(group, today)
    const isRest = isAll && groups.length === 1
    const subject = isRest ? 'The rest' : pluralize(quantity, 'piece')
    const was = isRest ? 'was' : wasOrWere(quantity)
    const is = isRest ? 'is ' : ''
    // Of a held order it was promised: nothing holds while nothing goes out.
    const isPromised = `${order.onStop ? `${was} ` : is}promised for`
    const verb = isLate ? `${was} due` : promised === null ? `${is}due` : isPromised
    const text = `${subject} ${hasDay(group) ? `${verb} ${formatDays(group, isLate)}` : 'with no date yet'}`
    return { text, isLate }
  })
}

const noDayForRest = 'No day promised for the rest'

/** The pieces can go now, and their day was not promised and has not passed. */
const isEarly = (part: DuePieces, today: IsoDate): boolean =>
  part.canGo && part.promised === null && !isOverdue(part, today)

/** When the customer expects pieces that can go before: 'Customer expects it about 4–11 December', 'Customer expects 4 pieces about 4–11 December, has no date for 2'. */
function formatExpected(pieces: readonly DuePieces[]): string {
  const dated = pieces.filter(({ later }) => later !== null)
  if (dated.length === 0) return 'Customer has no date'
  const last = findLastArrival(
    dated.flatMap(({ later }) => later ?? []),
    null,
  )
  const when = formatLaterArrival(last)
  if (dated.length === pieces.length) return `Customer expects it ${when}`
  const count = (parts: readonly DuePieces[]) => parts.reduce((sum, { quantity }) => sum + quantity, 0)
  const undated = count(pieces) - count(dated)
  return `Customer expects ${pluralize(count(dated), 'piece')} ${when}, has no date for ${formatCount(undated)}`
}

const formatRestDelay = (day: string | null, today: IsoDate | null): DueText =>
  day !== null && today !== null && day < today
    ? { text: `The rest was due ${formatDay(day as IsoDate)}`, isLate: true }
    : { text: `The rest is ${lowerFirst(formatDelayEvent(day as IsoDate | null))}`, isLate: false }

/** The pieces of `some` of the order's lines. Those that come later were promised too, unless the customer chose two parts. */
function listDuePieces(order: RestOrder, lines: readonly OpenLine[], some: readonly OpenLine[]): DuePieces[] {
  const promised = findPromisedDay(order, lines)
  const orderedOn = getOrderDay(order.placedAt)
  return listToCome(some, []).flatMap(({ line, quantity }) => {
    const canGo = line.sendable >= quantity
    const laterQuantity = Math.min(quantity, line.laterQuantity)
    const pieces: DuePieces[] = [
      { quantity: quantity - laterQuantity, promised, later: null, canGo },
      {
        quantity: laterQuantity,
        promised: order.consignments === 'split' ? null : promised,
        later: line.leadTime && startOn(line, orderedOn),
        canGo,
      },
    ]
    return pieces.filter(part => part.quantity > 0)
  })
}

/** Pieces with a promised day come first, those without any day last. */
function groupByDay(pieces: readonly DuePieces[]): PiecesOfDay[] {
  const getRank = ({ promised, later }: DuePieces) =>
    promised === null ? (later === null ? 3 : 2) : later === null ? 0 : 1
  const groups = Map.groupBy(
    pieces.toSorted((a, b) => getRank(a) - getRank(b)),
    getRank,
  )
  return [...groups.values()].map(group => ({
    promised: group[0]!.promised,
    quantity: group.reduce((sum, { quantity }) => sum + quantity, 0),
    later:
      group[0]!.later &&
      findLastArrival(
        group.flatMap(({ later }) => later ?? []),
        null,
      ),
  }))
}

const hasDay = ({ promised, later }: PiecesOfDay): boolean => promised !== null || later !== null

const isOverdue = ({ promised, later }: PiecesOfDay, today: IsoDate | null): boolean =>
  today !== null && [promised, later && getLastDay(later)].some(day => day !== null && day < today)

/** 'Monday 30 November', 'about 4–11 December'; of goods that were found missing both. */
const formatDays = ({ promised, later }: PiecesOfDay, isLate: boolean): string =>
  [
    ...(promised === null ? [] : [formatDay(promised)]),
    ...(later === null ? [] : [formatLaterArrival(later)]),
  ].join(isLate ? ', then ' : ', now ')
