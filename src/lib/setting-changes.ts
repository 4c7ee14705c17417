/** A change of a setting, from a time on. */
export interface SettingChange {
  id: number
  name: string
  /** In the form of the environment; '': not set. */
  value: string
  effectiveFrom: Date
  isUndone: boolean
}

/** Of these all changes apply together, a line each; of others the last. */
export const addedSettings: readonly string[] = ['CLOSING_DAYS', 'BANK_HOLIDAYS']

/** The values that changes have given to settings at a time; `changes` are in the order in which they begin. */
export function pickSettings(changes: readonly SettingChange[], at: Date): Record<string, string> {
  const begun = changes.filter(({ effectiveFrom, isUndone }) => !isUndone && effectiveFrom <= at)
  const values: Record<string, string> = {}
  for (const { name, value } of begun)
    values[name] = addedSettings.includes(name) && values[name] ? `${values[name]}\n${value}` : value
  return values
}

/** In the order in which they begin. */
export const compareChanges = (a: SettingChange, b: SettingChange): number =>
  a.effectiveFrom.getTime() - b.effectiveFrom.getTime() || a.id - b.id
