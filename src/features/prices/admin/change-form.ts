import type { BodyOf } from '../../../lib/calls/call.ts'
import { type FieldErrors, formatRequired, toFieldErrors } from '../../../lib/calls/field-checks.ts'
import { type IsoDate, parseIsoDate } from '../../../lib/dates.ts'
import type { RuleTarget } from '../price-rule.ts'
import { type DescribedRule, formatPercent, formatTarget, parsePercent } from './rule-form.ts'
import type { schedulePriceChange } from './schemas.ts'

export type ChangeForm = Omit<BodyOf<typeof schedulePriceChange>, 'checked' | 'confirm'>

/** Of the list prices of today, in percent. */
export interface TypedChange {
  scope: RuleTarget['scope']
  target: string
  kind: 'percent_on' | 'percent_off'
  /** Hundredths of a percent. */
  value: number
  starts: IsoDate
}

export const changesUrl = '/admin/prices/changes'
export const newChangeUrl = '/admin/prices/changes/new'
export const toChangeUrl = (id: number): `/admin/${string}` => `/admin/prices/changes/${id}`
export const toChangeSubject = (id: number): string => `price change ${id}`

export function parseChange(
  form: ChangeForm,
  today: IsoDate,
): { change: TypedChange } | { errors: FieldErrors } {
  const { scope, target, kind } = form
  const value = parsePercent(form.value)
  const starts = parseIsoDate(form.starts)
  const errors = toFieldErrors({
    target: [scope !== 'all' && target === '' && 'Say which one.'],
    value: [
      value === null && 'Enter a percentage, such as 4.',
      value !== null && (value < 1 || value > 9_999) && 'Enter more than 0 and less than 100.',
    ],
    starts: [
      starts === null && formatRequired('Day'),
      starts !== null && starts <= today && 'New prices begin tomorrow or later.',
    ],
  })
  return Object.keys(errors).length > 0
    ? { errors }
    : { change: { scope, target, kind, value: value!, starts: starts! } }
}

/** 'Brand Fleetguard + 4%' */
export const formatChangeTitle = ({ scope, kind, value }: TypedChange, name: DescribedRule['name']): string =>
  `${formatTarget({ scope, name })} ${kind === 'percent_on' ? '+' : '−'} ${formatPercent(value)}`
