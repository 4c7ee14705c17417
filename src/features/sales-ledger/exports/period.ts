import { addDays, getFirstOfMonth, type IsoDate, parseIsoDate } from '../../../lib/dates.ts'
import { type FieldErrors, toFieldErrors } from '../../../lib/field-checks.ts'

/** Both days included. */
export interface Period {
  from: IsoDate
  to: IsoDate
}

/** The month before this day. */
export function getLastMonth(today: IsoDate): Period {
  const to = addDays(getFirstOfMonth(today), -1)
  return { from: getFirstOfMonth(to), to }
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
