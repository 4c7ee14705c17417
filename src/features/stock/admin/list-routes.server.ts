import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toPageResult } from '../../../infra/pages/render.ts'
import type { CsvValue } from '../../../lib/csv.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import { line } from '../../../lib/validate.ts'
import { type AdminDeps, addAdminPage } from '../../admin/service.ts'
import { addCsvExport, listSavedViews, maxExportedRows } from '../../admin/table/service.ts'
import { listProductIds, type SearchService } from '../../search/service.ts'
import { stockUrl } from '../stock.ts'
import { countStock, listProductIdsByNumber, listStock } from './queries.ts'
import { stockPage } from './StockPage.tsx'
import {
  type StockListChoice,
  type StockListRow,
  stockFilterNames,
  stockFilters,
  stockSorts,
  toStockListUrl,
  toStockQuery,
  toStockSortLinks,
} from './stock-list.ts'
import { formatLeadTime, toListedStock } from './view.ts'

const pageSize = 50
const maxMatches = 1_000
const choiceQuery = z.object({
  show: z.enum(stockFilters).catch('all'),
  query: line(100).catch(''),
  sort: z.enum(stockSorts).catch('code'),
  direction: z.enum(['up', 'down']).catch('up'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

/** The staff's list of the stock, and its export (R-STOCK-2, R-ADMIN-6). */
export function stockListRoutes(app: FastifyInstance, deps: AdminDeps & { search: SearchService }): void {
  const { context, search } = deps
  const { db } = context

  addAdminPage(
    deps,
    stockUrl,
    { right: 'warehouse', query: choiceQuery },
    async ({ query: { page, ...choice }, staff }) => {
      const productIds = await findMatches(choice.query)
      const [counts, views, rows] = await Promise.all([
        countStock(db, productIds),
        listSavedViews(db, staff.id, 'stock', toStockQuery(choice)),
        listStock(db, { ...choice, productIds, size: pageSize, page }),
      ])
      if (rows.length === 0 && page > 1) return { to: toStockListUrl(choice) }
      const props = {
        filters: toFilters(choice, counts),
        sorts: toStockSortLinks(choice),
        views,
        choice,
        rows: rows.map(toListedStock),
        total: counts[choice.show],
        isCut: productIds?.length === maxMatches,
        page,
        pages: Math.ceil(counts[choice.show] / pageSize),
        pageUrl: toStockListUrl(choice),
      }
      return toPageResult(stockPage, props, { title: 'Stock' })
    },
  )

  addCsvExport(app, deps, `${stockUrl}/export.csv`, {
    right: 'warehouse',
    query: choiceQuery,
    fileName: 'stock',
    columns: exportColumns,
    listIds: async ({ page: _, ...choice }) => {
      const productIds = await findMatches(choice.query)
      return listStock(db, { ...choice, productIds, size: maxExportedRows, page: 1 })
    },
    listRows: async rows => rows.map(toExportRow),
  })

  const findMatches = async (query: string): Promise<number[] | null> => {
    if (query === '') return null
    const [engine, byNumber] = await Promise.all([
      search.getEngine(),
      listProductIdsByNumber(db, toCodeKey(query), maxMatches),
    ])
    return [...new Set([...byNumber, ...listProductIds(engine, query, maxMatches)])].slice(0, maxMatches)
  }
}

const exportColumns = [
  'Part number',
  'Title',
  'Bin',
  'On hand',
  'Allocated',
  'Available',
  'Low-stock level',
  'Lead time',
]

const toExportRow = (row: StockListRow): CsvValue[] => {
  const { code, title, bin, onHand, allocated, available, lowStock, leadTime } = row
  return [code, title, bin, onHand, allocated, available, lowStock ?? '', formatLeadTime(leadTime)]
}

const toFilters = (choice: StockListChoice, counts: Record<StockListChoice['show'], number>) =>
  stockFilters.map(show => ({
    name: stockFilterNames[show],
    url: toStockListUrl({ ...choice, show }),
    count: counts[show],
    isCurrent: show === choice.show,
  }))
