import type { IsoDate } from '../../../lib/dates.ts'
import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import type { AdminFilter } from '../../admin/AdminFilters.tsx'
import { type Direction, type Sorting, toSortLink } from '../../admin/table/sorting.ts'
import {
  isReturnOpen,
  type ReturnReason,
  type ReturnState,
  returnStates,
  staffStateNames,
} from '../returns.ts'

export const adminReturnsUrl = '/admin/returns' as const
export const returnsExportUrl = `${adminReturnsUrl}/export.csv` as const

/** The groups of the list: everything that is to be done, each step of it, and what is over. */
export const returnGroups = [
  'open',
  'requested',
  'authorised',
  'received',
  'inspected',
  'finished',
  'all',
] as const
export type ReturnGroup = (typeof returnGroups)[number]

const groupNames: Record<ReturnGroup, string> = {
  open: 'To do',
  requested: staffStateNames.requested,
  authorised: staffStateNames.authorised,
  received: staffStateNames.received,
  inspected: staffStateNames.inspected,
  finished: 'Finished',
  all: 'All',
}

/** Null: in any state. */
export function listGroupStates(group: ReturnGroup): ReturnState[] | null {
  if (group === 'all') return null
  if (group === 'open') return returnStates.filter(isReturnOpen)
  return group === 'finished' ? returnStates.filter(state => !isReturnOpen(state)) : [group]
}

/** `step`: what is to be done first, the oldest first; finished ones after it, the newest first. */
export const returnSorts = ['step', 'requested', 'customer'] as const
export type ReturnSort = (typeof returnSorts)[number]

/** What the list shows. */
export interface ReturnListChoice extends Sorting<ReturnSort> {
  group: ReturnGroup
  /** As it was typed; '': all. */
  query: string
  reason: ReturnReason | ''
  /** Requested from this day on, until this one; null: any. */
  from: IsoDate | null
  until: IsoDate | null
}

const usualDirections: Record<ReturnSort, Direction> = { step: 'up', requested: 'down', customer: 'up' }

export const chooseReturnSorting = (
  sort: ReturnSort = 'step',
  direction: Direction = usualDirections[sort],
): Sorting<ReturnSort> => ({ sort, direction })

/** What follows the '?' of the list: the usual sorting is left out. */
export function toReturnsQuery({ group, query, reason, from, until, ...sorting }: ReturnListChoice): string {
  const isUsual = sorting.sort === 'step' && sorting.direction === 'up'
  return new URLSearchParams({
    state: group,
    ...(query !== '' && { query }),
    ...(reason !== '' && { reason }),
    ...(from !== null && { from }),
    ...(until !== null && { until }),
    ...(!isUsual && sorting),
  }).toString()
}

export const toReturnsUrl = (choice: ReturnListChoice): string =>
  `${adminReturnsUrl}?${toReturnsQuery(choice)}`

export const toReturnGroupUrl = (group: ReturnGroup): string => `${adminReturnsUrl}?state=${group}`

export function toReturnSortLinks(choice: ReturnListChoice): Record<ReturnSort, ColumnSortLink> {
  const toLink = (sort: ReturnSort, name: string) =>
    toSortLink(choice, { sort, name, usual: usualDirections[sort] }, sorting =>
      toReturnsUrl({ ...choice, ...sorting }),
    )
  return {
    requested: toLink('requested', 'Return'),
    customer: toLink('customer', 'Customer'),
    step: toLink('step', 'Status'),
  }
}

export const toReturnFilters = (
  counts: Partial<Record<ReturnState, number>>,
  current: ReturnGroup,
): AdminFilter[] =>
  returnGroups.map(group => ({
    name: groupNames[group],
    url: toReturnGroupUrl(group),
    count: (listGroupStates(group) ?? returnStates).reduce((sum, state) => sum + (counts[state] ?? 0), 0),
    isCurrent: group === current,
  }))
