import { formatCount } from '../catalogue/listing.ts'

/** One group of a list; `isCurrent`: the one that is listed. */
export interface AdminFilter {
  name: string
  url: string
  count: number
  /** There are more than `count`. */
  isMore?: boolean
  isCurrent: boolean
}

/** Links to the groups of a list, with how many each holds. */
export function AdminFilters({ label, filters }: { label: string; filters: readonly AdminFilter[] }) {
  return (
    <nav aria-label={label} className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {filters.map(({ name, url, count, isMore = false, isCurrent }) => (
          <li key={url}>
            <a
              href={url}
              aria-current={isCurrent ? 'page' : undefined}
              className="inline-flex min-h-11 items-center gap-2 rounded border border-edge bg-surface px-3 hover:bg-sunk aria-[current=page]:border-strong aria-[current=page]:bg-strong aria-[current=page]:text-on-strong"
            >
              {name}{' '}
              <span className="text-sm opacity-80">
                {formatCount(count)}
                {isMore && '+'}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
