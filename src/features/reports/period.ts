import { addDays, countDaysBetween, formatShortDate, type IsoDate, toIsoDate } from '../../lib/dates.ts'

/** Two spans of the same length, both with their last day. */
export interface ReportPeriod {
  from: IsoDate
  until: IsoDate
  beforeFrom: IsoDate
  beforeUntil: IsoDate
}

export type Comparison = 'before' | 'year'

const usualDays = 30
const maxDays = 3660

/**
 * The days that a report is about, and those beside which it shows them: as many right before, or the same days a year
 * earlier. Without days the last 30; with one of them, 30 from or until it. The later of two days that are the wrong way
 * round is the last one.
 */
export function getPeriod(
  chosen: { from: IsoDate | null; until: IsoDate | null },
  beside: Comparison,
  today: IsoDate,
): ReportPeriod {
  const end = chosen.until ?? (chosen.from === null ? today : addDays(chosen.from, usualDays - 1))
  const begin = chosen.from ?? addDays(end, 1 - usualDays)
  const [first, until] = begin <= end ? [begin, end] : [end, begin]
  const from = countDaysBetween(first, until) < maxDays ? first : addDays(until, 1 - maxDays)
  const days = countDaysBetween(from, until) + 1
  return beside === 'year'
    ? { from, until, beforeFrom: toYearBefore(from), beforeUntil: toYearBefore(until) }
    : { from, until, beforeFrom: addDays(from, -days), beforeUntil: addDays(from, -1) }
}

/** 29 February → 28 February. */
function toYearBefore(date: IsoDate): IsoDate {
  const monthAndDay = date.slice(5) === '02-29' ? '02-28' : date.slice(5)
  return toIsoDate(`${Number(date.slice(0, 4)) - 1}-${monthAndDay}`)
}

/** 'Sun 1 Nov 2026 to Mon 30 Nov 2026, beside …'. */
export const formatPeriod = ({ from, until, beforeFrom, beforeUntil }: ReportPeriod): string =>
  `${formatShortDate(from)} to ${formatShortDate(until)}, beside ${formatShortDate(beforeFrom)} to ${formatShortDate(beforeUntil)}.`

/** 'up 12%', 'down 3%', 'new'; '' without a change. */
export function formatChange(now: number, before: number): string {
  if (before <= 0) return now > 0 ? 'new' : ''
  const percent = Math.round((now / before - 1) * 100)
  return percent === 0 ? 'the same' : `${percent > 0 ? 'up' : 'down'} ${Math.abs(percent)}%`
}
