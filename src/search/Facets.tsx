import { showCount } from '../catalogue/listing.ts'
import { CheckIcon, ChevronIcon } from '../ui/Icons.tsx'
import type { Facet, FacetOption } from './search-view.ts'

/** Filters as links: each address is a page of its own and works without a script. Folded on phones. */
export function Facets({ facets }: { facets: Facet[] }) {
  if (facets.length === 0) return null
  const chosen = facets.flatMap(facet => facet.options).filter(option => option.chosen).length
  return (
    <nav aria-label="Filters" className="no-print mb-4">
      <details className="open-wide">
        <summary className="button flex w-full justify-between">
          Filter results{chosen > 0 && ` (${chosen} chosen)`}
          <ChevronIcon className="turns size-4" />
        </summary>
        <div className="pt-2 lg:pt-0">
          {facets.map(facet => (
            <Group key={facet.id} facet={facet} />
          ))}
        </div>
      </details>
    </nav>
  )
}

function Group({ facet }: { facet: Facet }) {
  return (
    <details open className="border-t border-ink py-2 not-first:mt-2">
      <summary className="flex min-h-9 items-center justify-between font-semibold">
        {facet.name}
        <ChevronIcon className="turns size-4" />
      </summary>
      <ul>
        {facet.options.map(option => (
          <li key={option.value}>
            <Option option={option} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Option({ option }: { option: FacetOption }) {
  const row = 'flex min-h-9 items-center gap-2.5'
  // Rule 38: an option that would leave nothing is shown, but cannot be followed.
  if (option.count === 0 && !option.chosen) {
    return (
      <span className={`${row} text-steel`}>
        <Box />
        <span className="grow">{option.label}</span>0
      </span>
    )
  }
  return (
    <a href={option.url} aria-current={option.chosen || undefined} rel="nofollow" className={`${row} group`}>
      <Box chosen={option.chosen} />
      <span className="grow group-hover:underline">{option.label}</span>
      <span className="text-sm text-steel">
        {showCount(option.count)}
        <span className="sr-only"> products{option.chosen && ', chosen: follow to remove'}</span>
      </span>
    </a>
  )
}

function Box({ chosen = false }: { chosen?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`flex size-5 shrink-0 items-center justify-center rounded border ${chosen ? 'border-strong bg-strong text-on-strong' : 'border-edge bg-surface'}`}
    >
      {chosen && <CheckIcon className="size-4" />}
    </span>
  )
}
