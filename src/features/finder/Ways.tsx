import { switchTo } from './choose.ts'
import { type FinderState, formatHash } from './hash.ts'

export type Way = 'machine' | 'plate' | 'type' | 'search'

const ways: readonly (readonly [Way, string])[] = [
  ['machine', 'By machine'],
  ['plate', 'By serial number'],
  ['type', 'By size and shape'],
  ['search', 'By description'],
]

/** The four ways to a filter: links, because each is an address of its own. */
export function Ways({ way, state }: { way: Way; state: FinderState }) {
  return (
    <nav aria-label="Ways to find a filter" className="needs-script no-print mt-4 border-b border-rule">
      <ul className="-mb-px flex gap-x-1 overflow-x-auto max-sm:grid max-sm:grid-cols-2">
        {ways.map(([own, name]) => (
          <li key={own}>
            <a
              href={formatHash(switchTo(state, own))}
              aria-current={own === way ? 'true' : undefined}
              className="flex min-h-11 items-center border-b-3 border-transparent px-3 text-steel whitespace-nowrap hover:text-ink focus-visible:-outline-offset-3 aria-[current]:border-amber aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
