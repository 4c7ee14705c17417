import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import type { AdminFilter } from '../../admin/AdminFilters.tsx'
import { toGroupFilters, toListQuery } from '../../admin/table/list-page.ts'
import { type SortColumns, type Sorting, toSortLinks } from '../../admin/table/sorting.ts'
import { type MovementReason, type StockProduct, stockUrl } from '../stock.ts'

export const stockFilters = ['all', 'low', 'back_orders', 'none'] as const
export type StockFilter = (typeof stockFilters)[number]

const stockFilterNames: Record<StockFilter, string> = {
  all: 'All parts',
  low: 'Below low-stock level',
  back_orders: 'Back orders',
  none: 'None on hand',
}

export const stockSorts = ['code', 'bin', 'on_hand', 'available'] as const
export type StockSort = (typeof stockSorts)[number]

/** What the list shows. `query`: a part number in any spelling, or words; '' for all. */
export interface StockListChoice extends Sorting<StockSort> {
  show: StockFilter
  query: string
}

/** What follows the '?' of the list. */
export const toStockQuery = ({ show, query, sort, direction }: StockListChoice): string =>
  toListQuery({ show, query, sort, direction })

const toStockListUrl = (choice: StockListChoice): string => `${stockUrl}?${toStockQuery(choice)}`

const columns: SortColumns<StockSort> = {
  code: { name: 'Part number', usual: 'up' },
  bin: { name: 'Bin', usual: 'up' },
  on_hand: { name: 'On hand', usual: 'up' },
  available: { name: 'Available', usual: 'up' },
}

export const toStockSortLinks = (choice: StockListChoice): Record<StockSort, ColumnSortLink> =>
  toSortLinks(choice, columns, sorting => toStockListUrl({ ...choice, ...sorting }))

export const toStockFilters = (choice: StockListChoice, counts: Record<StockFilter, number>): AdminFilter[] =>
  toGroupFilters(stockFilterNames, choice.show, {
    count: show => counts[show],
    toUrl: show => toStockListUrl({ ...choice, show }),
  })

export type StockListRow = Omit<StockProduct, 'lastMovementId' | 'path'>

export interface MovementRow {
  id: number
  /** Of the part. */
  code: string
  at: Date
  change: number
  /** After it. */
  onHand: number
  reason: MovementReason
  note: string
  /** '': an import. */
  who: string
  reference: string | null
  /** Of a delivery that was booked in. */
  goodsInId: number | null
  deliveryNote: string
}
