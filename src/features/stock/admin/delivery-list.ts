import type { IsoDate } from '../../../lib/dates.ts'
import type { RowCount } from '../../../lib/row-count.ts'
import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import { toListQuery, toRowsParameter } from '../../admin/table/list-page.ts'
import { type SortColumns, type Sorting, toSortLinks } from '../../admin/table/sorting.ts'
import { stockUrl } from '../stock.ts'

export const deliveriesUrl = `${stockUrl}/deliveries` as const

export const deliverySorts = ['day', 'supplier', 'note'] as const
export type DeliverySort = (typeof deliverySorts)[number]

/** What the list shows. `query`: a part of the supplier or delivery note, or a part number; '' for all. */
export interface DeliveryListChoice extends Sorting<DeliverySort> {
  query: string
  /** Who booked it in; null: anybody. */
  who: number | null
  from: IsoDate | null
  until: IsoDate | null
  rows: RowCount
}

export const toDeliveriesQuery = ({ who, rows, ...choice }: DeliveryListChoice): string =>
  toListQuery({ ...choice, who: who === null ? null : String(who), rows: toRowsParameter(rows) })

export const toDeliveriesUrl = (choice: DeliveryListChoice): string =>
  `${deliveriesUrl}?${toDeliveriesQuery(choice)}`

const columns: SortColumns<DeliverySort> = {
  note: { name: 'Delivery note', usual: 'up' },
  supplier: { name: 'Supplier', usual: 'up' },
  day: { name: 'Booked in', usual: 'down' },
}

export const toDeliverySortLinks = (choice: DeliveryListChoice): Record<DeliverySort, ColumnSortLink> =>
  toSortLinks(choice, columns, sorting => toDeliveriesUrl({ ...choice, ...sorting }))
