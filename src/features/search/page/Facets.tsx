import { formatCount } from '../../../lib/count.ts'
import { SubmitButton } from '../../../ui/Actions.tsx'
import { CheckIcon, ChevronIcon } from '../../../ui/Icons.tsx'
import type { FacetGroup } from '../facets/facet-groups.ts'
import { searchMessages } from '../messages.ts'
import { formatFilters, getFilterValues, listFilters, type Results, toResultsUrl } from '../query/filters.ts'
import { listVisibleOptions, toSwitchUrl, type VisibleOptions } from './search-view.ts'

interface FacetsProps {
  groups: FacetGroup[]
  results: Results
  open: string | null
}

// As in the finder (R-FINDER-16); all others are behind one disclosure.
const maxClosedGroups = 6

/** Filters as links, so that they work without JavaScript. Collapsed on phones. Drawn on the server only. */
export function Facets({ groups, results, open }: FacetsProps) {
  const chosen = groups.reduce((sum, { id }) => sum + getFilterValues(results.filters, id).length, 0)
  const visible = listVisibleOptions(groups, results, open)
  const filledGroups = groups.filter((_, nth) => visible[nth]!.first.length > 0)
  const isClosed = ({ id, collapsed }: FacetGroup) => collapsed && id !== open
  const rest = filledGroups.filter(isClosed).slice(maxClosedGroups)
  const main = filledGroups.filter(group => !rest.includes(group))
  const renderGroup = (group: FacetGroup) => (
    <Group
      key={group.id}
      group={group}
      results={results}
      visible={visible[groups.indexOf(group)]!}
      isOpen={group.id === open}
    />
  )
  return (
    <details className="open-wide" open={open !== null}>
      <summary className="button flex w-full justify-between px-4">
        Filter results{chosen > 0 && ` (${chosen} chosen)`}
        <ChevronIcon className="turns size-4" />
      </summary>
      <div className="pt-2 lg:pt-0">
        {main.map(renderGroup)}
        {rest.length > 0 && (
          <details className="more-facets">
            <summary>{searchMessages.moreGroups}</summary>
            {rest.map(renderGroup)}
          </details>
        )}
      </div>
    </details>
  )
}

interface FacetGroupProps {
  group: FacetGroup
  results: Results
  visible: VisibleOptions
  isOpen: boolean
}

const longFilters = 800

function Group({ group, results, visible: { first, folded, hidden }, isOpen }: FacetGroupProps) {
  const { id, name, collapsed, unit } = group
  const chosen = getFilterValues(results.filters, id)
  // Each form carries all chosen filters, and the length of a URL is limited.
  const isShort = formatFilters(results.filters).length < longFilters
  return (
    <details id={isOpen ? `options-${id}` : undefined} open={!collapsed || isOpen}>
      <summary>{name}</summary>
      <Options options={first} id={id} results={results} />
      {folded.length > 0 && (
        <details open={isOpen || folded.some(({ value }) => chosen.includes(value))}>
          <summary className="link">
            {`${folded.length} more`}
            <span className="sr-only">{` of ${name}`}</span>
          </summary>
          <Options options={folded} id={id} results={results} />
        </details>
      )}
      {hidden > 0 && (
        <a href={`${toResultsUrl(results)}&open=${id}#options-${id}`} rel="nofollow" className="link">
          {`${hidden} more`}
          <span className="sr-only">{` of ${name}`}</span>
        </a>
      )}
      {unit === 'mm' && isShort && <SizeForm group={group} results={results} />}
    </details>
  )
}

function Options({ options, id, results }: Pick<FacetGroup, 'options' | 'id'> & { results: Results }) {
  const chosen = getFilterValues(results.filters, id)
  return (
    <ul>
      {options.map(({ value, label, count }) => {
        const isChosen = chosen.includes(value)
        return (
          <li key={value}>
            {count === 0 && !isChosen ? (
              // R-UX-38: an option without results is visible but no link.
              <span>
                <b>{label}</b>0
              </span>
            ) : (
              <a href={toSwitchUrl(results, id, value)} aria-current={isChosen || undefined}>
                {isChosen && <CheckIcon className="size-4" />}
                <b>{label}</b>
                {formatCount(count)}
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function SizeForm({ group: { id, name }, results }: { group: FacetGroup; results: Results }) {
  const { query, filters, sort } = results
  return (
    <form action="/search">
      <input type="hidden" name="query" value={query} />
      {listFilters(filters).length > 0 && (
        <input type="hidden" name="filters" value={formatFilters(filters)} />
      )}
      {sort !== 'relevance' && <input type="hidden" name="sort" value={sort} />}
      <input type="hidden" name="near" value={id} />
      <input
        aria-label={`${name} in millimetres, within one`}
        name="mm"
        inputMode="decimal"
        autoComplete="off"
        placeholder="mm"
        className="input"
      />
      <SubmitButton>
        Set<span className="sr-only">{` ${name}`}</span>
      </SubmitButton>
    </form>
  )
}
