import type { RowCount } from '../../../lib/row-count.ts'
import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import type { AdminFilter } from '../../admin/AdminFilters.tsx'
import { toGroupFilters, toListQuery, toRowsParameter } from '../../admin/table/list-page.ts'
import { type SortColumns, type Sorting, toSortLinks } from '../../admin/table/sorting.ts'

export const reservedStockUrl = '/admin/reserved-stock' as const

export const reservedGroups = ['all', 'guests', 'accounts'] as const
export type ReservedGroup = (typeof reservedGroups)[number]

export const reservedSorts = ['until', 'customer', 'value'] as const
export type ReservedSort = (typeof reservedSorts)[number]

/** What the list of unfinished orders shows. */
export interface ReservedChoice extends Sorting<ReservedSort> {
  show: ReservedGroup
  rows: RowCount
}

export const toReservedQuery = ({ rows, ...choice }: ReservedChoice): string =>
  toListQuery({ ...choice, rows: toRowsParameter(rows) })

export const toReservedUrl = (choice: ReservedChoice): string =>
  `${reservedStockUrl}?${toReservedQuery(choice)}`

const columns: SortColumns<ReservedSort> = {
  customer: { name: 'Customer', usual: 'up' },
  until: { name: 'Time left', usual: 'up' },
  value: { name: 'Value ex VAT', usual: 'down' },
}

export const toReservedSortLinks = (choice: ReservedChoice): Record<ReservedSort, ColumnSortLink> =>
  toSortLinks(choice, columns, sorting => toReservedUrl({ ...choice, ...sorting }))

const groupNames: Record<ReservedGroup, string> = {
  all: 'All',
  guests: 'Guests',
  accounts: 'With an account',
}

export const toReservedFilters = (
  choice: ReservedChoice,
  counts: Record<ReservedGroup, number>,
): AdminFilter[] =>
  toGroupFilters(groupNames, choice.show, {
    count: show => counts[show],
    toUrl: show => toReservedUrl({ ...choice, show }),
  })
