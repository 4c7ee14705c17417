import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { SubmitButton } from '../../../ui/Actions.tsx'

type QuickSearchComponent = ComponentType<{ field: HTMLInputElement }>

interface SearchFormProps {
  id: string
  label: string
  query?: string
  placeholder?: string
  /** Classes of the form, the field and the button. */
  className?: string
  fieldClass: string
  buttonClass: string
  children: ReactNode
}

/**
 * The search field of header, home page and unknown addresses: a plain GET form that keeps the query (R-UX-40), and with
 * JavaScript a combobox, whose code is loaded on first focus (R-SEARCH-7).
 */
export function SearchForm(props: SearchFormProps) {
  const { id, label, query = '', placeholder, className = '', fieldClass, buttonClass, children } = props
  const field = useRef<HTMLInputElement>(null)
  const [Quick, setQuick] = useState<QuickSearchComponent | null>(null)

  useEffect(() => {
    // Without JavaScript there are no suggestions, and the field is no combobox.
    field.current!.role = 'combobox'
    field.current!.ariaExpanded = 'false'
    // The field may have got the focus before hydration.
    if (document.activeElement === field.current) loadQuickSearch(setQuick)
  }, [])
  // The results page has the query in the header's field, whichever field it was typed in.
  useEffect(() => {
    if (query === '') return
    import('./recent-searches.client.ts').then(
      ({ addRecentSearch }) => addRecentSearch(query),
      () => {},
    )
  }, [query])

  return (
    <form action="/search" className={`search-form ${className}`}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        ref={field}
        id={id}
        name="query"
        type="text"
        defaultValue={query}
        onFocus={() => loadQuickSearch(setQuick)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        placeholder={placeholder}
        className={fieldClass}
      />
      <SubmitButton className={buttonClass}>{children}</SubmitButton>
      {Quick && field.current && <Quick field={field.current} />}
    </form>
  )
}

// If loading fails, the form still works without suggestions.
function loadQuickSearch(setQuick: (update: () => QuickSearchComponent) => void): void {
  import('./QuickSearch.tsx').then(
    ({ QuickSearch }) => setQuick(() => QuickSearch),
    () => {},
  )
}
