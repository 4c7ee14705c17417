import type { BodyOf } from '../../../lib/calls/call.ts'
import { type FieldErrors, formatRequired, toFieldErrors } from '../../../lib/calls/field-checks.ts'
import { formatDate, type IsoDate, parseIsoDate } from '../../../lib/dates.ts'
import { formatPounds, maxTypedPrice, parsePounds, pence, priceTooHigh } from '../../../lib/money.ts'
import { maxQuantity, parseQuantity } from '../../../lib/quantity.ts'
import type { PriceRule, RuleKind, RuleTarget } from '../price-rule.ts'
import type { addPriceRule } from './schemas.ts'

export type RuleForm = Omit<BodyOf<typeof addPriceRule>, 'seen'>

export type TypedRule = Omit<PriceRule, 'target'> & Pick<RuleForm, 'target'> & Pick<RuleTarget, 'scope'>

export const pricesUrl = '/admin/prices'
export const newListUrl = '/admin/prices/lists/new'
export const toListUrl = (id: number): `/admin/${string}` => `/admin/prices/lists/${id}`
export const toListSubject = (id: number): string => `price list ${id}`

export const scopeNames = { all: 'All parts', type: 'A type', brand: 'A brand', product: 'One part' }
export const kindNames = {
  percent_off: 'Percent off the list price',
  percent_on: 'Percent on the list price',
  fixed: 'Fixed price in pounds',
}

/** Beyond it a number is typed twice: a slip is ten or a hundred times as much. */
export const largeMove = 30

/** '12.5' or '12.5%' → 1250; null: no percentage with at most two decimals. */
export function parsePercent(text: string): number | null {
  const match = /^(\d{1,4})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim())
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}

export const formatPercent = (hundredths: number): string => `${hundredths / 100}%`

export const noTarget = {
  all: '',
  brand: 'There is no brand with this name.',
  type: 'There is no type with this name.',
  product: 'There is no part with this number.',
}

export const createRuleForm = (today: IsoDate): RuleForm => ({
  ...{ scope: 'all', target: '', kind: 'percent_off', value: '', min_quantity: '1' },
  ...{ valid_from: today, valid_to: '', confirm: '' },
})

export function parseRule(form: RuleForm, today: IsoDate): { rule: TypedRule } | { errors: FieldErrors } {
  const { scope, target, kind } = form
  const value = kind === 'fixed' ? parsePounds(form.value) : parsePercent(form.value)
  const minQuantity = parseQuantity(form.min_quantity)
  const validFrom = parseIsoDate(form.valid_from)
  const validTo = parseIsoDate(form.valid_to)
  const errors = toFieldErrors({
    target: [scope !== 'all' && target === '' && 'Say which one.'],
    value: [
      value === null &&
        (kind === 'fixed' ? 'Enter a price in pounds, such as 12.50.' : 'Enter a percentage, such as 15.'),
      kind === 'fixed' && value !== null && value > maxTypedPrice && priceTooHigh,
      kind !== 'fixed' &&
        value !== null &&
        (value < 1 || value > 9_999) &&
        'Enter more than 0 and less than 100.',
    ],
    min_quantity: [
      (minQuantity === null || minQuantity < 1) && `Enter a number of pieces from 1 to ${maxQuantity}.`,
    ],
    valid_from: [
      validFrom === null && formatRequired('First day'),
      validFrom !== null && validFrom < today && 'A rule begins today or later.',
    ],
    valid_to: [
      form.valid_to !== '' && validTo === null && 'Enter a day, or leave it empty.',
      validTo !== null && validFrom !== null && validTo < validFrom && 'The last day is before the first.',
    ],
  })
  if (Object.keys(errors).length > 0) return { errors }
  return {
    rule: { scope, target, kind, value: value!, minQuantity: minQuantity!, validFrom: validFrom!, validTo },
  }
}

export interface DescribedRule extends Omit<PriceRule, 'target'> {
  scope: RuleTarget['scope']
  /** Of the brand, type or part; '' of all. */
  name: string
}

export const formatTarget = ({ scope, name }: Pick<DescribedRule, 'scope' | 'name'>): string =>
  ({ all: 'All parts', type: `Type ${name}`, brand: `Brand ${name}`, product: name })[scope]

export function formatEffect({ kind, value }: { kind: RuleKind; value: number }): string {
  if (kind === 'fixed') return formatPounds(pence(value))
  return `${formatPercent(value)} ${kind === 'percent_off' ? 'off' : 'on'} list`
}

export const formatDays = ({ validFrom, validTo }: Pick<PriceRule, 'validFrom' | 'validTo'>): string =>
  `from ${formatDate(validFrom)}${validTo === null ? '' : ` to ${formatDate(validTo)}`}`

/** 'Brand Fleetguard: 15% off list from 10 pieces, from 1 January 2027' */
export function formatRule(rule: DescribedRule): string {
  const pieces = rule.minQuantity > 1 ? ` from ${rule.minQuantity} pieces` : ''
  return `${formatTarget(rule)}: ${formatEffect(rule)}${pieces}, ${formatDays(rule)}`
}

/** What a change of prices comes to. */
export interface PriceEffect {
  products: number
  /** The largest move of a list price that it makes, in percent. */
  largestMove: number
  belowCost: number
  /** One that would be sold below cost; ''. */
  belowCostCode: string
}

/** Why a rule or a change is not accepted yet; null: it is. Managers may sell below cost. */
export function getEffectErrors(
  { products, largestMove, belowCost, belowCostCode }: PriceEffect,
  { confirm, isManager }: { confirm: string; isManager: boolean },
): FieldErrors | null {
  if (products === 0) return { target: 'No part is of it.' }
  if (belowCost > 0 && !isManager) {
    const more = belowCost === 1 ? '' : ` and ${belowCost - 1} more`
    return {
      value: `${belowCostCode}${more} would be sold below cost. Ask a manager, or choose another price.`,
    }
  }
  if (largestMove > largeMove && confirm !== String(largestMove))
    return { confirm: `This moves prices by up to ${largestMove}%. Tick the box if that is right.` }
  return null
}
