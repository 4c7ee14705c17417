import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Db } from '../../../infra/app-context.ts'
import { formatTooLong } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { byteOrderMark, type CsvValue, toCsvLine } from '../../../lib/csv.ts'
import type { RequiredRight } from '../../accounts/staff/staff-right.ts'
import { type AdminDeps, addAdminFile } from '../service.ts'
import { createStaffAction, done, refuse } from '../staff-action.server.ts'
import {
  maxViewName,
  maxViews,
  normaliseViewQuery,
  type SavedView,
  toListUrl,
  viewMessages,
  viewRights,
} from './list-url.ts'
import { deleteSavedView, listSavedViewRows, upsertSavedView } from './queries.ts'
import { removeView, saveView } from './schemas.ts'

/** The views of a list that a person has saved. `query`: of the page that shows them; `normalise`: equal for equal lists. */
export async function listSavedViews(
  db: Db,
  personId: number,
  { section, url }: { section: string; url: string },
  query: string,
  normalise: (query: string) => string = normaliseViewQuery,
): Promise<SavedView[]> {
  const current = normalise(query)
  const rows = await listSavedViewRows(db, personId, section)
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    url: toListUrl(url, row.query),
    isCurrent: normalise(row.query) === current,
  }))
}

/** Saving and removing views (R-ADMIN-6). */
export function savedViewRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { lists, context } = deps
  const { db } = context
  const staffAction = createStaffAction(app, deps, {
    load: async () => ({ version: null }),
    toUrl: (_form, { url }) => String(url),
  })

  staffAction(saveView, {
    right: viewRights,
    run: async ({ body: { section, name, query: typed }, staff }) => {
      const list = lists.get(section)
      if (!list) throw new Problem(422, undefined, { errors: { section: ['There is no such list.'] } })
      const query = normaliseViewQuery(typed)
      const reply = { url: toListUrl(list.url, query) }
      if (name === '') return { ...refuse(viewMessages.noName), reply }
      if (name.length > maxViewName)
        return { ...refuse(formatTooLong('The name of a view', maxViewName)), reply }
      const isSaved = await upsertSavedView(db, { personId: staff.id, section, name, query }, maxViews)
      return { ...(isSaved ? done(`View “${name}” saved.`) : refuse(viewMessages.tooMany)), reply }
    },
  })

  staffAction(removeView, {
    right: viewRights,
    run: async ({ params: { id }, staff }) => {
      const section = await deleteSavedView(db, staff.id, id)
      if (section === null) throw new Problem(404)
      return { ...done('The view has been removed.'), reply: { url: lists.get(section)?.url ?? '/admin' } }
    },
  })
}

/** No export has more rows. */
export const maxExportedRows = 50_000
const rowsOfPart = 1_000

interface CsvExport<Q extends z.ZodType, Id> {
  right: RequiredRight
  query: Q
  /** 'orders' */
  fileName: string
  columns: readonly string[]
  /** The ids of the rows in their order, at most `maxExportedRows`. */
  listIds: (query: z.output<Q>) => Promise<readonly Id[]>
  /** The rows of some of the ids, in the same order. */
  listRows: (ids: readonly Id[]) => Promise<readonly CsvValue[][]>
}

/**
 * Registers the export of a list as a CSV file. It is sent in parts, so that neither its text nor its rows are in memory at
 * once.
 */
export function addCsvExport<Q extends z.ZodType, Id>(
  app: FastifyInstance,
  deps: Pick<AdminDeps, 'visitors' | 'pages'>,
  path: `/admin${string}.csv`,
  { right, query, fileName, columns, listIds, listRows }: CsvExport<Q, Id>,
): void {
  addAdminFile(app, deps, path, { right, query }, async ({ query: choice, reply }) => {
    const ids = await listIds(choice)
    async function* listParts() {
      yield byteOrderMark + toCsvLine(columns)
      for (let start = 0; start < ids.length; start += rowsOfPart) {
        yield (await listRows(ids.slice(start, start + rowsOfPart))).map(toCsvLine).join('')
      }
    }
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}.csv"`)
      .header('cache-control', 'private, no-store')
      .send(Readable.from(listParts()))
  })
}
