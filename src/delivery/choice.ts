import type { IsoDate } from '../shared/dates.ts'
import type { DeliveryOption } from './options.ts'
import type { ChoiceRefusal } from './words.ts'

export type ChoiceVerdict =
  | { chosen: true; option: DeliveryOption; date: IsoDate | null }
  | { chosen: false; why: ChoiceRefusal }

/**
 * Whether a delivery chosen earlier still holds against the options of now (specification §4: else back to stage 3).
 * `arg` is the day the buyer was shown or has named; without one he gets the day that the option has now.
 */
export function judgeChoice(
  options: readonly DeliveryOption[],
  code: string,
  arg: string | null | undefined,
): ChoiceVerdict {
  const option = options.find(offered => offered.code === code)
  if (!option) return { chosen: false, why: 'not_offered' }
  if (!arg || option.arg === null) return { chosen: true, option, date: option.arg }
  const date = (option.days ?? [option.arg]).find(day => day === arg)
  return date ? { chosen: true, option, date } : { chosen: false, why: 'day_gone' }
}
