import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { line } from '../../../lib/calls/validate.ts'
import { foldAccents } from '../../../lib/fold-accents.ts'
import { type AdminDeps, addAdminPage, type Rejection } from '../../back-office/service.ts'
import { createStaffAction, done, invalid } from '../../back-office/staff-action.server.ts'
import type { SearchLog } from '../search-log.server.ts'
import {
  countSynonyms,
  deleteSynonymRow,
  findEqualSynonym,
  findSynonym,
  insertSynonym,
  listSynonyms,
  lockSynonyms,
  type SynonymRow,
  updateSynonym,
} from './queries.ts'
import { questionRoutes } from './questions.server.ts'
import { synonymPage } from './SynonymPage.tsx'
import { synonymsPage } from './SynonymsPage.tsx'
import { addSynonymCall, changeSynonymCall, deleteSynonymCall } from './schemas.ts'
import {
  formatDuplicate,
  formatSynonym,
  type Language,
  languageCodes,
  languages,
  newSynonymUrl,
  parseSynonym,
  pickSynonymWord,
  type Synonym,
  type SynonymInput,
  synonymMessages,
  synonymsUrl,
  toSynonymUrl,
} from './synonym.ts'

export async function searchAdminPlugin(app: FastifyInstance, deps: AdminDeps & { searchLog: SearchLog }) {
  questionRoutes(deps.searchLog)(app, deps)
  synonymRoutes(app, deps)
}

const pageSize = 100
const listQuery = z.object({
  language: z.enum(['all', ...languageCodes]).catch('all'),
  query: line(100).catch(''),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

/** The staff's pages of synonyms: the list, adding, changing and deleting one (R-LEARN-5). */
function synonymRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { db } = deps.context

  addAdminPage(
    deps,
    synonymsUrl,
    { right: 'catalogue', query: listQuery },
    async ({ query: { language, query, page } }) => {
      const text = foldAccents(query).trim()
      const [counts, rows] = await Promise.all([
        countSynonyms(db, text),
        listSynonyms(db, { language, text, size: pageSize, page }),
      ])
      if (rows.length === 0 && page > 1) return { to: toListUrl(language, query) }
      const countAll = languageCodes.reduce((sum, code) => sum + (counts.get(code) ?? 0), 0)
      const total = language === 'all' ? countAll : (counts.get(language) ?? 0)
      const props = {
        filters: (['all', ...languageCodes] as const).map(code => ({
          name: code === 'all' ? 'All' : languages[code],
          url: toListUrl(code, query),
          count: code === 'all' ? countAll : (counts.get(code) ?? 0),
          isCurrent: code === language,
        })),
        rows: rows.map(toListedSynonym),
        language,
        query,
        page,
        pages: Math.ceil(total / pageSize),
        pageUrl: toListUrl(language, query),
      }
      return toPageResult(synonymsPage, props, { title: 'Synonyms' })
    },
  )

  const newQuery = z.object({ question: line(100).catch('') })
  addAdminPage(
    deps,
    newSynonymUrl,
    { right: 'catalogue', query: newQuery },
    async ({ query: { question } }) =>
      renderSynonym(null, {
        typed: { word: pickSynonymWord(question), means: '', language: 'en' },
        question,
      }),
  )

  const params = z.object({ id: z.string().max(20) })
  addAdminPage(deps, `${synonymsUrl}/:id`, { right: 'catalogue', params }, async ({ params: { id } }) => {
    const synonym = /^[1-9]\d{0,8}$/.test(id) ? await findSynonym(db, Number(id)) : null
    if (!synonym) throw new Problem(404)
    return renderSynonym(synonym, {})
  })

  const page = {
    toUrl: () => synonymsUrl,
    describeChanges: ({ synonym }: { synonym: SynonymRow | null }) =>
      synonymMessages[synonym ? 'changed' : 'deleted'],
    render: ({ synonym }: { synonym: SynonymRow | null }, typed: SynonymInput | null, rejection: Rejection) =>
      renderSynonym(synonym, { typed, ...rejection }),
  }

  const newSynonym = createStaffAction(app, deps, {
    ...page,
    load: async () => ({ synonym: null, version: null }),
    lock: async (tx, target) => {
      await lockSynonyms(tx)
      return target
    },
  })

  newSynonym(addSynonymCall, {
    right: 'catalogue',
    typed: ({ body }) => body,
    validate: ({ body }) => parseSynonym(body),
    change: async (tx, _form, _current, { synonym }) => {
      if (await findEqualSynonym(tx, synonym)) return invalid({ word: formatDuplicate(synonym) })
      const id = await insertSynonym(tx, synonym)
      return done(formatSaved(synonym), toAuditText('added', id, formatSynonym(synonym)))
    },
  })

  const synonymForm = createStaffAction(app, deps, {
    ...page,
    load: async ({ id }: { id: number }) => toVersioned(await findSynonym(db, id)),
    lock: async (tx, { synonym }) => {
      await lockSynonyms(tx)
      return toVersioned(synonym && (await findSynonym(tx, synonym.id)))
    },
  })

  synonymForm(changeSynonymCall, {
    right: 'catalogue',
    typed: ({ body }) => body,
    validate: ({ body }) => parseSynonym(body),
    change: async (tx, { params: { id } }, { synonym: before }, { synonym }) => {
      const equal = await findEqualSynonym(tx, synonym)
      if (equal && equal.id !== id) return invalid({ word: formatDuplicate(synonym) })
      await updateSynonym(tx, id, synonym)
      const detail = `${formatSynonym(before!)} → ${formatSynonym(synonym)}`
      return done(formatSaved(synonym), toAuditText('changed', id, detail))
    },
  })

  synonymForm(deleteSynonymCall, {
    right: 'catalogue',
    typed: () => null,
    change: async (tx, { params: { id } }, { synonym }) => {
      await deleteSynonymRow(tx, id)
      return done('The synonym was deleted.', toAuditText('deleted', id, formatSynonym(synonym!)))
    },
  })
}

// A deleted synonym has a version that no form was made from.
const toVersioned = (synonym: SynonymRow | null) => ({ synonym, version: synonym?.version ?? 0 })

const formatSaved = (synonym: Synonym): string =>
  `${formatSynonym(synonym)}: the search uses it straight away.`

const toAuditText = (change: 'added' | 'changed' | 'deleted', id: number, detail: string) => ({
  action: `search synonym ${change}`,
  subject: `search synonym ${id}`,
  detail,
})

interface SynonymFormState {
  /** Null: as the synonym is. */
  typed?: SynonymInput | null
  question?: string
  notice?: string | null
  errors?: FieldErrors
}

function renderSynonym(
  synonym: SynonymRow | null,
  { typed, question = '', notice = null, errors = {} }: SynonymFormState,
): PageResult {
  const name = synonym ? 'Change a synonym' : 'Add a synonym'
  const props = {
    current: synonym && {
      version: synonym.version,
      url: toSynonymUrl(synonym.id),
      text: formatSynonym(synonym),
    },
    typed: typed ?? synonym ?? emptyInput,
    question,
    notice,
    errors,
  }
  return toPageResult(synonymPage, props, { title: name, errors })
}

const emptyInput: SynonymInput = { word: '', means: '', language: 'en' }

function toListedSynonym({ id, word, means, language }: SynonymRow) {
  return {
    id,
    word,
    means,
    language: languages[language],
    url: toSynonymUrl(id),
    searchUrl: `/search?query=${encodeURIComponent(means)}&page=1`,
  }
}

function toListUrl(language: Language | 'all', query: string): string {
  const filter = query === '' ? '' : `&query=${encodeURIComponent(query)}`
  return `${synonymsUrl}?language=${language}${filter}`
}
