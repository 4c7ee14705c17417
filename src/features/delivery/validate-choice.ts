import type { IsoDate } from '../../lib/dates.ts'
import type { ChoiceRefusal } from './messages.ts'
import type { DeliveryOption } from './options.ts'

export type DeliveryChoice =
  | { valid: true; option: DeliveryOption; date: IsoDate | null }
  | { valid: false; why: ChoiceRefusal }

/**
 * Whether a delivery chosen earlier is still offered (R-DELIVERY-6). `day`: the day that was shown or chosen; without
 * one, the option's current day is used.
 */
export function validateDeliveryChoice(
  options: readonly DeliveryOption[],
  code: string,
  day: string | null | undefined,
): DeliveryChoice {
  const option = options.find(({ code: offered }) => offered === code)
  if (!option) return { valid: false, why: 'not_offered' }
  if (!day || code === 'quote') return { valid: true, option, date: option.arg }
  if (option.arg === null) return { valid: false, why: 'day_gone' }
  const date = (option.days ?? [option.arg]).find(offeredDay => offeredDay === day)
  return date ? { valid: true, option, date } : { valid: false, why: 'day_gone' }
}
