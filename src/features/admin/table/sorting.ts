import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'

export type Direction = 'up' | 'down'

export interface Sorting<Sort extends string> {
  sort: Sort
  direction: Direction
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
