import { formatCount, pluralize } from '../../../lib/count.ts'
import { rowCounts } from '../../../lib/row-count.ts'
import { SubmitButton, TextLink } from '../../../ui/Actions.tsx'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { ServedNav } from '../../../ui/Document.tsx'
import { ChevronIcon } from '../../../ui/Icons.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { GroupedListingTable, ListingTable } from '../../catalogue/ListingTable.tsx'
import { searchMessages } from '../messages.ts'
import { noFilters, type Results, toResultsUrl, toSearchUrl } from '../query/filters.ts'
import type { PartKind, Understood } from '../query/understood.ts'
import { FilterChips, RemoveLink } from './FilterChips.tsx'
import { NothingFound } from './NothingFound.tsx'
import { PlateLinkList } from './PlateLinkList.tsx'
import {
  getPageRange,
  groupByPosition,
  listSortLinks,
  type NumberMatch,
  type SearchPageProps,
  type SortLink,
  toQueryUrl,
} from './search-view.ts'
import { MachineLinkList, VariantChoices } from './VariantChoices.tsx'

export function SearchPage(props: SearchPageProps) {
  const { query, total, rows, numbers, machines, chips, filters, sort } = props
  const results = { query, filters, sort }
  const url = toResultsUrl(results)
  const clearUrl = chips.length > 0 ? toResultsUrl({ ...results, filters: noFilters }) : null
  const { from, to } = getPageRange(props)
  const sorts = total > 1 ? listSortLinks(results) : []
  return (
    <div className="wrap py-6">
      <Breadcrumbs crumbs={[{ name: 'Home', url: '/' }]} />
      <h1 className="mt-1 text-2xl">
        {`${props.name ?? `“${query}”`} `}
        {total > 0 && <span className="font-normal text-steel">{pluralize(total, 'product')}</span>}
      </h1>
      {props.isCut && (
        <p role="status" className="mt-2 border-l-4 border-late pl-3">
          {searchMessages.cut}
        </p>
      )}
      <Correction query={query} corrected={props.corrected} suggestions={props.suggestions} />
      {rows.length > 0 && props.corrected === null && <NumberSuggestions numbers={props.suggestions} />}
      {rows.length > 0 && <Understanding understood={props.understood} results={results} />}
      <FilterChips chips={chips} clearUrl={clearUrl} className="mt-3" />
      <PlateLinkList plates={props.plates} />
      {rows.length > 0 && machines.model === null && <MachineLinkList machines={machines.links} />}
      {rows.length > 0 && <VariantChoices machines={machines} results={results} />}
      <NumberMatches numbers={numbers} listText={props.listText} />
      {rows.length === 0 && (
        <NothingFound
          query={query}
          suggestions={props.suggestions}
          machines={machines.links}
          clearUrl={clearUrl}
          examples={props.examples}
        />
      )}
      {rows.length > 0 && (
        <div className={props.hasFacets ? 'results results-filtered' : 'results'}>
          {props.hasFacets && (
            <ServedNav aria-label="Filters" className="facets no-print" part={props.facets} />
          )}
          <SortMenu sorts={sorts} />
          <section aria-label="Results">
            <ResultRows
              rows={rows}
              positions={props.positions}
              caption={`Products ${from} to ${to} of ${total}`}
            />
            <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
              <RowCountChoice from={from} to={to} total={total} size={props.size} />
              <Pagination page={props.page} pages={props.pages} url={url} label="Search results" />
            </div>
          </section>
        </div>
      )}
    </div>
  )
}

function ResultRows({
  rows,
  positions,
  caption,
}: Pick<SearchPageProps, 'rows' | 'positions'> & { caption: string }) {
  if (positions.length === 0) return <ListingTable rows={rows} caption={caption} />
  const groups = groupByPosition(rows, positions)
  return <GroupedListingTable groups={groups} caption={caption} level={2} deliveryDay={null} />
}

export const searchPage = definePage('features/search/page/SearchPage', SearchPage)

function Correction({
  query,
  corrected,
  suggestions,
}: Pick<SearchPageProps, 'query' | 'corrected' | 'suggestions'>) {
  if (corrected === null) return null
  const isNumber = suggestions.includes(corrected)
  return (
    <p className="mt-2">
      No exact match for “{query}”. These are the results for{' '}
      <strong className={isNumber ? 'code' : undefined}>{corrected}</strong>
      {isNumber ? ': please check it against the number on your filter.' : '.'}
    </p>
  )
}

function NumberSuggestions({ numbers }: { numbers: string[] }) {
  if (numbers.length === 0) return null
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3">
      <span>Did you mean</span>
      {numbers.map(number => (
        <a key={number} href={toSearchUrl(number)} className="link code py-1">
          {number}
        </a>
      ))}
    </p>
  )
}

/** Beside 'Filter results' on narrow screens, where the links alone would take two lines. */
function SortMenu({ sorts }: { sorts: SortLink[] }) {
  if (sorts.length === 0) return null
  return (
    <details className="open-wide no-print mb-4 open:basis-full lg:mb-2">
      <summary className="button flex justify-between px-4">
        Sort
        <ChevronIcon className="turns size-4" />
      </summary>
      <nav aria-label="Sort results">
        <ul className="sort-links">
          {sorts.map(({ label, url, chosen }) => (
            <li key={url}>
              <a
                href={url}
                aria-current={chosen || undefined}
                rel="nofollow"
                className={chosen ? undefined : 'link'}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  )
}

interface RowCountChoiceProps {
  from: number
  to: number
  total: number
  size: number
}

/** Which rows of the results the page has, and how many it should have. A plain form, which works without JavaScript. */
function RowCountChoice({ from, to, total, size }: RowCountChoiceProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 note">
      <p>{`Showing ${formatCount(from)} to ${formatCount(to)} of ${formatCount(total)}`}</p>
      {total > rowCounts[0] && (
        <form method="post" action="/search/rows" className="no-print">
          <fieldset className="row-counts">
            <legend>Results per page</legend>
            {rowCounts.map(count => (
              <button
                key={count}
                type="submit"
                name="rows"
                value={count}
                aria-label={`${count} results per page`}
                aria-current={count === size || undefined}
              >
                {count}
              </button>
            ))}
          </fieldset>
        </form>
      )}
    </div>
  )
}

/** A plain word needs no name. */
const kindNames: Record<PartKind, string | null> = {
  number: 'Number',
  machine: 'Machine',
  kind: 'Kind',
  brand: 'Brand',
  size: 'Size',
  word: null,
}

/** How the query was understood: a chip for each part, and what was left out because nothing has all of it. */
function Understanding({ understood, results }: { understood: Understood; results: Results }) {
  const { parts, dropped } = understood
  const labels = parts.map(({ kind, label }) => {
    const isTyped = kind === 'word' && results.query.includes(label)
    return (kind === 'kind' || kind === 'word') && !isTyped ? label.toLowerCase() : label
  })
  // A single word is understood as itself.
  const isPlain = parts.length < 2 && dropped.length === 0 && parts[0]?.kind !== 'machine'
  if (isPlain) return null
  return (
    <>
      {dropped.length > 0 && (
        <p className="mt-2" role="status">
          Nothing has all of this. Results for <strong>{labels.join(', ')}</strong>
          {`, without ${dropped.map(text => `“${text}”`).join(' and ')}.`}
        </p>
      )}
      <ul aria-label="Your search" className="mt-3 flex flex-wrap items-center gap-2">
        {parts.map(({ kind, label, without }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text may name a part twice
          <li key={at}>
            <RemoveLink url={toQueryUrl(results, without)}>
              <span>
                {kindNames[kind] && <span className="text-steel">{`${kindNames[kind]}: `}</span>}
                {label}
              </span>
            </RemoveLink>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The products of the typed numbers, before the table; a list of several numbers can be checked in the order pad. */
function NumberMatches({ numbers, listText }: Pick<SearchPageProps, 'numbers' | 'listText'>) {
  if (numbers.length === 0) return listText === null ? null : <ListForm text={listText} />
  return (
    <section aria-labelledby="codes" className="card mt-4 border-l-4 border-l-stock px-4 py-3">
      <h2 id="codes" className="text-base">
        {numbers.length === 1 ? 'We know this number' : 'We know these numbers'}
      </h2>
      <ul className="mt-1 gap-x-8 sm:columns-2">
        {numbers.map(match => (
          <li key={`${match.maker} ${match.number} ${match.code}`} className="break-inside-avoid py-1">
            <NumberLine match={match} />
          </li>
        ))}
      </ul>
      {listText !== null && <ListForm text={listText} />}
    </section>
  )
}

function NumberLine({ match: { number, maker, code, title, url, products } }: { match: NumberMatch }) {
  return (
    <>
      <span className="text-steel">{maker}</span>{' '}
      {number !== code && (
        <>
          <span className="code">{number}</span>
          <span aria-hidden="true"> → </span>
          <span className="sr-only">is replaced by </span>
        </>
      )}
      <TextLink href={url}>
        <span className="code">{code}</span> {title}
      </TextLink>
      {products > 1 && (
        <>
          {' · '}
          <a
            href={toSearchUrl(number)}
            aria-label={`${pluralize(products, 'product')} with the number ${number}`}
            className="link whitespace-nowrap"
          >
            {pluralize(products, 'product')}
          </a>
        </>
      )}
    </>
  )
}

function ListForm({ text }: { text: string }) {
  return (
    <form method="post" action="/order-pad" className="mt-3 mb-1">
      <input type="hidden" name="text" value={text} />
      <SubmitButton className="min-h-11">Check these in the order pad</SubmitButton>
    </form>
  )
}
