import { type LeadTime, unknownArrivalMessage } from './availability.ts'
import { addDays, formatDayOfMonth, type IsoDate } from './dates.ts'

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
