import { addDays, formatDayOfMonth, type IsoDate } from './dates.ts'

/** The days a product takes to arrive when none is in stock. Whole numbers from 1. */
export interface LeadTime {
  min: number
  max: number
}

/** How goods are sent of which a part is not in stock: what is there at once, or everything when it is complete. */
export type Consignments = (typeof consignmentChoices)[number]

export const consignmentChoices = ['split', 'together'] as const

export const consignmentMessages: Record<Consignments, string> = {
  split: 'Send what is there now, the rest when it arrives',
  together: 'Send all together',
}

/** A line of a basket or order, as far as stock concerns it. */
export interface StockedQuantity {
  quantity: number
  /** Pieces in stock for it; may be below 0 where back orders are taken. */
  available: number
  /** Null: not known. */
  leadTime: LeadTime | null
}

/** What of the goods is not in stock. */
export interface BackOrderedGoods {
  /** The longest of its lines; null as soon as one of them is not known. */
  leadTime: LeadTime | null
  /** False: nothing of the goods is in stock, so that there is nothing to send before. */
  isPart: boolean
}

/** The pieces of a line that are sent when they arrive; the others are in stock. */
export function countBackOrdered({
  quantity,
  available,
}: Pick<StockedQuantity, 'quantity' | 'available'>): number {
  return quantity - Math.min(quantity, Math.max(0, available))
}

/** Null: everything is in stock. */
export function findBackOrderedGoods(lines: readonly StockedQuantity[]): BackOrderedGoods | null {
  const backOrderedLines = lines.filter(line => countBackOrdered(line) > 0)
  if (backOrderedLines.length === 0) return null
  return {
    leadTime: findLongestLeadTime(backOrderedLines.map(({ leadTime }) => leadTime)),
    isPart: lines.some(line => countBackOrdered(line) < line.quantity),
  }
}

/** Null when one of them is not known. */
export function findLongestLeadTime(leadTimes: readonly (LeadTime | null)[]): LeadTime | null {
  const knownTimes = leadTimes.filter(leadTime => leadTime !== null)
  if (knownTimes.length < leadTimes.length || knownTimes.length === 0) return null
  return {
    min: Math.max(...knownTimes.map(({ min }) => min)),
    max: Math.max(...knownTimes.map(({ max }) => max)),
  }
}

export const unknownArrivalMessage = 'We will tell you the day'

/** 'about 2–3 weeks', or that no day is known yet; never a date. */
export function formatArrival(leadTime: LeadTime | null): string {
  return leadTime ? `about ${formatDays(leadTime)}` : unknownArrivalMessage
}

// In whole weeks from a fortnight on, rounded up: goods must not arrive later than said.
function formatDays({ min, max }: LeadTime): string {
  if (min < 14) return formatRange(min, max, 'day')
  return formatRange(Math.ceil(min / 7), Math.ceil(max / 7), 'week')
}

function formatRange(from: number, to: number, unit: string): string {
  if (from === to) return `${to} ${unit}${to === 1 ? '' : 's'}`
  return `${from}–${to} ${unit}s`
}

/** The layout of a page about goods that are not in stock, or that are ordered already: the top bar promises no day. */
export const withoutPromise = { promise: null }

/** The days between which goods are expected. */
export interface DayRange {
  first: IsoDate
  last: IsoDate
}

/** Null: the lead time, or the day from which it runs, is not known. */
export const toDayRange = (leadTime: LeadTime | null, start: IsoDate | null): DayRange | null =>
  leadTime && start && { first: addDays(start, leadTime.min), last: addDays(start, leadTime.max) }

/** When the last of several goods is expected; null: of one of them it is not known, or there are none. */
export function findLastRange(ranges: readonly (DayRange | null)[]): DayRange | null {
  const knownRanges = ranges.filter(range => range !== null)
  if (knownRanges.length < ranges.length || knownRanges.length === 0) return null
  return { first: findLatest(knownRanges, 'first'), last: findLatest(knownRanges, 'last') }
}

const findLatest = (ranges: readonly DayRange[], end: keyof DayRange): IsoDate =>
  ranges.map(range => range[end]).reduce((a, b) => (b > a ? b : a))

/** 'about 11–18 December', 'about 28 November – 5 December', 'about 11 December'; null: that we will tell the day. */
export function formatDayRange(range: DayRange | null): string {
  if (range === null) return unknownArrivalMessage
  const { first, last } = range
  if (first === last) return `about ${formatDayOfMonth(first)}`
  const isSameMonth = first.slice(0, 7) === last.slice(0, 7)
  return isSameMonth
    ? `about ${Number(first.slice(8))}–${formatDayOfMonth(last)}`
    : `about ${formatDayOfMonth(first)} – ${formatDayOfMonth(last)}`
}
