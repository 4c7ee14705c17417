import type { Tx } from '../../infra/app-context.ts'
import type { Config } from '../../infra/config.ts'
import { parseShopSettings } from '../../infra/shop-settings.ts'
import { toCurrentTexts } from '../../infra/stored-settings.ts'
import { formatTime, fromLondonTime, isWeekend, toLondonTime } from '../../lib/dates.ts'
import { getCutOff } from '../../lib/delivery-settings.ts'
import { compareChanges, type SettingChange } from '../../lib/setting-changes.ts'
import { parseTerms } from '../../lib/terms.ts'
import { countPromisedToday } from './queries.ts'
import { type SettingsPart, type TypedSettings, toFieldError } from './settings.ts'

interface SettingProblem {
  /** Of the field. */
  id: string
  text: string
}

/** Orders keep the version of the terms that they agreed to, so a changed text is a new version. */
export function findTermsProblem(
  before: string | undefined,
  after: string | undefined,
): SettingProblem | null {
  if (before === after) return null
  const text = findTermsFault(before ?? '', after ?? '')
  return text === null ? null : { id: 'TERMS', text }
}

function findTermsFault(before: string, after: string): string | null {
  if (after === '') return 'The terms cannot be empty: without them no order is taken.'
  const [earlier, terms] = [parseTerms(before), parseTerms(after)]
  if (typeof terms === 'string' || typeof earlier === 'string' || terms.version !== earlier.version)
    return null
  return `The text has changed, so give it another version than ${terms.version} in its first line: orders keep the version that their customers agreed to.`
}

/** An earlier cut-off of today would break the promise of orders that came after it: they were to leave today. */
export async function findCutOffProblem(
  tx: Tx,
  before: TypedSettings,
  after: TypedSettings,
  now: Date,
): Promise<SettingProblem | null> {
  const [old, cutOff] = [before, after].map(texts => {
    const shop = parseShopSettings(texts)
    return typeof shop === 'string' ? null : shop.delivery
  })
  if (!old || !cutOff) return null
  const { date, minutes } = toLondonTime(now)
  const [from, until] = [getCutOff(cutOff, date), Math.min(getCutOff(old, date), minutes)]
  if (from >= until || isWeekend(date)) return null
  const count = await countPromisedToday(tx, fromLondonTime(date, from), fromLondonTime(date, until + 1))
  if (count === 0) return null
  const orders = count === 1 ? 'One order that came' : `${count} orders that came`
  return {
    id: 'CUT_OFF_',
    text: `${orders} after ${formatTime(from)} today ${count === 1 ? 'was' : 'were'} promised to leave today. Let the change begin tomorrow.`,
  }
}

/** What would be wrong with the settings now or at any time when a change begins, beside the field; null: nothing. */
export function findProblem(
  config: Pick<Config, 'firstTexts' | 'pinned'>,
  changes: readonly SettingChange[],
  now: Date,
  part: SettingsPart,
): SettingProblem | null {
  const sorted = changes.toSorted(compareChanges)
  const times = [now, ...sorted.map(({ effectiveFrom }) => effectiveFrom).filter(at => at > now)]
  for (const at of times) {
    const parsed = parseShopSettings(toCurrentTexts(config, sorted, at))
    if (typeof parsed === 'string') return toFieldError(parsed, part)
  }
  return null
}
