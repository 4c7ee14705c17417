import { type FieldErrors, toFieldErrors } from '../../../lib/calls/field-checks.ts'
import {
  addDays,
  formatDate,
  getEndOfMonth,
  getFirstOfMonth,
  type IsoDate,
  parseIsoDate,
  toIsoDate,
} from '../../../lib/dates.ts'

/** Both days included. */
export interface Period {
  from: IsoDate
  to: IsoDate
}

export function getLastMonth(today: IsoDate): Period {
  const to = addDays(getFirstOfMonth(today), -1)
  return { from: getFirstOfMonth(to), to }
}

function getFirstOfMonthBefore(today: IsoDate, count: number): IsoDate {
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 - count
  return toIsoDate(`${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`)
}

/** The periods that are exported most, as seen from this day. Quarters begin in January, April, July and October. */
export function listUsualPeriods(today: IsoDate): { name: string; period: Period }[] {
  const monthsIntoQuarter = (Number(today.slice(5, 7)) - 1) % 3
  return [
    { name: 'Last month', period: getLastMonth(today) },
    { name: 'This month', period: { from: getFirstOfMonth(today), to: getEndOfMonth(today) } },
    {
      name: 'Last quarter',
      period: {
        from: getFirstOfMonthBefore(today, monthsIntoQuarter + 3),
        to: addDays(getFirstOfMonthBefore(today, monthsIntoQuarter), -1),
      },
    },
  ]
}

/** 'October 2026' for a whole month, otherwise '1 October 2026 to 15 November 2026'. */
export function formatPeriod({ from, to }: Period): string {
  const isMonth = from === getFirstOfMonth(from) && to === getEndOfMonth(from)
  return isMonth ? formatDate(from).slice(2) : `${formatDate(from)} to ${formatDate(to)}`
}

/** The period of a form; both empty: `fallback`. */
export function parsePeriod(
  input: { from: string; to: string },
  fallback: Period,
): { period: Period } | { errors: FieldErrors } {
  if (input.from === '' && input.to === '') return { period: fallback }
  const from = parseIsoDate(input.from)
  const to = parseIsoDate(input.to)
  const errors = toFieldErrors({
    from: [!from && 'Enter the first day of the period, such as 2026-11-01.'],
    to: [
      !to && 'Enter the last day of the period, such as 2026-11-30.',
      from !== null && to! < from && 'The last day can’t be before the first.',
    ],
  })
  return from && to && Object.keys(errors).length === 0 ? { period: { from, to } } : { errors }
}
