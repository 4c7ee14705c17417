import type { IsoDate } from '../../../lib/dates.ts'
import type { RowCount } from '../../../lib/row-count.ts'
import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import { toListQuery, toRowsParameter } from '../../admin/table/list-page.ts'
import { type Sorting, toSortLink } from '../../admin/table/sorting.ts'
import { type OrderGroup, orderGroupDefinitions } from './groups.ts'

export const ordersUrl = '/admin/orders' as const

export const orderSorts = ['day', 'customer', 'promised', 'total'] as const
export type OrderSort = (typeof orderSorts)[number]

/** What the list shows. */
export interface OrderListChoice extends Sorting<OrderSort> {
  group: OrderGroup
  /** As it was typed; '': all. */
  query: string
  /** Placed from this day on, until this one; null: any. */
  from: IsoDate | null
  until: IsoDate | null
  /** '': any. */
  method: '' | 'account' | 'card' | 'free'
  /** How many a page has. */
  rows: RowCount
}

/** No more orders are counted of a search or filter, nor of a group that only grows; the page says when there are more. */
export const maxListed = 1_000

/** The queue is sorted by the day that was promised, all else by the newest. */
const getUsualSorting = (group: OrderGroup): Sorting<OrderSort> =>
  orderGroupDefinitions[group].isQueue
    ? { sort: 'promised', direction: 'up' }
    : { sort: 'day', direction: 'down' }

/** A promised day matters, and is sorted, only of what is still to go. Those are few enough to be sorted by customer as well. */
export const isStillToGo = (group: OrderGroup): boolean =>
  ['placed', 'held', 'part_despatched', 'back_orders'].includes(group)

/** The requested sorting, where the group has it. */
export function chooseSorting(
  group: OrderGroup,
  sort: OrderSort | undefined,
  direction: OrderListChoice['direction'] | undefined,
): Sorting<OrderSort> {
  const usual = getUsualSorting(group)
  const isBounded = sort === 'day' || sort === 'total' || isStillToGo(group)
  if (sort === undefined || !isBounded) return usual
  return { sort, direction: direction ?? firstDirections[sort] }
}

const firstDirections: Record<OrderSort, OrderListChoice['direction']> = {
  day: 'down',
  customer: 'up',
  promised: 'up',
  total: 'down',
}

/** What follows the '?' of the list, without what is usual. */
export function toOrdersQuery({
  group,
  query,
  from,
  until,
  method,
  rows,
  ...sorting
}: OrderListChoice): string {
  const usual = getUsualSorting(group)
  const isUsual = sorting.sort === usual.sort && sorting.direction === usual.direction
  return toListQuery({
    state: group,
    query,
    from,
    until,
    method,
    ...(!isUsual && sorting),
    rows: toRowsParameter(rows),
  })
}

/** The list of a group without any filter. */
export const toGroupUrl = (group: OrderGroup, rows: RowCount): string =>
  toOrdersUrl({ group, query: '', from: null, until: null, method: '', rows, ...getUsualSorting(group) })

export const toOrdersUrl = (choice: OrderListChoice): string => `${ordersUrl}?${toOrdersQuery(choice)}`

/** A heading that sorts by the column, or the other way round. `isSorted` false: nothing can be sorted now. */
export function toOrderSortLink(
  choice: OrderListChoice,
  sort: OrderSort,
  name: string,
  isSorted: boolean,
): ColumnSortLink {
  const link = toSortLink(choice, { sort, name, usual: firstDirections[sort] }, sorting =>
    toOrdersUrl({ ...choice, ...sorting }),
  )
  return isSorted
    ? link
    : { ...link, url: toOrdersUrl({ ...choice, sort, direction: firstDirections[sort] }), direction: null }
}

const sortings: Record<OrderSort, Record<OrderListChoice['direction'], string>> = {
  day: { down: 'newest first', up: 'oldest first' },
  customer: { up: 'by customer, from A', down: 'by customer, from Z' },
  promised: {
    up: 'by the day we promised, the oldest first',
    down: 'by the day we promised, the latest first',
  },
  total: { down: 'highest total first', up: 'lowest total first' },
}

export const formatSorting = ({ sort, direction }: Sorting<OrderSort>): string => sortings[sort][direction]

/** The list of what a search finds. */
export const toSearchUrl = (query: string): `/${string}` =>
  `${ordersUrl}?${toListQuery({ state: 'all', query })}`

/** The order number that was typed, in any spelling, with or without FH; null: it cannot be one. */
export function toOrderReference(query: string): string | null {
  const text = query.toUpperCase().replace(/[\s-]/g, '')
  const match = /^(?:FH)?([2-9A-Z]{8})$/.exec(text)
  return match ? `FH${match[1]}` : null
}
