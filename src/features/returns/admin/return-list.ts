import type { IsoDate } from '../../../lib/dates.ts'
import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import type { AdminFilter } from '../../admin/AdminFilters.tsx'
import { toGroupFilters, toListQuery } from '../../admin/table/list-page.ts'
import { type Direction, type SortColumns, type Sorting, toSortLinks } from '../../admin/table/sorting.ts'
import {
  type AdminReturnRow,
  isReturnOpen,
  type ReturnReason,
  type ReturnState,
  returnStates,
  staffStateNames,
} from '../returns.ts'

export const adminReturnsUrl = '/admin/returns' as const

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

export interface ReturnListRow extends AdminReturnRow {
  /** Requested, of all its lines. */
  pieceCount: number
}

const columns: SortColumns<ReturnSort> = {
  step: { name: 'Status', usual: 'up' },
  requested: { name: 'Return', usual: 'down' },
  customer: { name: 'Customer', usual: 'up' },
}

export const chooseReturnSorting = (
  sort: ReturnSort = 'step',
  direction: Direction = columns[sort].usual,
): Sorting<ReturnSort> => ({ sort, direction })

/** What follows the '?' of the list: the usual sorting is left out. */
export function toReturnsQuery({ group, query, reason, from, until, ...sorting }: ReturnListChoice): string {
  const isUsual = sorting.sort === 'step' && sorting.direction === 'up'
  return toListQuery({ state: group, query, reason, from, until, ...(!isUsual && sorting) })
}

export const toReturnsUrl = (choice: ReturnListChoice): string =>
  `${adminReturnsUrl}?${toReturnsQuery(choice)}`

export const toReturnGroupUrl = (group: ReturnGroup): string => `${adminReturnsUrl}?state=${group}`

export const toReturnSortLinks = (choice: ReturnListChoice): Record<ReturnSort, ColumnSortLink> =>
  toSortLinks(choice, columns, sorting => toReturnsUrl({ ...choice, ...sorting }))

export const toReturnFilters = (
  counts: Partial<Record<ReturnState, number>>,
  current: ReturnGroup,
): AdminFilter[] =>
  toGroupFilters(groupNames, current, {
    count: group =>
      (listGroupStates(group) ?? returnStates).reduce((sum, state) => sum + (counts[state] ?? 0), 0),
    toUrl: toReturnGroupUrl,
  })
