import { SearchIcon } from '../ui/Icons.tsx'

/** The header's search: a plain GET form; what was asked stays in the field (rule 40). */
export function SearchForm({ query, className = '' }: { query: string; className?: string }) {
  return (
    <search className={className}>
      <form action="/search" method="get" className="flex">
        <label htmlFor="site-search" className="sr-only">
          Search by part number, cross-reference, machine or size
        </label>
        <input
          id="site-search"
          name="query"
          type="search"
          defaultValue={query}
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
      </form>
    </search>
  )
}
