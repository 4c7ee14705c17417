import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'

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
