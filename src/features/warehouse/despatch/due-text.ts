import { type DayRange, findLastRange, formatDayRange } from '../../../lib/availability.ts'
import { formatCount, pluralize } from '../../../lib/count.ts'
import { formatDay } from '../../../lib/dates.ts'
import { lowerFirst, upperFirst, wasOrWere } from '../../../lib/text.ts'
import {
  countPieces,
  type Expectation,
  type ExpectedPieces,
  listOpenPieces,
} from '../../orders/expectation/expectation.ts'
import { formatDelayEvent } from './delay.ts'

export interface DueText {
  text: string
  isLate: boolean
}

/** Pieces that are due at the same time; without day and range, none was given for them. */
interface DuePieces extends Pick<ExpectedPieces, 'quantity' | 'day' | 'range' | 'isLate'> {
  isHeld: boolean
  /** All that is still to go of their line can go now, before the day that was given for it. */
  isEarly: boolean
}

/**
 * When the pieces of a line are due: 'Promised Monday 30 November', 'Due about 4–11 December', 'No date yet'. Of those that
 * can go now before the day that was given for them 'Customer expects it about 4–11 December', or 'Customer has no date'.
 */
export function formatLineDue({ source, pieces }: Expectation, position: number): DueText {
  const parts = listDuePieces(pieces.filter(group => group.position === position))
  const [{ day, isLate } = { day: null, isLate: false }] = parts
  if (source === 'announced')
    return day === null
      ? { text: 'Delayed, no day yet', isLate }
      : { text: `${isLate ? 'Was' : 'Now'} due ${formatDay(day)}`, isLate }
  if (parts.every(({ isEarly }) => isEarly)) return { text: formatExpected(parts), isLate: false }
  if (!parts.some(hasDay)) return { text: 'No date yet', isLate: false }
  const texts = parts.map(part => {
    const was = parts.length === 1 ? 'was' : wasOrWere(part.quantity)
    const promised = part.isHeld ? `${was} promised` : 'promised'
    const verb = part.isLate ? `${was} due` : part.day === null ? 'due' : promised
    const text = hasDay(part) ? `${verb} ${formatDays(part)}` : 'with no date yet'
    return parts.length === 1 ? upperFirst(text) : `${formatCount(part.quantity)} ${text}`
  })
  return { text: texts.join(', '), isLate: parts.some(part => part.isLate) }
}

/**
 * When the rest of an order is due of which a part has left, a row for each day: 'The rest is promised for Monday 30 November',
 * or '12 pieces promised for Monday 30 November', '4 pieces due about 11–18 December' and '2 pieces with no date yet'. What can
 * go now before the day that was given for it has no row beside others.
 */
export function formatRemainingDue({ source, pieces }: Expectation): DueText[] {
  const parts = listDuePieces(pieces)
  const [first] = parts
  if (source === 'announced') return first ? [formatRemainingDelay(first)] : []
  const due = parts.filter(({ isEarly }) => !isEarly)
  if (due.length === 0) return [{ text: formatExpected(parts), isLate: false }]
  if (!parts.some(hasDay)) return [{ text: 'No day promised for the rest', isLate: false }]
  const groups = groupByDay(due)
  const isAllRemaining = due.length === parts.length && groups.length === 1
  return groups.map(group => {
    const { quantity, day, isLate, isHeld } = group
    const subject = isAllRemaining ? 'The rest' : pluralize(quantity, 'piece')
    const was = isAllRemaining ? 'was' : wasOrWere(quantity)
    const is = isAllRemaining ? 'is ' : ''
    // Of a held order it was promised: nothing holds while nothing goes out.
    const isPromised = `${isHeld ? `${was} ` : is}promised for`
    const verb = isLate ? `${was} due` : day === null ? `${is}due` : isPromised
    return {
      text: `${subject} ${hasDay(group) ? `${verb} ${formatDays(group)}` : 'with no date yet'}`,
      isLate,
    }
  })
}

/** The same as it was announced to the customer, with no day marked that has passed. */
export const formatRemainingAnnounced = (expectation: Expectation): string =>
  formatRemainingDue({
    ...expectation,
    pieces: expectation.pieces.map(group => ({ ...group, isLate: false, canGo: false })),
  })
    .map(({ text }) => text)
    .join(', ')

/**
 * When the goods of an order without a promised day are expected, as its customer reads it: 'About 11–18 December', 'Part about
 * 11–18 December' when there is a day of a part.
 */
export function formatNoDate({ source, pieces }: Expectation, { wasHeld }: { wasHeld: boolean }): string {
  if (source === 'announced') return 'Delayed, no day yet'
  const backOrders = listOpenPieces(pieces).filter(({ isBackOrdered }) => isBackOrdered)
  const ranges = backOrders.flatMap(({ range }) => range ?? [])
  if (wasHeld || ranges.length === 0) return 'No day promised'
  const text = formatDayRange(findLastRange(ranges))
  return ranges.length < backOrders.length ? `Part ${text}` : upperFirst(text)
}

/** When the customer expects pieces that can go before: 'Customer expects it about 4–11 December', 'Customer expects 4 pieces about 4–11 December, has no date for 2'. */
function formatExpected(pieces: readonly DuePieces[]): string {
  const dated = pieces.filter(({ range }) => range !== null)
  if (dated.length === 0) return 'Customer has no date'
  const when = formatDayRange(findLastRange(dated.map(({ range }) => range)))
  if (dated.length === pieces.length) return `Customer expects it ${when}`
  const noDate = pieces.filter(({ range }) => range === null)
  return `Customer expects ${pluralize(sumQuantities(dated), 'piece')} ${when}, has no date for ${formatCount(sumQuantities(noDate))}`
}

const formatRemainingDelay = ({ day, isLate }: DuePieces): DueText =>
  day !== null && isLate
    ? { text: `The rest was due ${formatDay(day)}`, isLate }
    : { text: `The rest is ${lowerFirst(formatDelayEvent(day))}`, isLate: false }

/** Of each line, what was in stock when it was ordered before what was not. */
function listDuePieces(pieces: readonly ExpectedPieces[]): DuePieces[] {
  const lines = Map.groupBy(listOpenPieces(pieces), ({ position }) => position)
  return [...lines.values()].flatMap(line => {
    const canGo = line.every(group => group.canGo)
    const parts = Map.groupBy(line, ({ isBackOrdered }) => isBackOrdered)
    return [...parts.values()].map(groups => {
      const { day, range, isLate, state } = groups[0]!
      const isEarly = canGo && day === null && !isLate
      return { quantity: countPieces(groups), day, range, isLate, isHeld: state === 'held', isEarly }
    })
  })
}

/** Pieces with a promised day come first, those without any day last. */
function groupByDay(pieces: readonly DuePieces[]): DuePieces[] {
  // By day, by day and range, by range, by neither.
  const getRank = ({ day, range }: DuePieces): number =>
    day === null ? Number(range === null) + 2 : Number(range !== null)
  const ranked = Map.groupBy(
    pieces.toSorted((a, b) => getRank(a) - getRank(b)),
    getRank,
  )
  return [...ranked.values()].map(group => ({
    ...group[0]!,
    quantity: sumQuantities(group),
    range: findLastRange(group.map(({ range }) => range)),
    isLate: group.every(({ isLate }) => isLate),
  }))
}

const sumQuantities = (pieces: readonly { quantity: number }[]): number =>
  pieces.reduce((sum, { quantity }) => sum + quantity, 0)

const hasDay = ({ day, range }: { day: unknown; range: DayRange | null }): boolean =>
  day !== null || range !== null

/** 'Monday 30 November', 'about 4–11 December'; of goods that were found missing both. */
const formatDays = ({ day, range, isLate }: DuePieces): string =>
  [...(day === null ? [] : [formatDay(day)]), ...(range === null ? [] : [formatDayRange(range)])].join(
    isLate ? ', then ' : ', now ',
  )
