import { showCount } from '../catalogue/listing.ts'
import { CheckIcon, ChevronIcon } from '../ui/Icons.tsx'
import type { Facet, FacetOption } from './search-view.ts'

/** Filters as links: each address is a page of its own and works without a script. Folded on phones. */
export function Facets({ facets, form }: { facets: Facet[]; form: SizeFormProps }) {
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
            <Group key={facet.id} facet={facet} form={form} />
          ))}
        </div>
      </details>
    </nav>
  )
}

// More than these are folded: a long list hides the next group.
const shownAtOnce = 8

function Group({ facet, form }: { facet: Facet; form: SizeFormProps }) {
  const { options } = facet
  const hidden = options.slice(shownAtOnce)
  return (
    <details open={!facet.collapsed} className="border-t border-ink py-2 not-first:mt-2">
      <summary className="flex min-h-9 items-center justify-between font-semibold">
        {facet.name}
        <ChevronIcon className="turns size-4" />
      </summary>
      <Options options={options.slice(0, shownAtOnce)} />
      {hidden.length > 0 && (
        <details open={hidden.some(option => option.chosen)}>
          <summary className="link inline-block py-2 text-sm">
            {hidden.length} more<span className="sr-only"> of {facet.name}</span>
          </summary>
          <Options options={hidden} />
        </details>
      )}
      {facet.takesSize && <SizeForm facet={facet} {...form} />}
    </details>
  )
}

function Options({ options }: { options: FacetOption[] }) {
  return (
    <ul>
      {options.map(option => (
        <li key={option.value}>
          <Option option={option} />
        </li>
      ))}
    </ul>
  )
}

interface SizeFormProps {
  query: string
  filtersJson: string
  sort: string
}

/** Any size, within a millimetre: a plain form that leads to the results so filtered. */
function SizeForm({ facet, query, filtersJson, sort }: SizeFormProps & { facet: Facet }) {
  const id = `near-${facet.id}`
  return (
    <form action="/search" method="get" className="mt-1 flex items-center gap-2 text-sm">
      <input type="hidden" name="query" value={query} />
      <input type="hidden" name="filters" value={filtersJson} />
      <input type="hidden" name="sort" value={sort} />
      <input type="hidden" name="near" value={facet.id} />
      <label htmlFor={id} className="sr-only">
        {facet.name} in millimetres, within one
      </label>
      <input
        id={id}
        name="mm"
        inputMode="decimal"
        maxLength={7}
        autoComplete="off"
        placeholder="mm"
        className="input h-9 w-20"
      />
      <span aria-hidden="true">± 1 mm</span>
      <button type="submit" className="button min-h-9 px-3">
        Set<span className="sr-only"> {facet.name}</span>
      </button>
    </form>
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
