import { formatCount } from '../../lib/count.ts'

/** One group of a list; `isCurrent`: the one that is listed. */
export interface AdminFilter {
  name: string
  url: string
  /** Null: it is not counted. */
  count: number | null
  /** There are more than `count`. */
  isMore?: boolean
  isCurrent: boolean
}

/**
 * Links to the groups of a list, with how many each holds; on phones behind the current one. `name`: what is chosen,
 * where a list has several of them.
 */
export function AdminFilters({
  label,
  name,
  filters,
}: {
  label: string
  name?: string
  filters: readonly AdminFilter[]
}) {
  const current = filters.find(({ isCurrent }) => isCurrent)
  return (
    <nav aria-label={label} className="no-print mb-4">
      <details className="open-tablet card md:border-0 md:bg-transparent">
        <summary className="flex min-h-11 items-center justify-between gap-4 px-4">
          <span>
            <span className="text-steel">{name ?? 'Show'}:</span>{' '}
            <span className="font-semibold">{current?.name}</span> {current && <Count {...current} />}
          </span>
          <span aria-hidden="true" className="turns">
            ▾
          </span>
        </summary>
        <div className="items-baseline gap-3 max-md:border-t max-md:border-rule max-md:p-2 md:flex">
          {name !== undefined && (
            <span aria-hidden="true" className="w-20 shrink-0 note max-md:hidden">
              {name}
            </span>
          )}
          <ul className="md:flex md:flex-wrap md:gap-2">
            {filters.map(filter => (
              <li key={filter.url}>
                <a
                  href={filter.url}
                  aria-current={filter.isCurrent ? 'page' : undefined}
                  className="flex min-h-11 items-center gap-2 border-l-4 border-transparent px-3 hover:bg-sunk aria-[current=page]:border-amber aria-[current=page]:font-semibold md:rounded md:border md:border-edge md:bg-surface md:aria-[current=page]:border-strong md:aria-[current=page]:bg-strong md:aria-[current=page]:font-normal md:aria-[current=page]:text-on-strong"
                >
                  {filter.name} <Count {...filter} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      </details>
    </nav>
  )
}

const Count = ({ count, isMore = false }: AdminFilter) =>
  count !== null && (
    <span className="text-sm opacity-80">
      {formatCount(count)}
      {isMore && '+'}
    </span>
  )
