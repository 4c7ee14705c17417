import type { CsvValue } from '../../../../lib/csv.ts'
import { formatShortDateTime, formatShortDay, toIsoDate, toLondonTime } from '../../../../lib/dates.ts'
import type { RowCount } from '../../../../lib/row-count.ts'
import type { ColumnSortLink } from '../../../../ui/SortHeading.tsx'
import { toListQuery, toRowsParameter } from '../../../admin/table/list-page.ts'
import { type SortColumns, toSortLinks } from '../../../admin/table/sorting.ts'
import { pluralize } from '../../../catalogue/listing.ts'
import { toStockUrl } from '../../../stock/stock.ts'
import { formatMissing, maxNamed } from '../../despatch/together.ts'
import { waitingUrl } from '../../picking/pick-list.ts'
import type { WaitingFilter, WaitingOrder, WaitingSort } from '../../picking/waiting.ts'

/** What the list of waiting orders shows. */
export interface WaitingChoice extends WaitingFilter {
  rows: RowCount
}

export const toWaitingQuery = ({ rows, ...choice }: WaitingChoice): string =>
  toListQuery({ ...choice, rows: toRowsParameter(rows) })

export const toWaitingUrl = (choice: WaitingChoice): string => `${waitingUrl}?${toWaitingQuery(choice)}`

const columns: SortColumns<WaitingSort> = {
  age: { name: 'Order', usual: 'up' },
  customer: { name: 'Customer', usual: 'up' },
  missing: { name: 'Missing', usual: 'up' },
  here: { name: 'Here', usual: 'down' },
}

export const toWaitingSortLinks = (choice: WaitingChoice): Record<WaitingSort, ColumnSortLink> =>
  toSortLinks(choice, columns, sorting => toWaitingUrl({ ...choice, ...sorting }))

export interface WaitingItem {
  reference: string
  url: string
  since: string
  customer: string
  /** The first of them, with their stock pages. */
  missing: { key: string; code: string; quantity: number; url: string }[]
  /** How many more parts are missing. */
  moreCount: number
  /** 'By Monday 14 December' */
  expected: string
  /** '3 pieces' */
  here: string
}

export const toWaitingItem = (order: WaitingOrder): WaitingItem => ({
  reference: order.reference,
  url: `/admin/orders/${order.reference}`,
  since: formatShortDateTime(order.placedAt),
  customer: order.customer,
  missing: order.missing
    .slice(0, maxNamed)
    .map(({ code, quantity }, nth) => ({ key: `${nth} ${code}`, code, quantity, url: toStockUrl(code) })),
  moreCount: Math.max(0, order.missingCount - maxNamed),
  expected: order.expected === null ? 'Not known' : `By ${formatShortDay(toIsoDate(order.expected))}`,
  here: order.pieceCount === 0 ? 'Nothing yet' : pluralize(order.pieceCount, 'piece'),
})

export const waitingExportColumns = [
  'Order number',
  'Placed',
  'Customer',
  'Missing',
  'Pieces here',
  'Expected by',
]

export const toWaitingExportRow = (order: WaitingOrder): CsvValue[] => [
  order.reference,
  toLondonTime(order.placedAt).date,
  order.customer,
  formatMissing(order.missing, order.missingCount),
  order.pieceCount,
  order.expected ?? '',
]
