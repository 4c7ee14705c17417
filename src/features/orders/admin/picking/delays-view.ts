import type { CsvValue } from '../../../../lib/csv.ts'
import { formatShortDay, toIsoDate } from '../../../../lib/dates.ts'
import type { RowCount } from '../../../../lib/row-count.ts'
import type { ColumnSortLink } from '../../../../ui/SortHeading.tsx'
import type { AdminFilter } from '../../../admin/AdminFilters.tsx'
import { toGroupFilters, toListQuery, toRowsParameter } from '../../../admin/table/list-page.ts'
import { type SortColumns, toSortLinks } from '../../../admin/table/sorting.ts'
import { formatMissing } from '../../despatch/together.ts'
import type { DelayFilter, DelayReason, DelaySort, EndangeredOrder } from '../../picking/endangered.ts'
import { delaysUrl } from '../../picking/pick-list.ts'
import { findLastDespatchDay } from '../../picking/queue.ts'

/** What the list of promised days that cannot be kept shows. */
export interface DelaysChoice extends DelayFilter {
  rows: RowCount
}

export const toDelaysQuery = ({ rows, ...choice }: DelaysChoice): string =>
  toListQuery({ ...choice, rows: toRowsParameter(rows) })

export const toDelaysUrl = (choice: DelaysChoice): string => `${delaysUrl}?${toDelaysQuery(choice)}`

const columns: SortColumns<DelaySort> = {
  order: { name: 'Order', usual: 'up' },
  customer: { name: 'Customer', usual: 'up' },
  promised: { name: 'Promised', usual: 'up' },
}

export const toDelaySortLinks = (choice: DelaysChoice): Record<DelaySort, ColumnSortLink> =>
  toSortLinks(choice, columns, sorting => toDelaysUrl({ ...choice, ...sorting }))

const groupNames: Record<DelayReason | 'all', string> = {
  all: 'All',
  short_pick: 'Short in the bin',
  released: 'Released from hold',
  late: 'Too late',
  overdue: 'Lead time passed',
  no_goods: 'Goods not here',
}

export const toDelayFilters = (
  choice: DelaysChoice,
  count: (reason: DelayReason | 'all') => number,
): AdminFilter[] =>
  toGroupFilters(groupNames, choice.reason, {
    count,
    toUrl: reason => toDelaysUrl({ ...choice, reason }),
  })

export interface DelayedRow {
  reference: string
  url: string
  checkUrl: string
  /** `getOrderVersion` of what is shown. */
  version: string
  customer: string
  promised: string
  reason: string
  /** '3 × FH-AIR-1 not on hand', 'Had to leave Thu 26 Nov'; '': all is on hand. */
  detail: string
}

export function toDelayedRow(order: EndangeredOrder): DelayedRow {
  const { reference, customer, promised, reason, version } = order
  return {
    reference,
    url: `/admin/orders/${reference}#delay`,
    checkUrl: `/admin/orders/${reference}/promise-checked`,
    version,
    customer,
    promised: formatPromised(promised, reason),
    reason: groupNames[reason],
    detail: formatDetail(order),
  }
}

function formatDetail({ missing, reason, promised, deliveryCode }: EndangeredOrder): string {
  const last =
    reason === 'late' && promised !== null ? findLastDespatchDay(deliveryCode, toIsoDate(promised)) : null
  return [
    ...(last === null ? [] : [`Had to leave ${formatShortDay(last)}`]),
    ...(missing.length === 0 ? [] : [`${formatMissing(missing)} not on hand`]),
  ].join(', ')
}

function formatPromised(promised: string | null, reason: DelayReason): string {
  if (promised === null) return 'No day yet'
  return `${reason === 'overdue' ? 'By ' : ''}${formatShortDay(toIsoDate(promised))}`
}

export const delaysExportColumns = ['Order number', 'Customer', 'Why', 'Promised day', 'Not on hand']

export const toDelayExportRow = ({
  reference,
  customer,
  promised,
  reason,
  missing,
}: EndangeredOrder): CsvValue[] => [
  reference,
  customer,
  groupNames[reason],
  promised ?? '',
  formatMissing(missing),
]
