import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { CsvValue } from '../../../lib/csv.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { line } from '../../../lib/validate.ts'
import type { AdminDeps } from '../../admin/service.ts'
import { toExportUrl } from '../../admin/table/saved-view.ts'
import { listParameters } from '../../admin/table/schemas.ts'
import { addCsvExport, addListPage, maxExportedRows } from '../../admin/table/service.ts'
import { parseOrderSearch } from '../../orders/order-search.ts'
import { quoteStates } from '../quote.ts'
import { adminQuotesPage } from './AdminQuotesPage.tsx'
import type { AdminQuoteRow } from './admin-quote.ts'
import { getQuoteCount, quoteGroups, toQuoteFilters } from './groups.ts'
import { countQuotesByState, listAdminQuotes } from './queries.ts'
import {
  chooseQuoteSorting,
  type QuoteListChoice,
  quoteSorts,
  toQuoteSortLinks,
  toQuotesQuery,
} from './quote-list.ts'
import { toAdminQuoteListItem } from './view.ts'

const choiceQuery = z
  .object({
    state: z.enum(quoteGroups).catch('quote_requested'),
    query: line(100).catch(''),
    sort: z.enum(quoteSorts).optional().catch(undefined),
    direction: listParameters.direction,
    page: listParameters.page,
  })
  .transform(({ state, query, sort, direction, page }) => ({
    group: state,
    query,
    page,
    ...chooseQuoteSorting(state, sort, direction),
  }))

/** The staff's list of quotes, and its export (R-ADMIN-6). */
export function quoteListRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const { db } = context

  const list = async (choice: QuoteListChoice, window: { page: number; size: number }) => {
    const isSearch = choice.query.trim() !== ''
    const search = isSearch ? parseOrderSearch(choice.query, toLondonTime(context.now()).date) : null
    // A text without any word, such as '-', finds nothing.
    if (isSearch && search === null) return { rows: [], total: 0 }
    return listAdminQuotes(db, { ...choice, search, ...window })
  }

  addListPage(deps, 'quotes', {
    right: 'sales',
    title: 'Quotes',
    page: adminQuotesPage,
    query: choiceQuery,
    toQuery: toQuotesQuery,
    loadProps: async (choice, window) => {
      const [counts, { rows, total }] = await Promise.all([
        countQuotesByState(db, quoteStates),
        list(choice, window),
      ])
      const now = context.now()
      return {
        filters: toQuoteFilters(counts, choice.group),
        sorts: toQuoteSortLinks(choice),
        rows: rows.map(row => toAdminQuoteListItem(row, now)),
        total: total ?? getQuoteCount(counts, choice.group),
      }
    },
  })

  addCsvExport(app, deps, toExportUrl('quotes'), {
    right: 'sales',
    query: choiceQuery,
    fileName: 'quotes',
    columns: exportColumns,
    listIds: async choice => (await list(choice, { page: 1, size: maxExportedRows })).rows,
    listRows: async rows => rows.map(row => toExportRow(row, context.now())),
  })
}

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
