import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toPageResult } from '../../../infra/pages/render.ts'
import type { CsvValue } from '../../../lib/csv.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { type AdminDeps, addAdminPage } from '../../admin/service.ts'
import { addCsvExport, listSavedViews, maxExportedRows } from '../../admin/table/service.ts'
import { parseOrderSearch } from '../../orders/order-search.ts'
import { quoteStates } from '../quote.ts'
import { adminQuotesPage } from './AdminQuotesPage.tsx'
import type { AdminQuoteRow } from './admin-quote.ts'
import { getGroupCount, getGroupName, quoteGroups } from './groups.ts'
import { countQuotesByState, listAdminQuotes } from './queries.ts'
import {
  chooseQuoteSorting,
  type QuoteListChoice,
  quoteSorts,
  quotesExportUrl,
  quotesUrl,
  toQuoteSortLink,
  toQuotesQuery,
  toQuotesUrl,
} from './quote-list.ts'
import { toAdminQuoteListItem } from './view.ts'

const pageSize = 50
const choiceQuery = z.object({
  state: z.enum(quoteGroups).catch('quote_requested'),
  query: z.string().max(100).catch(''),
  sort: z.enum(quoteSorts).optional().catch(undefined),
  direction: z.enum(['up', 'down']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})

/** The staff's list of quotes, and its export (R-ADMIN-6). */
export function quoteListRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const { db } = context

  const list = async (choice: QuoteListChoice, page: number, size: number) => {
    const isSearch = choice.query.trim() !== ''
    const search = isSearch ? parseOrderSearch(choice.query, toLondonTime(context.now()).date) : null
    // A text without any word, such as '-', finds nothing.
    if (isSearch && search === null) return { rows: [], total: 0 }
    return listAdminQuotes(db, { ...choice, search, page, size })
  }

  addAdminPage(
    deps,
    quotesUrl,
    { right: 'sales', query: choiceQuery },
    async ({ query: { page, ...typed }, staff }) => {
      const choice = toChoice(typed)
      const [counts, views, { rows, total }] = await Promise.all([
        countQuotesByState(db, quoteStates),
        listSavedViews(db, staff.id, 'quotes', toQuotesQuery(choice)),
        list(choice, page, pageSize),
      ])
      if (rows.length === 0 && page > 1) return { to: toQuotesUrl(choice) }
      const now = context.now()
      const props = {
        choice,
        filters: quoteGroups.map(group => ({
          name: getGroupName(group),
          url: `${quotesUrl}?state=${group}`,
          count: getGroupCount(counts, group),
          isCurrent: group === choice.group,
        })),
        views,
        sorts: {
          requested: toQuoteSortLink(choice, 'requested', 'Requested'),
          until: toQuoteSortLink(choice, 'until', 'Status, last day'),
        },
        rows: rows.map(row => toAdminQuoteListItem(row, now)),
        total,
        page,
        pages: Math.ceil(total / pageSize),
        pageUrl: toQuotesUrl(choice),
      }
      return toPageResult(adminQuotesPage, props, { title: 'Quotes' })
    },
  )

  addCsvExport(app, deps, quotesExportUrl, {
    right: 'sales',
    query: choiceQuery,
    fileName: 'quotes',
    columns: exportColumns,
    listIds: async ({ page: _, ...typed }) => (await list(toChoice(typed), 1, maxExportedRows)).rows,
    listRows: async rows => rows.map(row => toExportRow(row, context.now())),
  })
}

type TypedQuoteChoice = Omit<z.output<typeof choiceQuery>, 'page'>

const toChoice = ({ state, query, sort, direction }: TypedQuoteChoice): QuoteListChoice => ({
  group: state,
  query,
  ...chooseQuoteSorting(state, sort, direction),
})

const exportColumns = ['Quote', 'Requested', 'Status', 'Name', 'Company', 'Lines', 'Goods ex VAT', 'Last day']

function toExportRow(row: AdminQuoteRow, now: Date): CsvValue[] {
  const { reference, name, company, lineCount, goods, state, validUntil } = toAdminQuoteListItem(row, now)
  return [
    reference,
    toLondonTime(row.requestedAt).date,
    state.text,
    name,
    company,
    lineCount,
    { pence: goods },
    validUntil ?? '',
  ]
}
