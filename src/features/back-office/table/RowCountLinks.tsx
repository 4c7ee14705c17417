import { type RowCount, rowCounts } from '../../../lib/row-count.ts'

interface RowCountLinksProps {
  /** What the rows are: 'Orders'. */
  name: string
  rows: RowCount
  /** Rows on all pages: with few there is nothing to choose. */
  total: number
  toUrl: (rows: RowCount) => string
}

/** How many rows a page of a list should have: links, so that a saved view has it too. */
export function RowCountLinks({ name, rows, total, toUrl }: RowCountLinksProps) {
  if (total <= rowCounts[0]) return null
  const label = `${name} per page`
  return (
    <nav aria-label={label} className="no-print flex items-center gap-1 note">
      <span className="mr-1">{label}</span>
      {rowCounts.map(count => (
        <a
          key={count}
          href={toUrl(count)}
          aria-label={`${count} ${label.toLowerCase()}`}
          aria-current={count === rows ? 'true' : undefined}
          className="inline-flex size-11 items-center justify-center rounded text-link hover:bg-sunk aria-[current]:bg-sunk aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {count}
        </a>
      ))}
    </nav>
  )
}
