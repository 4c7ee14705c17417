import type { ReactNode } from 'react'

export interface ColumnSortLink {
  name: string
  /** The list sorted by it, or the other way round. */
  url: string
  /** Null: the list is not sorted by it. */
  direction: 'up' | 'down' | null
}

/** On phones, where the headings of the columns are gone: what the list is sorted by, with the other choices behind it. */
export function SortMenu({ links }: { links: readonly ColumnSortLink[] }) {
  const current = links.find(({ direction }) => direction !== null)
  return (
    <details className="no-print mb-3 md:hidden">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center gap-1">
        {current ? `Sorted by: ${current.name}` : 'Sort by …'}
        {current && <Arrow direction={current.direction!} />}
      </summary>
      <ul className="card p-2">
        {links.map(link => (
          <li key={link.name}>
            <a
              href={link.url}
              aria-current={link.direction === null ? undefined : 'true'}
              className="flex min-h-11 items-center gap-1 border-l-4 border-transparent px-3 aria-[current]:border-amber aria-[current]:font-semibold"
            >
              {link.name}
              {link.direction !== null && <Arrow direction={link.direction} />}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

const Arrow = ({ direction }: { direction: 'up' | 'down' }) => (
  <span aria-hidden="true">{direction === 'up' ? '▲' : '▼'}</span>
)

const labels = { up: 'ascending', down: 'descending' } as const

export function SortHeading({
  link: { name, url, direction },
  className,
  children,
}: {
  link: ColumnSortLink
  className: string
  /** What else the column has, after the link. */
  children?: ReactNode
}) {
  return (
    <th scope="col" aria-sort={direction === null ? undefined : labels[direction]} className={className}>
      <a href={url} className="link tap-target gap-1 whitespace-nowrap">
        {name}
        {direction !== null && <Arrow direction={direction} />}
      </a>
      {children}
    </th>
  )
}

/** The heading of a column that sorts nothing. */
export const ColumnHeading = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <th scope="col" className={`py-2 font-semibold ${className}`}>
    {children}
  </th>
)
