import { SearchForm } from './SearchForm.tsx'

/** The search field of the home page and of unknown addresses. A file of its own: every page loads `SearchForm`. */
export function LargeSearchForm({ placeholder, className }: { placeholder?: string; className: string }) {
  return (
    <SearchForm
      id="number"
      label="The number on your filter"
      placeholder={placeholder}
      className={className}
      fieldClass="h-16 px-4 font-mono text-lg placeholder:font-sans sm:text-xl"
      buttonClass="button-next h-16 border-strong px-5 text-lg whitespace-nowrap hover:border-strong sm:px-8"
    >
      Find it
    </SearchForm>
  )
}
