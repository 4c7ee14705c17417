import type { CsvValue } from '../../../../lib/csv.ts'
import { formatShortDateTime, toLondonTime } from '../../../../lib/dates.ts'
import type { RowCount } from '../../../../lib/row-count.ts'
import type { ColumnSortLink } from '../../../../ui/SortHeading.tsx'
import type { AdminFilter } from '../../../admin/AdminFilters.tsx'
import { toListQuery, toRowsParameter } from '../../../admin/table/list-page.ts'
import { type SortColumns, toSortLinks } from '../../../admin/table/sorting.ts'
import { pluralize } from '../../../catalogue/listing.ts'
import {
  type ListedPickList,
  maxFinishedListed,
  type PickListFilter,
  type PickListGroup,
  type PickListSort,
  pickListsUrl,
  toPickListUrl,
} from '../../picking/pick-list.ts'
import { formatPickProgress } from './messages.ts'

/** What the list of pick lists shows. */
export interface PickListsChoice extends PickListFilter {
  rows: RowCount
}

export const toPickListsQuery = ({ group, who, rows, ...choice }: PickListsChoice): string =>
  toListQuery({
    show: group,
    ...choice,
    who: who === null ? null : String(who),
    rows: toRowsParameter(rows),
  })

export const toPickListsUrl = (choice: PickListsChoice): string =>
  `${pickListsUrl}?${toPickListsQuery(choice)}`

const columns: SortColumns<PickListSort> = {
  number: { name: 'Pick list', usual: 'down' },
  person: { name: 'Made by', usual: 'up' },
  finished: { name: 'Finished', usual: 'down' },
}

export const toPickListSortLinks = (choice: PickListsChoice): Record<PickListSort, ColumnSortLink> =>
  toSortLinks(choice, columns, sorting => toPickListsUrl({ ...choice, ...sorting }))

export function toPickListFilters(
  choice: PickListsChoice,
  counts: Record<PickListGroup, number>,
): AdminFilter[] {
  const toFilter = (group: PickListGroup, name: string): AdminFilter => ({
    name,
    url: toPickListsUrl({ ...choice, group }),
    count: counts[group],
    isCurrent: choice.group === group,
  })
  return [
    toFilter('open', 'Being picked'),
    { ...toFilter('finished', 'Finished'), isMore: counts.finished === maxFinishedListed },
  ]
}

export const pickListExportColumns = [
  'Pick list',
  'Made',
  'Made by',
  'Orders',
  'Parts',
  'Picked',
  'Short',
  'Finished',
]

export const toPickListExportRow = (list: ListedPickList): CsvValue[] => [
  list.id,
  toLondonTime(list.createdAt).date,
  list.createdBy,
  list.orderCount,
  list.partCount,
  list.pickedCount,
  list.shortCount,
  list.finishedAt ? toLondonTime(list.finishedAt).date : '',
]

/** A pick list in a list of them. */
export interface PickListItem {
  id: number
  url: string
  /** '3 orders, made 24 November 2026, 09:00' */
  made: string
  madeBy: string
  /** '3 complete, 1 short, 5 to go' */
  progress: string
  /** Parts were short, or a finished list has parts that were not picked. */
  isShort: boolean
  /** '24 November 2026, 09:40'; null: it is open. */
  finished: string | null
}

export function toPickListItem(list: ListedPickList): PickListItem {
  return {
    id: list.id,
    url: toPickListUrl(list.id),
    made: `${pluralize(list.orderCount, 'order')}, made ${formatShortDateTime(list.createdAt)}`,
    madeBy: list.createdBy,
    progress: list.orderCount === 0 ? 'Every order was taken off it' : formatPickProgress(list),
    isShort: list.shortCount > 0 || (list.finishedAt !== null && list.pickedCount < list.partCount),
    finished: list.finishedAt && formatShortDateTime(list.finishedAt),
  }
}
