import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { CsvValue } from '../../../lib/csv.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import type { AdminDeps } from '../../admin/service.ts'
import { toExportUrl } from '../../admin/table/saved-view.ts'
import { listParameters } from '../../admin/table/schemas.ts'
import { addCsvExport, addListPage, maxExportedRows } from '../../admin/table/service.ts'
import { listProductIds, type SearchService } from '../../search/service.ts'
import { countStock, listProductIdsByNumber, listStock } from './queries.ts'
import { stockPage } from './StockPage.tsx'
import {
  type StockListRow,
  stockFilters,
  stockSorts,
  toStockFilters,
  toStockQuery,
  toStockSortLinks,
} from './stock-list.ts'
import { formatLeadTime, toListedStock } from './view.ts'

const maxMatches = 1_000
const choiceQuery = z.object({
  show: z.enum(stockFilters).catch('all'),
  query: listParameters.query,
  sort: z.enum(stockSorts).catch('code'),
  direction: listParameters.direction.transform(value => value ?? 'up'),
  page: listParameters.page,
})

/** The staff's list of the stock, and its export (R-STOCK-2, R-ADMIN-6). */
export function stockListRoutes(app: FastifyInstance, deps: AdminDeps & { search: SearchService }): void {
  const { context, search } = deps
  const { db } = context

  addListPage(deps, 'stock', {
    right: 'warehouse',
    title: 'Stock',
    page: stockPage,
    query: choiceQuery,
    toQuery: toStockQuery,
    loadProps: async (choice, window) => {
      const productIds = await findMatches(choice.query)
      const [counts, rows] = await Promise.all([
        countStock(db, productIds),
        listStock(db, { ...choice, productIds, ...window }),
      ])
      return {
        filters: toStockFilters(choice, counts),
        sorts: toStockSortLinks(choice),
        rows: rows.map(toListedStock),
        total: counts[choice.show],
        isCut: productIds?.length === maxMatches,
      }
    },
  })

  addCsvExport(app, deps, toExportUrl('stock'), {
    right: 'warehouse',
    query: choiceQuery,
    fileName: 'stock',
    columns: exportColumns,
    listIds: async choice => {
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
