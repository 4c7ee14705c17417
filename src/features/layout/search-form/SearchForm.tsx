import { type ComponentType, useEffect, useRef, useState } from 'react'
import { SearchIcon } from '../../../ui/Icons.tsx'
import { addRecentSearch } from './recent-searches.client.ts'

type QuickSearchComponent = ComponentType<{ field: HTMLInputElement }>

/**
 * The header's search: a plain GET form whose field keeps the query (R-UX-40). The code of its suggestions is loaded on
 * first focus.
 */
export function SearchForm({ query, className = '' }: { query: string; className?: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [Quick, setQuick] = useState<QuickSearchComponent | null>(null)

  // The field may have got the focus before hydration.
  useEffect(() => {
    if (document.activeElement === field.current) loadQuickSearch(setQuick)
  }, [])
  // The results page has the query in this field, whichever field it was typed in.
  useEffect(() => addRecentSearch(query), [query])

  return (
    <search className={className}>
      <form action="/search" method="get" className="relative flex">
        <label htmlFor="site-search" className="sr-only">
          Search by part number, cross-reference, machine or size
        </label>
        <input
          ref={field}
          id="site-search"
          name="query"
          type="text"
          defaultValue={query}
          onFocus={() => loadQuickSearch(setQuick)}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder="Part number, machine or size"
          className="h-12 w-full min-w-0 appearance-none rounded-l border-2 border-r-0 border-strong bg-surface px-3 focus-visible:relative focus-visible:z-10 md:px-4"
        />
        <button
          type="submit"
          className="button button-strong h-12 rounded-l-none border-2 px-4 focus-visible:relative focus-visible:z-10 md:px-6"
        >
          <SearchIcon className="size-5 md:hidden" />
          <span className="sr-only md:not-sr-only">Find</span>
        </button>
        {Quick && field.current && <Quick field={field.current} />}
      </form>
    </search>
  )
}

// If loading fails, the form still works without suggestions.
function loadQuickSearch(setQuick: (update: () => QuickSearchComponent) => void): void {
  import('./QuickSearch.tsx').then(
    ({ QuickSearch }) => setQuick(() => QuickSearch),
    () => {},
  )
}
