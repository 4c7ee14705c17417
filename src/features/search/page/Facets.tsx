import { formatCount } from '../../../lib/count.ts'
import { SubmitButton } from '../../../ui/Actions.tsx'
import { CheckIcon, ChevronIcon } from '../../../ui/Icons.tsx'
import type { FacetGroup } from '../facets/facet-groups.ts'
import { searchMessages } from '../messages.ts'
import { formatFilters, getFilterValues, type Results, toResultsUrl } from '../query/filters.ts'
import { listVisibleOptions, toSwitchUrl, type VisibleOptions } from './search-view.ts'

interface FacetsProps {
  groups: FacetGroup[]
  results: Results
  open: string | null
}

// As in the finder (R-FINDER-16); all others are behind one disclosure.
const maxClosedGroups = 6

/** Filters as links, so that they work without JavaScript. Collapsed on phones. */
export function Facets({ groups, results, open }: FacetsProps) {
  if (groups.length === 0) return null
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
    <nav aria-label="Filters" className="no-print mb-4 grow has-[>[open]]:basis-full lg:row-span-2">
      <details className="open-wide" open={open !== null}>
        <summary className="button flex w-full justify-between px-4">
          Filter results{chosen > 0 && ` (${chosen} chosen)`}
          <ChevronIcon className="turns size-4" />
        </summary>
        <div className="pt-2 lg:pt-0">
          {main.map(renderGroup)}
          {rest.length > 0 && (
            <details className="mt-2 border-t border-ink py-2">
              <summary className="flex min-h-9 items-center justify-between gap-3 font-semibold">
                {searchMessages.moreGroups}
                <ChevronIcon className="turns size-4" />
              </summary>
              {rest.map(renderGroup)}
            </details>
          )}
        </div>
      </details>
    </nav>
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
    <details
      id={`options-${id}`}
      open={!collapsed || isOpen}
      className="border-t border-ink py-2 not-first:mt-2"
    >
      <summary className="flex min-h-9 items-center justify-between font-semibold">
        {name}
        <ChevronIcon className="turns size-4" />
      </summary>
      <Options options={first} id={id} results={results} />
      {folded.length > 0 && (
        <details open={isOpen || folded.some(({ value }) => chosen.includes(value))}>
          <summary className="link inline-block py-2 text-sm">
            {folded.length} more<span className="sr-only"> of {name}</span>
          </summary>
          <Options options={folded} id={id} results={results} />
        </details>
      )}
      {hidden > 0 && (
        <a
          href={`${toResultsUrl(results)}&open=${id}#options-${id}`}
          rel="nofollow"
          className="link inline-block py-2 text-sm"
        >
          {hidden} more<span className="sr-only"> of {name}</span>
        </a>
      )}
      {unit === 'mm' && isShort && <SizeForm group={group} results={results} />}
    </details>
  )
}

function Options({ options, id, results }: Pick<FacetGroup, 'options' | 'id'> & { results: Results }) {
  const chosen = getFilterValues(results.filters, id)
  return (
    <ul className={listStyle}>
      {options.map(({ value, label, count }) => {
        const isChosen = chosen.includes(value)
        return (
          <li key={value}>
            {count === 0 && !isChosen ? (
              // R-UX-38: an option without results is visible but no link.
              <span>
                <i aria-hidden="true" />
                <b>{label}</b>0
              </span>
            ) : (
              <a href={toSwitchUrl(results, id, value)} aria-current={isChosen || undefined} rel="nofollow">
                <i aria-hidden="true">{isChosen && <CheckIcon className="size-4" />}</i>
                <b>{label}</b>
                <small>
                  {formatCount(count)}
                  <span className="sr-only"> products{isChosen && ', chosen: follow to remove'}</span>
                </small>
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}

// Rows are styled from the list: hundreds of options would repeat the classes hundreds of times.
const listStyle = [
  '[&_:is(li>a,li>span)]:flex [&_:is(li>a,li>span)]:min-h-9 [&_:is(li>a,li>span)]:items-center [&_:is(li>a,li>span)]:gap-2.5 [&_:is(li>a,li>span)]:py-1 [&_b]:leading-5',
  '[&_li>span]:text-steel [&_b]:grow [&_b]:font-normal [&_a:hover_b]:underline [&_small]:text-sm [&_small]:text-steel',
  '[&_i]:flex [&_i]:size-5 [&_i]:shrink-0 [&_i]:items-center [&_i]:justify-center [&_i]:rounded [&_i]:border [&_i]:border-edge [&_i]:bg-surface',
  '[&_[aria-current]_i]:border-strong [&_[aria-current]_i]:bg-strong [&_[aria-current]_i]:text-on-strong',
].join(' ')

function SizeForm({ group, results }: { group: FacetGroup; results: Results }) {
  const id = `near-${group.id}`
  return (
    <form action="/search" method="get" className="mt-1 flex items-center gap-2 text-sm">
      <input type="hidden" name="query" value={results.query} />
      <input type="hidden" name="filters" value={formatFilters(results.filters)} />
      <input type="hidden" name="sort" value={results.sort} />
      <input type="hidden" name="near" value={group.id} />
      <label htmlFor={id} className="sr-only">
        {group.name} in millimetres, within one
      </label>
      <input
        id={id}
        name="mm"
        inputMode="decimal"
        autoComplete="off"
        placeholder="mm"
        className="input h-9 w-20"
      />
      <span aria-hidden="true">± 1 mm</span>
      <SubmitButton className="min-h-9 px-3">
        Set<span className="sr-only"> {group.name}</span>
      </SubmitButton>
    </form>
  )
}
