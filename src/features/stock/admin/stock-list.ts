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

export const stockSortNames: Record<StockSort, string> = {
  code: 'Part number',
  bin: 'Bin',
  on_hand: 'On hand',
  available: 'Available',
}

/** What the list shows. `query`: a part number in any spelling, or words; '' for all. */
export interface StockListChoice {
  show: StockFilter
  query: string
  sort: StockSort
  direction: 'up' | 'down'
}

/** The address of the list with this choice; '&page=N' may be appended. */
export const toStockListUrl = (choice: StockListChoice): string => `${stockUrl}?${toStockQuery(choice)}`

export const toStockQuery = ({ show, query, sort, direction }: StockListChoice): string =>
  new URLSearchParams({ show, ...(query !== '' && { query }), sort, direction }).toString()

/** The choice after the heading of a column is followed: sorted by it, or the other way round. */
export function toggleStockSort(choice: StockListChoice, sort: StockSort): StockListChoice {
  const direction = choice.sort === sort && choice.direction === 'up' ? 'down' : 'up'
  return { ...choice, sort, direction }
}

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
