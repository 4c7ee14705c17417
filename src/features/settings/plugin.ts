import type { FastifyInstance } from 'fastify'
import { toPageResult } from '../../infra/pages/render.ts'
import { listSettingChanges, type StoredSettings, toCurrentTexts } from '../../infra/stored-settings.ts'
import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { formatDate, formatDateTime, fromLondonTime, parseIsoDate, toLondonTime } from '../../lib/dates.ts'
import { addedSettings, type SettingChange } from '../../lib/setting-changes.ts'
import { type AdminDeps, addAdminPage, type Rejection } from '../back-office/service.ts'
import { createStaffAction, done, invalid, refuse } from '../back-office/staff-action.server.ts'
import { listSubjectHistory } from '../back-office/subject-history.server.ts'
import { describeBrokenPromises, proposeYear } from './closing.server.ts'
import {
  getSettingsVersion,
  insertSettings,
  listEntries,
  lockSettings,
  type SettingEntry,
  undoRequest,
} from './queries.ts'
import { settingsPage } from './SettingsPage.tsx'
import { saveSettings, undoSettings } from './schemas.ts'
import {
  findFieldErrors,
  formatValue,
  fromTyped,
  listFieldIds,
  listPartNames,
  type SettingsPart,
  settingsParts,
  settingsUrl,
  type TypedSettings,
  toInputs,
  toPartUrl,
  toSettingsSubject,
} from './settings.ts'
import { findCutOffProblem, findProblem, findTermsProblem } from './validate.server.ts'

interface SettingsDeps extends AdminDeps {
  settings: StoredSettings
}

interface SettingsTarget {
  key: string
  part: SettingsPart
  version: number
}

const right = 'manager'
const pinnedMessage =
  'The server sets this, so it cannot be changed here: the person who runs the server would have to take it out there.'
const pastMessage = 'Choose a day after today, or leave it empty: then it applies at once.'

/** The settings of the shop, which managers change: each change begins now or on a later day, and can be undone. */
export async function settingsPlugin(app: FastifyInstance, deps: SettingsDeps): Promise<void> {
  const { context, settings } = deps
  const { config, db, now } = context

  const load = async ({ part: key }: { part: string }): Promise<SettingsTarget> => {
    const part = Object.hasOwn(settingsParts, key) ? settingsParts[key] : undefined
    if (!part) throw new Problem(404)
    return { key, part, version: await getSettingsVersion(db, toSettingsSubject(key)) }
  }

  const render = async (
    { key, part, version }: SettingsTarget,
    typed: TypedSettings = {},
    { notice, errors }: Rejection = { notice: null, errors: {} },
  ) => {
    const [changes, entries, history] = await Promise.all([
      listSettingChanges(db),
      listEntries(db, listPartNames(part)),
      listSubjectHistory(db, [toSettingsSubject(key)]),
    ])
    const texts = toCurrentTexts(config, changes, now())
    const fields = part.fields.flatMap(field =>
      toInputs(field, texts, typed).map(input => ({
        ...input,
        isPinned: config.pinned.includes(field.name),
      })),
    )
    const parts = Object.entries(settingsParts).map(([each, { name }]) => ({ name, url: toPartUrl(each) }))
    const props = {
      ...{ parts, url: toPartUrl(key), name: part.name, version: String(version), fields },
      ...{ begins: typed.begins ?? '', reason: typed.reason ?? '', history, notice, errors },
      changes: toChangeViews(part, entries, changes, now()),
      proposal: part === settingsParts.closing ? proposeYear(config) : null,
    }
    return toPageResult(settingsPage, props, { title: `${part.name}: settings`, errors })
  }

  addAdminPage(deps, settingsUrl, { right }, async () => ({ to: toPartUrl('contact') }))
  addAdminPage(deps, `${settingsUrl}/:part`, { right, params: saveSettings.params }, async ({ params }) =>
    render(await load(params)),
  )

  const settingsAction = createStaffAction(app, deps, {
    load,
    lock: async (tx, { key, part }) => {
      await lockSettings(tx)
      return { key, part, version: await getSettingsVersion(tx, toSettingsSubject(key)) }
    },
    toSubject: ({ key, part }) => ({ subject: toSettingsSubject(key), name: part.name }),
    toUrl: ({ params }) => toPartUrl(params.part),
    render,
  })

  settingsAction(saveSettings, {
    right,
    typed: ({ body: { seen: _, ...typed } }) => typed,
    validate: ({ body, target, now: at }): { effectiveFrom: Date } | { errors: FieldErrors } => {
      const errors = findFieldErrors(target.part, body as TypedSettings)
      if (Object.keys(errors).length > 0) return { errors }
      if (body.begins === '') return { effectiveFrom: at }
      const day = parseIsoDate(body.begins)
      return day === null || day <= toLondonTime(at).date
        ? { errors: { begins: pastMessage } }
        : { effectiveFrom: fromLondonTime(day, 0) }
    },
    findEarlier: async (tx, { requestKey }, { part }) =>
      (await listEntries(tx, listPartNames(part))).some(entry => entry.requestKey === requestKey)
        ? done('Saved.')
        : null,
    change: async (tx, { body, staff, requestKey, now: at }, { part }, { effectiveFrom }) => {
      const changes = await listSettingChanges(tx)
      const before: TypedSettings = toCurrentTexts(config, changes, effectiveFrom)
      const typed = body as TypedSettings
      const changed = part.fields.filter(field => {
        const text = fromTyped(field, typed)
        // Of what is added each is a change, and nothing typed is none.
        if (addedSettings.includes(field.name)) return Boolean(text)
        return text !== undefined && text !== (before[field.name] ?? '')
      })
      const pinned = changed.filter(({ name }) => config.pinned.includes(name))
      if (pinned.length > 0)
        return invalid(Object.fromEntries(pinned.map(field => [listFieldIds(field)[0], pinnedMessage])))
      if (changed.length === 0) return refuse('Nothing was changed.')
      const values = Object.fromEntries(changed.map(field => [field.name, fromTyped(field, typed)!]))
      const added = Object.entries(values).map(
        ([name, value], index): SettingChange => ({
          ...{ id: Number.MAX_SAFE_INTEGER - changed.length + index, name, value },
          ...{ effectiveFrom, isUndone: false },
        }),
      )
      const next = { ...before, ...values }
      const problem =
        findTermsProblem(before.TERMS, next.TERMS) ??
        (body.begins === '' ? await findCutOffProblem(tx, before, next, at) : null) ??
        findProblem(config, [...changes, ...added], at, part)
      if (problem) return invalid({ [problem.id]: problem.text })
      const { reason } = body
      await insertSettings(tx, { values, effectiveFrom, reason, requestKey, staffId: staff.id, now: at })
      const detail = changed.map(field =>
        addedSettings.includes(field.name)
          ? formatValue(field, values[field.name]!)
          : `${formatValue(field, before[field.name] ?? '')} → ${formatValue(field, values[field.name]!).slice(field.label.length + 2)}`,
      )
      const begins = body.begins === '' ? '' : ` from ${formatDate(parseIsoDate(body.begins)!)}`
      return done(
        async () => {
          await settings.reload()
          const saved = begins === '' ? 'Saved: it applies now.' : `Saved: it applies${begins}.`
          return values.CLOSING_DAYS ? `${saved}${await describeBrokenPromises(context)}` : saved
        },
        { action: `settings changed${begins}`, detail: [...detail, reason].filter(Boolean).join('; ') },
      )
    },
  })

  settingsAction(undoSettings, {
    right,
    typed: () => ({}),
    change: async (tx, { body, staff, now: at }, { part }) => {
      const entries = await listEntries(tx, listPartNames(part))
      const requestKey = entries.find(({ id }) => id === body.change)?.requestKey
      const undone = entries.filter(entry => entry.requestKey === requestKey && !entry.isUndone)
      if (undone.length === 0) return refuse('This change is undone already.')
      const changes = await listSettingChanges(tx)
      const ids = new Set(undone.map(({ id }) => id))
      const rest = changes.filter(({ id }) => !ids.has(id))
      const problem = findProblem(config, rest, at, part)
      if (problem) return refuse(`This change cannot be undone by itself. ${problem.text}`)
      await undoRequest(tx, requestKey!, staff.id, at)
      const detail = undone.map(entry => formatEntry(part, entry)).join('; ')
      return done(
        async () => {
          await settings.reload()
          return 'Undone.'
        },
        { action: 'settings change undone', detail },
      )
    },
  })
}

const formatEntry = (part: SettingsPart, { name, value }: SettingEntry): string =>
  formatValue(part.fields.find(field => field.name === name)!, value)

/** What was changed together, the latest first: what is to come, and what applies now, can be undone. */
function toChangeViews(
  part: SettingsPart,
  entries: readonly SettingEntry[],
  changes: readonly SettingChange[],
  at: Date,
) {
  const begun = changes.filter(({ effectiveFrom, isUndone }) => !isUndone && effectiveFrom <= at)
  const current = new Map(begun.map(({ name, id }) => [addedSettings.includes(name) ? id : name, id]))
  const groups = Map.groupBy(entries, ({ requestKey }) => requestKey)
  return [...groups.values()].flatMap(group => {
    const [first] = group.toReversed()
    if (!first || first.isUndone) return []
    const isComing = first.effectiveFrom > at
    const applies = group.some(({ name, id }) => current.get(name) === id || current.has(id))
    if (!isComing && !applies) return []
    return [
      {
        id: first.id,
        what: group.map(entry => formatEntry(part, entry)).toReversed(),
        begins: isComing ? `From ${formatDate(toLondonTime(first.effectiveFrom).date)}` : 'Now',
        isComing,
        who: `${first.who}, ${formatDateTime(first.setAt)}`,
        reason: first.reason,
      },
    ]
  })
}
