import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import { type Sorting, toSortLink } from '../../admin/table/sorting.ts'
import { type MovementReason, type StockProduct, stockUrl } from '../stock.ts'

export const stockFilters = ['all', 'low', 'back_orders', 'none'] as const
export type StockFilter = (typeof stockFilters)[number]

export const stockFilterNames: Record<StockFilter, string> = {
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

/** The address of the list with this choice; '&page=N' may be appended. */
export const toStockListUrl = (choice: StockListChoice): string => `${stockUrl}?${toStockQuery(choice)}`

export const toStockQuery = ({ show, query, sort, direction }: StockListChoice): string =>
  new URLSearchParams({ show, ...(query !== '' && { query }), sort, direction }).toString()

const toStockSortLink = (choice: StockListChoice, sort: StockSort, name: string): ColumnSortLink =>
  toSortLink(choice, { sort, name, usual: 'up' }, sorting => toStockListUrl({ ...choice, ...sorting }))

export const toStockSortLinks = (choice: StockListChoice): Record<StockSort, ColumnSortLink> => ({
  code: toStockSortLink(choice, 'code', 'Part number'),
  bin: toStockSortLink(choice, 'bin', 'Bin'),
  on_hand: toStockSortLink(choice, 'on_hand', 'On hand'),
  available: toStockSortLink(choice, 'available', 'Available'),
})

export type StockListRow = Omit<StockProduct, 'lastMovementId' | 'path'>

export interface MovementRow {
  id: number
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
