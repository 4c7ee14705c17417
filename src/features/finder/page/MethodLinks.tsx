import { switchMethod } from '../hash/choose.ts'
import { type FinderState, formatHash } from '../hash/hash.ts'

export type FinderMethod = 'machine' | 'plate' | 'type' | 'search'

const methods: readonly (readonly [FinderMethod, string])[] = [
  ['machine', 'By machine'],
  ['plate', 'By serial number'],
  ['type', 'By size and shape'],
  ['search', 'By description'],
]

/** The four methods of finding a filter, as links: each has a hash of its own. */
export function MethodLinks({ method, state }: { method: FinderMethod; state: FinderState }) {
  return (
    <nav aria-label="Ways to find a filter" className="needs-script no-print mt-4 border-b border-rule">
      <ul className="-mb-px flex gap-x-1 overflow-x-auto max-sm:grid max-sm:grid-cols-2">
        {methods.map(([target, name]) => (
          <li key={target}>
            <a
              href={formatHash(switchMethod(state, target))}
              aria-current={target === method ? 'true' : undefined}
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
