import { formatDate, formatDay, formatTime, toIsoDate, toLondonTime } from '../../../../lib/dates.ts'
import type { AdminFilter } from '../../../admin/AdminFilters.tsx'
import { pluralize } from '../../../catalogue/listing.ts'
import {
  type BinPick,
  listBinPicks,
  type OpenPickList,
  type PickList,
  type PickListOrder,
  pickingUrl,
  toPickListUrl,
} from '../../picking/pick-list.ts'
import {
  type Queue,
  type QueueChoice,
  type QueueRow,
  type QueueSort,
  queueSortNames,
  queueSorts,
} from '../../picking/queue.ts'
import { removalTexts } from './messages.ts'

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
  lists: { id: number; url: string; made: string; progress: string }[]
}

interface TickedForm {
  tick?: 'due' | 'all' | 'none'
  ticked?: string[]
}

export function toPickingProps(
  queue: Queue,
  lists: readonly OpenPickList[],
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
    lists: lists.map(list => ({
      id: list.id,
      url: toPickListUrl(list.id),
      made: `${pluralize(list.orderCount, 'order')}, made ${formatDateTime(list.createdAt)} by ${list.createdBy}`,
      progress: `${list.pickedCount} of ${list.binCount} picked`,
    })),
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

export interface PickListProps {
  id: number
  url: string
  made: string
  isFinished: boolean
  /** In the order of the walk. */
  toPick: BinPick[]
  picked: BinPick[]
  orders: {
    reference: string
    url: string
    box: number
    customer: string
    delivery: string
    /** '3 of 5 pieces picked'. */
    progress: string
    isShort: boolean
    /** Its box may leave: it is not held, and not gone already. */
    canGoOut: boolean
  }[]
  /** Orders that were taken off the list: what to do with what was picked for them. */
  removed: { reference: string; url: string; text: string; pieces: string[] }[]
}

export interface PickListPageProps extends PickListProps {
  /** A key of each form that corrects the stock. */
  requestKey: string
  notice: string | null
  errors: Record<string, string>
  /** What was scanned and refused; ''. */
  scanned: string
  /** A form of too few pieces that was refused. */
  short: { product: number; pieces: string; empty: boolean; reason: 'count' | 'damage' } | null
}

export function toPickListProps(list: PickList): PickListProps {
  const bins = listBinPicks(list)
  return {
    id: list.id,
    url: toPickListUrl(list.id),
    made: `Made ${formatDateTime(list.createdAt)} by ${list.createdBy}.`,
    isFinished: list.finishedAt !== null,
    toPick: bins.filter(({ picked }) => picked === null),
    picked: bins.filter(({ picked }) => picked !== null),
    orders: list.orders
      .filter(({ removedWhy, isVoid }) => removedWhy === null && !isVoid)
      .map(order => toListOrder(list, order)),
    removed: list.orders.flatMap(order => toRemoved(list, order)),
  }
}

function toListOrder(list: PickList, order: PickListOrder): PickListProps['orders'][number] {
  const { orderId, reference, box, customer, deliveryTitle, isHeld, canGoOut } = order
  const lines = list.lines.filter(line => line.orderId === orderId)
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const picked = lines.reduce((sum, line) => sum + (line.picked ?? 0), 0)
  return {
    reference,
    url: `/admin/orders/${reference}`,
    box,
    customer,
    delivery: deliveryTitle,
    progress: `${picked} of ${pluralize(quantity, 'piece')} picked${isHeld ? ', held' : ''}`,
    canGoOut,
    isShort: lines.some(line => line.picked !== null && line.picked < line.quantity),
  }
}

function toRemoved(
  list: PickList,
  { orderId, reference, box, removedWhy, isVoid }: PickListOrder,
): PickListProps['removed'] {
  if (removedWhy === null && !isVoid) return []
  const pieces = list.lines
    .filter(line => line.orderId === orderId && (line.picked ?? 0) > line.despatched)
    .map(
      ({ code, picked, despatched, bin }) =>
        `${picked! - despatched} × ${code}${bin === '' ? '' : ` into ${bin}`}`,
    )
  const text =
    removedWhy === null
      ? `Order ${reference} (box ${box}) was cancelled after it was picked.`
      : `Order ${reference} (box ${box}) ${removalTexts[removedWhy]}, so it is off this list.`
  return [
    {
      reference,
      url: `/admin/orders/${reference}`,
      text,
      pieces,
    },
  ]
}

function formatDateTime(at: Date): string {
  const { date, minutes } = toLondonTime(at)
  return `${formatDate(date)}, ${formatTime(minutes)}`
}
