import { type RowCount, rowCounts } from '../../../lib/row-count.ts'
import type { AdminFilter } from '../AdminFilters.tsx'
import type { SavedView } from './saved-view.ts'

/** The props of every list of staff. */
export interface AdminListProps<Choice, Row> {
  choice: Choice
  /** What follows the '?' of the list as it is displayed, without the page. */
  viewQuery: string
  views: SavedView[]
  /** The groups of the list; the current one is listed. */
  filters: AdminFilter[]
  rows: Row[]
  /** Rows on all pages. */
  total: number
  page: number
  pages: number
}

/** What follows the '?' of a list. Fields that are empty or null are left out. */
export function toListQuery(fields: Record<string, string | null>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    if (value !== null && value !== '') query.set(name, value)
  return query.toString()
}

/** '': as many rows as usual. */
export const toRowsParameter = (rows: RowCount): string => (rows === rowCounts[0] ? '' : String(rows))

/** An option of a filter. */
export interface FilterOption {
  value: string
  name: string
}

export const toOptions = (names: Record<string, string>): FilterOption[] =>
  Object.entries(names).map(([value, name]) => ({ value, name }))

/** No more rows are counted of a list that only grows; its page says when there are more. */
export const maxCounted = 1_000

/** How many rows the pages list of those that were counted, at most one more than `maxCounted`. */
export const toListed = (counted: number): { listed: number; isCut: boolean } => ({
  listed: Math.min(counted, maxCounted),
  isCut: counted > maxCounted,
})

/** The groups of a list in the order of their names. */
export const toGroupFilters = <Group extends string>(
  names: Record<Group, string>,
  current: Group,
  {
    count,
    isMore = () => false,
    toUrl,
  }: {
    count: (group: Group) => number | null
    isMore?: (group: Group) => boolean
    toUrl: (group: Group) => string
  },
): AdminFilter[] =>
  (Object.keys(names) as Group[]).map(group => ({
    name: names[group],
    url: toUrl(group),
    count: count(group),
    isMore: isMore(group),
    isCurrent: group === current,
  }))
