import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Db } from '../../../infra/app-context.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { byteOrderMark, type CsvValue, toCsvLine } from '../../../lib/csv.ts'
import type { Page } from '../../../ui/page.ts'
import type { RequiredRight } from '../../accounts/staff/staff-right.ts'
import { type AdminDeps, addAdminFile, addAdminPage } from '../service.ts'
import type { AdminListProps } from './list-page.ts'
import { listSavedViewRows } from './queries.ts'
import { runListQuery } from './run-list-query.server.ts'
import { normaliseViewQuery, type SavedView, toViewUrl, type ViewSection } from './saved-view.ts'

export { listStaffOptions } from './queries.ts'
export { coalesceListQuery, runListQuery } from './run-list-query.server.ts'

/** The views of a list that a person has saved. `query`: of the page that shows them; `normalise`: equal for equal lists. */
export async function listSavedViews(
  db: Db,
  personId: number,
  section: ViewSection,
  query: string,
  normalise: (query: string) => string = normaliseViewQuery,
): Promise<SavedView[]> {
  const current = normalise(query)
  const rows = await listSavedViewRows(db, personId, section)
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    url: toViewUrl(section, row.query),
    isCurrent: normalise(row.query) === current,
  }))
}

const usualPageSize = 50

interface ListPage<Q extends z.ZodType<{ page: number }>, Props> {
  right: RequiredRight
  title: string | ((choice: ListChoice<Q>) => string)
  page: Page<Props>
  /** What the list shows, and its page. */
  query: Q
  toQuery: (choice: ListChoice<Q>) => string
  /** How many rows a page has, of a list where people choose it. */
  getPageSize?: (choice: ListChoice<Q>) => number
  /** The props that the list adds to those that all lists have. `listed`: rows on all pages, when that is not the total. */
  loadProps: (
    choice: ListChoice<Q>,
    window: { page: number; size: number },
  ) => Promise<
    Omit<Props, keyof SharedListProps> & { rows: readonly unknown[]; total: number; listed?: number }
  >
}

type ListChoice<Q extends z.ZodType> = Omit<z.output<Q>, 'page'>
type SharedListProps = Pick<
  AdminListProps<unknown, unknown>,
  'choice' | 'views' | 'viewQuery' | 'page' | 'pages'
>

/** Registers a list of staff. A page after the last one is redirected to the first. */
export function addListPage<Q extends z.ZodType<{ page: number }>, Props extends SharedListProps>(
  deps: AdminDeps,
  section: ViewSection,
  list: ListPage<Q, Props>,
): void {
  const { right, title, page: screen, query, toQuery, getPageSize, loadProps } = list
  const { db } = deps.context
  addAdminPage(deps, toViewUrl(section, ''), { right, query }, async ({ query: parameters, staff }) => {
    const { page, ...choice } = parameters
    const viewQuery = toQuery(choice)
    const size = getPageSize?.(choice) ?? usualPageSize
    const [views, props] = await Promise.all([
      listSavedViews(db, staff.id, section, viewQuery),
      runListQuery(() => loadProps(choice, { page, size })),
    ])
    if (props.rows.length === 0 && page > 1) return { to: toViewUrl(section, viewQuery) }
    const { listed = props.total } = props
    const pages = Math.ceil(listed / size)
    return toPageResult(screen, { ...props, choice, views, viewQuery, page, pages } as unknown as Props, {
      title: typeof title === 'string' ? title : title(choice),
    })
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
    const ids = await runListQuery(() => listIds(choice))
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
