import { formatDateTime, formatDay, formatTime, toIsoDate, toLondonTime } from '../../../../lib/dates.ts'
import type { AdminFilter } from '../../../admin/AdminFilters.tsx'
import { pluralize } from '../../../catalogue/listing.ts'
import { type ListedPickList, pickingUrl, waitingUrl } from '../../picking/pick-list.ts'
import {
  type Queue,
  type QueueChoice,
  type QueueRow,
  type QueueSort,
  queueSortNames,
  queueSorts,
} from '../../picking/queue.ts'
import { type PickListItem, toPickListItem } from './lists-view.ts'

export interface QueueItem {
  reference: string
  url: string
  customer: string
  /** '24 November 2026, 09:00' */
  since: string
  /** 'Leaves today', 'For Thursday 26 November'. */
  promise: string
  isDue: boolean
  delivery: string
  goods: string
  isWhole: boolean
  areas: string
  isTicked: boolean
}

export interface PickingProps {
  /** 'Cut-off today is 14:30: 3 orders must leave.' */
  summary: string
  filters: AdminFilter[]
  services: AdminFilter[]
  areas: AdminFilter[]
  sorts: { name: string; url: string; isCurrent: boolean }[]
  tickLinks: { name: string; url: string }[]
  rows: QueueItem[]
  total: number
  /** The newest lists that are being picked, and how many there are. */
  lists: PickListItem[]
  listCount: number
}

interface TickedForm {
  tick?: 'due' | 'all' | 'none'
  ticked?: string[]
}

export function toPickingProps(
  queue: Queue,
  lists: { rows: readonly ListedPickList[]; total: number },
  choice: QueueChoice,
  { tick = 'none', ticked = [] }: TickedForm,
  { now, cutOffMinutes }: { now: Date; cutOffMinutes: number | null },
): PickingProps {
  const typed = new Set(ticked)
  const isTicked = (row: QueueRow) =>
    tick === 'all' || (tick === 'due' && row.isDue) || typed.has(row.reference)
  const all = queue.services.reduce((sum, { count }) => sum + count, 0)
  const link = (changes: Partial<QueueChoice>) => toQueueUrl({ ...choice, ...changes })
  const toFilters = (
    name: 'service' | 'area',
    groups: { value: string; name: string; count: number }[],
  ): AdminFilter[] =>
    groups.length < 2
      ? []
      : [{ value: '', name: 'All', count: all }, ...groups].map(group => ({
          name: group.name,
          url: link({ [name]: group.value }),
          count: group.count,
          isCurrent: choice[name] === group.value,
        }))
  return {
    summary: formatSummary(queue.dueCount, now, cutOffMinutes),
    filters: [
      { name: 'All that can be picked', url: link({ due: false }), count: all, isCurrent: !choice.due },
      { name: 'Must leave today', url: link({ due: true }), count: queue.dueCount, isCurrent: choice.due },
      { name: 'Waiting for the rest', url: waitingUrl, count: queue.waitingCount, isCurrent: false },
    ],
    services: toFilters(
      'service',
      queue.services.map(({ code, count }) => ({ value: code, name: serviceNames[code] ?? code, count })),
    ),
    areas: toFilters(
      'area',
      queue.areas.map(({ area, count }) => ({ value: area, name: `Area ${area}`, count })),
    ),
    sorts: queueSorts.map((sort: QueueSort) => ({
      name: queueSortNames[sort],
      url: link({ sort }),
      isCurrent: choice.sort === sort,
    })),
    tickLinks: [
      { name: 'Tick all shown', url: `${toQueueUrl(choice)}&tick=all` },
      { name: 'Tick what must leave today', url: `${toQueueUrl(choice)}&tick=due` },
      { name: 'Tick none', url: toQueueUrl(choice) },
    ],
    rows: queue.rows.map(row => toQueueItem(row, isTicked(row))),
    total: queue.total,
    lists: lists.rows.map(toPickListItem),
    listCount: lists.total,
  }
}

export const toQueueUrl = ({ sort, service, area, due }: QueueChoice): string =>
  `${pickingUrl}?${new URLSearchParams({
    sort,
    ...(service !== '' && { service }),
    ...(area !== '' && { area }),
    ...(due && { due: '1' }),
  })}`

function formatSummary(dueCount: number, now: Date, cutOffMinutes: number | null): string {
  const due =
    dueCount === 0 ? 'Nothing has to leave today.' : `${pluralize(dueCount, 'order')} must leave today.`
  if (cutOffMinutes === null) return due
  const isPast = toLondonTime(now).minutes >= cutOffMinutes
  return `Cut-off ${isPast ? 'was' : 'is'} ${formatTime(cutOffMinutes)}. ${due}`
}

const serviceNames: Record<string, string> = {
  ND: 'Next day',
  ND12: 'Before 12:00',
  SAT: 'Saturday',
  NAM: 'Named day',
  COL: 'Collection',
  HI2: 'Highlands & Islands',
  NI2: 'Northern Ireland',
  PAL: 'Pallet',
  QTD: 'As quoted',
  IE3: 'Ireland',
  CI4: 'Channel Islands',
  NO5: 'Norway',
}

function toQueueItem(row: QueueRow, isTicked: boolean): QueueItem {
  const { reference, customer, placedAt, deliveryDate, isDue, lineCount, pieceCount, isWhole } = row
  return {
    reference,
    url: `/admin/orders/${reference}`,
    customer,
    since: formatDateTime(placedAt),
    promise: isDue
      ? 'Must leave today'
      : deliveryDate === null
        ? 'No day promised'
        : `For ${formatDay(toIsoDate(deliveryDate))}`,
    isDue,
    delivery: serviceNames[row.deliveryCode] ?? row.deliveryTitle,
    goods: `${pluralize(lineCount, 'line')}, ${pluralize(pieceCount, 'piece')}`,
    isWhole,
    areas: row.areas.join(', '),
    isTicked,
  }
}
