import type { Config } from '../../infra/config.ts'
import { parseShopSettings } from '../../infra/shop-settings.ts'
import { toCurrentTexts } from '../../infra/stored-settings.ts'
import { compareChanges, type SettingChange } from '../../lib/setting-changes.ts'
import { type SettingsPart, toFieldError } from './settings.ts'

/** What would be wrong with the settings now or at any time when a change begins, beside the field; null: nothing. */
export function findProblem(
  config: Pick<Config, 'firstTexts' | 'pinned'>,
  changes: readonly SettingChange[],
  now: Date,
  part: SettingsPart,
): { id: string; text: string } | null {
  const sorted = changes.toSorted(compareChanges)
  const times = [now, ...sorted.map(({ effectiveFrom }) => effectiveFrom).filter(at => at > now)]
  for (const at of times) {
    const parsed = parseShopSettings(toCurrentTexts(config, sorted, at))
    if (typeof parsed === 'string') return toFieldError(parsed, part)
  }
  return null
}
