import { formatCount, pluralize } from '../../../lib/count.ts'
import type { CsvValue } from '../../../lib/csv.ts'
import {
  formatShortDateTime,
  formatShortDay,
  formatTime,
  type IsoDate,
  toLondonTime,
} from '../../../lib/dates.ts'
import type { AdminFilter } from '../../back-office/AdminFilters.tsx'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { type SortColumns, toSortLinks } from '../../back-office/table/list-url.ts'
import { type Expectation, expectOrder } from '../../orders/expectation/expectation.ts'
import { formatNoDate } from '../despatch/due-text.ts'
import { type ListedPickList, toPickListUrl, waitingUrl } from '../picking/pick-list.ts'
import {
  formatQueueSorting,
  type Queue,
  type QueueChoice,
  type QueueRow,
  type QueueSort,
  serviceNames,
  toQueueUrl,
  toServiceName,
} from '../picking/queue.ts'
import { formatPickProgress } from './messages.ts'

export type PickingProps = ReturnType<typeof toPickingProps>

interface QueuePage {
  choice: QueueChoice
  page: number
  size: number
  tick: 'due' | 'all' | 'none'
  /** Of a form that was refused. */
  ticked: readonly string[]
}

export function toPickingProps(
  queue: Queue,
  lists: { rows: readonly ListedPickList[]; counts: Record<'open', number> },
  { choice, page, size, tick, ticked }: QueuePage,
  { now, cutOffMinutes }: { now: Date; cutOffMinutes: number | null },
) {
  const typed = new Set(ticked)
  const isTicked = (row: QueueRow) =>
    tick === 'all' || (tick === 'due' && row.isDue) || typed.has(row.reference)
  const today = toLondonTime(now).date
  const all = queue.services.reduce((sum, { count }) => sum + count, 0)
  const pageUrl = `${toQueueUrl(choice)}&page=${page}`
  const toDueFilter = (name: string, due: boolean, count: number): AdminFilter => ({
    name,
    url: toQueueUrl({ ...choice, due }),
    count,
    isCurrent: choice.due === due,
  })
  return {
    choice,
    summary: formatSummary(queue, now, cutOffMinutes),
    filters: [
      toDueFilter('Ready to pick', false, all),
      toDueFilter('Must leave today', true, queue.dueCount),
      { name: 'Waiting for the rest', url: waitingUrl, count: queue.waitingCount, isCurrent: false },
    ],
    /** Of the whole queue, with how many orders each has. */
    services: toServiceOptions(choice.service, queue.services),
    areas: [...new Set([...queue.areas, ...(choice.area === '' ? [] : [choice.area])])].map(area => ({
      value: area,
      name: `Area ${area}`,
    })),
    sorting: formatQueueSorting(choice),
    sorts: toSortLinks(choice, columns, sorting => toQueueUrl({ ...choice, ...sorting })),
    /** `label` stands after 'Tick'. */
    tickLinks: [
      { name: 'Tick all on this page', label: 'all', url: `${pageUrl}&tick=all` },
      { name: 'Tick what must leave today', label: 'must leave today', url: `${pageUrl}&tick=due` },
      { name: 'Tick none', label: 'none', url: pageUrl },
    ],
    rows: queue.rows.map(row => toQueueItem(row, today, isTicked(row))),
    total: queue.total,
    page,
    pages: Math.ceil(queue.total / size),
    lists: lists.rows.map(toPickListItem),
    listCount: lists.counts.open,
  }
}

/** The current one is always among them, even when nothing of it is left in the queue. */
function toServiceOptions(current: string, services: Queue['services']): { value: string; name: string }[] {
  const isListed = current === '' || services.some(({ code }) => code === current)
  return [...services, ...(isListed ? [] : [{ code: current, count: 0 }])].map(({ code, count }) => ({
    value: code,
    name: `${serviceNames[code] ?? code} (${formatCount(count)})`,
  }))
}

/** In their order in the table. */
const columns: SortColumns<QueueSort> = {
  age: { name: 'Order', usual: 'up' },
  customer: { name: 'Customer', usual: 'up' },
  cut_off: { name: 'Leaves', usual: 'up' },
  service: { name: 'Delivery', usual: 'up' },
  pieces: { name: 'Goods', usual: 'up' },
  location: { name: 'Location', usual: 'up' },
}

function formatSummary(queue: Queue, now: Date, cutOffMinutes: number | null): string {
  const due = formatDue(queue)
  if (cutOffMinutes === null) return due
  const isPast = toLondonTime(now).minutes >= cutOffMinutes
  return `Cut-off ${isPast ? 'was' : 'is'} ${formatTime(cutOffMinutes)}. ${due}`
}

function formatDue({ dueCount, dueOnListCount }: Queue): string {
  if (dueOnListCount === 0)
    return dueCount === 0
      ? 'Nothing has to leave today.'
      : `${pluralize(dueCount, 'order')} must leave today.`
  const place = dueOnListCount === 1 ? 'on a pick list' : 'on pick lists'
  return dueCount === 0
    ? `${pluralize(dueOnListCount, 'order')} must leave today, already ${place}.`
    : `${pluralize(dueCount + dueOnListCount, 'order')} must leave today, ${formatCount(dueOnListCount)} of them ${place}.`
}

function toQueueItem(row: QueueRow, today: IsoDate, isTicked: boolean) {
  const { reference, customer, placedAt, isDue, lineCount, pieceCount, openCount, onHandCount } = row
  return {
    reference,
    url: adminOrderUrl(reference),
    customer,
    since: formatShortDateTime(placedAt),
    promise: formatPromise(row, expect(row, today)),
    isDue,
    delivery: toServiceName(row),
    goods: [`${pluralize(lineCount, 'line')},`, pluralize(pieceCount, 'piece')],
    onHand:
      onHandCount === openCount ? '' : `${formatCount(onHandCount)} of ${formatCount(openCount)} on hand`,
    areas: formatAreas(row.areas),
    isTicked,
  }
}

const expect = ({ facts }: QueueRow, today: IsoDate): Expectation => expectOrder(facts, facts.lines, today)

function formatPromise({ deliveryCode, isDue, facts }: QueueRow, expectation: Expectation): string {
  const { day, isPast } = expectation
  const isCollected = deliveryCode === 'COL'
  if (day !== null && isPast) return `Was due ${formatShortDay(day)}`
  if (isDue) return isCollected ? 'To collect today' : 'Must leave today'
  if (day === null) return formatNoDate(expectation, facts)
  return `${isCollected ? 'Ready by' : 'For'} ${formatShortDay(day)}`
}

const formatAreas = (areas: readonly string[]): string =>
  areas.length > 3 ? `${areas[0]} … ${areas.at(-1)}, ${areas.length} areas` : areas.join(', ')

export const queueExportColumns = [
  'Order number',
  'Placed',
  'Customer',
  'Promised day',
  'Must leave today',
  'Delivery',
  'Lines',
  'Pieces',
  'All on hand',
  'Location',
]

export const toQueueExportRow = (row: QueueRow, today: IsoDate): CsvValue[] => [
  row.reference,
  toLondonTime(row.placedAt).date,
  row.customer,
  expect(row, today).day ?? '',
  row.isDue ? 'Yes' : 'No',
  toServiceName(row),
  row.lineCount,
  row.pieceCount,
  row.isWhole ? 'Yes' : 'No',
  row.areas.join(' '),
]

const toPickListItem = (list: ListedPickList) => ({
  id: list.id,
  url: toPickListUrl(list.id),
  madeBy: list.createdBy,
  progress: formatPickProgress(list),
})
