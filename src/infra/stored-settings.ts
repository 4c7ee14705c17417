import { pickSettings, type SettingChange } from '../lib/setting-changes.ts'
import type { AppContext, Db, Tx } from './app-context.ts'
import { type Config, toSender } from './config.ts'
import type { ChangeListeners } from './database/change-listeners.ts'
import { selectRows } from './database/query.ts'
import { changeableNames, parseShopSettings, type SettingTexts, type ShopSettings } from './shop-settings.ts'

export interface StoredSettings {
  /** Reads the changes again; resolves when the configuration has them. */
  reload(): Promise<void>
}

/** All changes of settings, in the order in which they begin; those of names that another release has are left out. */
export const listSettingChanges = async (db: Db | Tx): Promise<SettingChange[]> =>
  (
    await selectRows(db)<SettingChange>`
      select id, name, value, effective_from as "effectiveFrom", undone_at is not null as "isUndone"
      from setting order by effective_from, id`
  ).filter(({ name }) => (changeableNames as string[]).includes(name))

/** What the settings are at a time: the environment pins its own. */
export function toCurrentTexts(
  { firstTexts, pinned }: Pick<Config, 'firstTexts' | 'pinned'>,
  changes: readonly SettingChange[],
  at: Date,
): SettingTexts {
  const changed = Object.entries(pickSettings(changes, at)).filter(([name]) => !pinned.includes(name))
  const texts = Object.entries({ ...firstTexts, ...Object.fromEntries(changed) })
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}

/** For a command: the configuration with the settings that are stored. */
export async function withStoredSettings(config: Config, db: Db, at: Date): Promise<Config> {
  const settings = parseShopSettings(toCurrentTexts(config, await listSettingChanges(db), at))
  return typeof settings === 'string' ? config : { ...config, ...settings, ...toMailFrom(config, settings) }
}

const toMailFrom = ({ hasSender, mailFrom }: Pick<Config, 'hasSender' | 'mailFrom'>, shop: ShopSettings) => ({
  mailFrom: hasSender ? mailFrom : toSender(shop),
})

type LiveSettings = ShopSettings & Pick<Config, 'mailFrom' | 'hasSender' | 'settingsVersion'>

/**
 * Lets the configuration follow the stored settings: each read has what applies at that moment, so a change that begins on
 * a later day needs no job. The rows are read again whenever they change, in every process.
 */
export async function followSettings(
  { config, now, log }: Pick<AppContext, 'config' | 'now' | 'log'>,
  db: Db,
  changes: ChangeListeners,
): Promise<StoredSettings> {
  const first: LiveSettings = { ...config }
  // Tests set what no form has set.
  const overrides: Partial<LiveSettings> = {}
  let rows: readonly SettingChange[] = []
  let turns = 0
  let version = 0
  let live = first
  // Until the next change begins, the settings are the same; a clock that is set back makes them again.
  let validFrom = 0
  let validUntil = 0

  const update = (at: number) => {
    const begun = rows.filter(({ effectiveFrom }) => effectiveFrom.getTime() <= at)
    validFrom = begun.at(-1)?.effectiveFrom.getTime() ?? 0
    validUntil = rows[begun.length]?.effectiveFrom.getTime() ?? Number.POSITIVE_INFINITY
    const settings = begun.length > 0 ? parseShopSettings(toCurrentTexts(config, rows, new Date(at))) : first
    if (typeof settings === 'string') log.error({ problem: settings }, 'the stored settings are not valid')
    else if (begun.length > 0) live = { ...first, ...settings, ...toMailFrom(first, settings) }
    else live = first
    live = { ...live, ...overrides, settingsVersion: `${version}.${begun.length}` }
  }
  const read = (): LiveSettings => {
    const at = now().getTime()
    if (at < validFrom || at >= validUntil) update(at)
    return live
  }
  const reload = async () => {
    const turn = ++turns
    const changed = await listSettingChanges(db)
    // A later read may have finished first.
    if (turn < version) return
    rows = changed
    version = turn
    update(now().getTime())
  }
  await reload()
  const keys = Object.keys(parseShopSettings(config.firstTexts)) as (keyof ShopSettings)[]
  for (const key of [...keys, 'mailFrom', 'settingsVersion'] as (keyof LiveSettings)[])
    Object.defineProperty(config, key, {
      enumerable: true,
      get: () => read()[key],
      set: value => {
        Object.assign(overrides, { [key]: value })
        update(now().getTime())
      },
    })
  changes.onSettings(() => {
    reload().catch((error: Error) => log.error({ err: { message: error.message } }, 'settings are not read'))
  })
  return { reload }
}
