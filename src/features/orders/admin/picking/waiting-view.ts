import type { CsvValue } from '../../../../lib/csv.ts'
import { formatDateTime, toLondonTime } from '../../../../lib/dates.ts'
import type { RowCount } from '../../../../lib/row-count.ts'
import type { ColumnSortLink } from '../../../../ui/SortHeading.tsx'
import { toListQuery, toRowsParameter } from '../../../admin/table/list-page.ts'
import { type SortColumns, toSortLinks } from '../../../admin/table/sorting.ts'
import { pluralize } from '../../../catalogue/listing.ts'
import { formatMissing } from '../../despatch/together.ts'
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
  /** '5 × FH-HYD-1 and 3 more' */
  missing: string
  /** '3 pieces' */
  here: string
}

export const toWaitingItem = (order: WaitingOrder): WaitingItem => ({
  reference: order.reference,
  url: `/admin/orders/${order.reference}`,
  since: formatDateTime(order.placedAt),
  customer: order.customer,
  missing: formatMissing(order.missing, order.missingCount),
  here: order.pieceCount === 0 ? 'Nothing yet' : pluralize(order.pieceCount, 'piece'),
})

export const waitingExportColumns = ['Order number', 'Placed', 'Customer', 'Missing', 'Pieces here']

export const toWaitingExportRow = (order: WaitingOrder): CsvValue[] => [
  order.reference,
  toLondonTime(order.placedAt).date,
  order.customer,
  formatMissing(order.missing, order.missingCount),
  order.pieceCount,
]
