import type { ColumnSortLink } from '../../../ui/CardTable.tsx'

/** Who may save views at all: everybody who has a list. */
export const viewRights = ['warehouse', 'sales', 'accounts', 'catalogue'] as const

export const maxViews = 20
export const maxViewName = 60

export const viewMessages = {
  noName: 'Give the view a name.',
  tooMany: `You have ${maxViews} views of this list. Remove one to save another.`,
} as const

export interface SavedView {
  id: number
  name: string
  url: string
  /** It is what the page shows. */
  isCurrent: boolean
}

/** What follows the '?' of a list. Fields that are empty or null are left out. */
export function toListQuery(fields: Record<string, string | null>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    if (value !== null && value !== '') query.set(name, value)
  return query.toString()
}

/** What follows the '?' of a list, without the page, in one order: two addresses of the same list are equal. */
export function normaliseViewQuery(query: string): string {
  const entries = [...new URLSearchParams(query)].filter(([name, value]) => name !== 'page' && value !== '')
  return new URLSearchParams(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString().slice(0, 1_000)
}

/** `url`: of the list. */
export const toExportUrl = <Url extends string>(url: Url) => `${url}/export.csv` as const

export const toListUrl = (url: string, query: string): string => `${url}${query === '' ? '' : `?${query}`}`

export type Direction = 'up' | 'down'

export interface Sorting<Sort extends string> {
  sort: Sort
  direction: Direction
}

/** The columns that sort a list, each with its heading and its usual direction. */
export type SortColumns<Sort extends string> = Record<Sort, { name: string; usual: Direction }>

export function toSortLinks<Sort extends string>(
  current: Sorting<Sort>,
  columns: SortColumns<Sort>,
  toUrl: (sorting: Sorting<Sort>) => string,
): Record<Sort, ColumnSortLink> {
  const entries = (Object.keys(columns) as Sort[]).map(sort => [
    sort,
    toSortLink(current, { sort, ...columns[sort] }, toUrl),
  ])
  return Object.fromEntries(entries)
}

/** A heading that sorts a list by its column, in its usual direction first and then the other way round. */
export function toSortLink<Sort extends string>(
  current: Sorting<Sort>,
  { sort, name, usual }: { sort: Sort; name: string; usual: Direction },
  toUrl: (sorting: Sorting<Sort>) => string,
): ColumnSortLink {
  const isCurrent = current.sort === sort
  const opposite = current.direction === 'up' ? 'down' : 'up'
  return {
    name,
    url: toUrl({ sort, direction: isCurrent ? opposite : usual }),
    direction: isCurrent ? current.direction : null,
  }
}
