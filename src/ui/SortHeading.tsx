/** A column that a list can be sorted by. */
export interface ColumnSortLink {
  name: string
  /** The list sorted by it, or the other way round. */
  url: string
  /** Null: the list is not sorted by it. */
  direction: 'up' | 'down' | null
}

const labels = { up: 'ascending', down: 'descending' } as const

/** The heading of a column with the link that sorts by it. */
export function SortHeading({
  link: { name, url, direction },
  className,
}: {
  link: ColumnSortLink
  className: string
}) {
  return (
    <th
      scope="col"
      aria-sort={direction === null ? undefined : labels[direction]}
      className={`${className} max-md:pl-0 max-md:pr-0`}
    >
      <a href={url} className="link inline-flex min-h-11 items-center gap-1">
        {name}
        {direction !== null && <span aria-hidden="true">{direction === 'up' ? '▲' : '▼'}</span>}
      </a>
    </th>
  )
}
