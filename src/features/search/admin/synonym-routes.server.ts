import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { handle } from '../../../infra/http/handle.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { line } from '../../../lib/calls/validate.ts'
import { foldAccents } from '../../../lib/fold-accents.ts'
import type { StaffReply } from '../../back-office/schemas.ts'
import { type AdminDeps, addAdminPage, answerStaffForm, requireStaff } from '../../back-office/service.ts'
import {
  addSynonym,
  changeSynonym,
  deleteSynonym,
  type SeenSynonym,
  type SynonymResult,
} from './change-synonym.server.ts'
import { countSynonyms, findSynonym, listSynonyms, type SynonymRow } from './queries.ts'
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

const pageSize = 100
const listQuery = z.object({
  language: z.enum(['all', ...languageCodes]).catch('all'),
  query: line(100).catch(''),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

/** The staff's pages of synonyms: the list, adding, changing and deleting one (R-LEARN-5). */
export function synonymRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context, visitors, pages } = deps
  const { db } = context
  const authorize = (request: FastifyRequest) => requireStaff(visitors, request, 'catalogue')
  const toAction = async (request: FastifyRequest) => ({
    staffId: (await authorize(request)).id,
    now: context.now(),
  })

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

  handle(
    app,
    addSynonymCall,
    async ({ body, request }): Promise<StaffReply> => {
      const parsed = parseSynonym(body)
      if ('errors' in parsed) return { success: false, message: '', errors: parsed.errors }
      const { synonym } = parsed
      return toReply(await addSynonym(db, synonym, await toAction(request)), synonym)
    },
    { authorize, form: (form, result) => answerForm(form, null, result) },
  )

  handle(
    app,
    changeSynonymCall,
    async ({ params: { id }, body, request }): Promise<StaffReply> => {
      const parsed = parseSynonym(body)
      if ('errors' in parsed) return { success: false, message: '', errors: parsed.errors }
      const { synonym } = parsed
      const seen = { id, version: body.version }
      return toReply(await changeSynonym(db, seen, synonym, await toAction(request)), synonym)
    },
    {
      authorize,
      form: (form, result) => answerForm(form, { id: form.params.id, version: form.body.version }, result),
    },
  )

  handle(
    app,
    deleteSynonymCall,
    async ({ params: { id }, body: { version }, request }): Promise<StaffReply> => {
      const result = await deleteSynonym(db, { id, version }, await toAction(request))
      if (result.done) return { success: true, message: 'The synonym was deleted.', errors: {} }
      return {
        success: false,
        message: synonymMessages[result.why === 'deleted' ? 'deleted' : 'changed'],
        errors: {},
      }
    },
    {
      authorize,
      form: ({ params: { id }, body: { version }, request, reply }, result) =>
        answerForm({ request, reply, body: null }, { id, version }, result),
    },
  )

  // A rejected form is displayed again as it was typed, with the synonym as it is now.
  const answerForm = (
    form: { body: SynonymInput | null; request: FastifyRequest; reply: FastifyReply },
    seen: SeenSynonym | null,
    result: StaffReply,
  ): Promise<FastifyReply> =>
    answerStaffForm(pages, form, result, {
      to: synonymsUrl,
      getCurrent: async () => {
        const synonym = seen && (await findSynonym(db, seen.id))
        return { version: synonym, news: findNews(synonym, seen) }
      },
      render: async (rejection, synonym) => renderSynonym(synonym, { typed: form.body, ...rejection }),
    })
}

interface SynonymFormState {
  /** Null: as the synonym is. */
  typed?: SynonymInput | null
  question?: string
  notice?: string | null
  errors?: FieldErrors
}

/** What a colleague has done to the synonym; ''. */
function findNews(synonym: SynonymRow | null, seen: SeenSynonym | null): string {
  if (!seen) return ''
  if (!synonym) return synonymMessages.deleted
  return synonym.version === seen.version ? '' : synonymMessages.changed
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
  const title = Object.keys(errors).length > 0 ? `Error: ${name}` : name
  return toPageResult(synonymPage, props, { title })
}

const emptyInput: SynonymInput = { word: '', means: '', language: 'en' }

function toReply(result: SynonymResult, synonym: Synonym): StaffReply {
  if (result.done) {
    return {
      success: true,
      message: `${formatSynonym(synonym)}: the search uses it straight away.`,
      errors: {},
    }
  }
  if (result.why === 'equal')
    return { success: false, message: '', errors: { word: formatDuplicate(synonym) } }
  return { success: false, message: synonymMessages[result.why], errors: {} }
}

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
