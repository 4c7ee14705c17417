import { useEffect, useEffectEvent, useState } from 'react'
import { useSuggestions } from '../../../ui/forms/useSuggestions.tsx'
import { wrapIndex } from '../../../ui/forms/wrap-index.ts'
import { send } from '../../../ui/send.ts'
import type { search } from '../../search/schemas.ts'
import { clearRecentSearches, readRecentSearches } from './recent-searches.client.ts'
import { SuggestionList } from './SuggestionList.tsx'
import {
  formatCounts,
  type SuggestionGroup,
  toRecentSearchGroups,
  toSuggestionGroups,
} from './suggestions.ts'

// R-SEARCH-7
const debounceMs = 333
const minCharacters = 3
const suggestionPage = { size: 8, page: 1 }

/**
 * Suggestions for the header's search field (ARIA combobox with a grouped listbox). The field is rendered by SearchForm
 * and works without this code, which is loaded later and only adds listeners. Down and Up move, Enter follows the active
 * suggestion or sends the form, Esc closes and then clears, Tab leaves.
 */
export function QuickSearch({ field }: { field: HTMLInputElement }) {
  const [isFocused, setFocused] = useState(() => document.activeElement === field)
  const [isHovered, setHovered] = useState(false)
  const [isClosed, setClosed] = useState(false)
  const [active, setActive] = useState(-1)
  const {
    suggestions,
    request: requestSuggestions,
    clear,
  } = useSuggestions({ debounceMs, search: loadSuggestions })
  // Offered by an empty field; null while the field has text.
  const [recentSearches, setRecentSearches] = useState<string[] | null>(null)
  const groups = recentSearches === null ? (suggestions ?? []) : toRecentSearchGroups(recentSearches)
  const options = groups.flatMap(group => group.options)
  // On focus or hover when there are suggestions; recent searches only on focus.
  const isListOpen = options.length > 0 && !isClosed && (isFocused || (isHovered && recentSearches === null))
  const listId = `${field.id}-list`
  const optionId = (index: number) => `${field.id}-option-${index}`
  const activeId = isListOpen && active >= 0 ? optionId(active) : null

  const onInput = useEffectEvent(() => {
    setActive(-1)
    setClosed(false)
    const text = field.value.trim()
    setRecentSearches(text === '' ? readRecentSearches() : null)
    if (text.length >= minCharacters) requestSuggestions(text)
    else clear()
  })
  function clearSearches() {
    clearRecentSearches()
    setRecentSearches([])
    setActive(-1)
  }
  const onFieldKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.isComposing) return
    if (move && options.length > 0) {
      setClosed(false)
      setActive(wrapIndex(isListOpen ? active : -1, move, options.length))
    } else if (event.key === 'Enter' && isListOpen && options[active]) {
      const { url } = options[active]
      if (url === null) clearSearches()
      else location.assign(url)
    } else if (event.key === 'Escape' && isListOpen) {
      setClosed(true)
    } else if (event.key === 'Escape' && field.value !== '') {
      field.value = ''
      onInput()
      setClosed(true)
    } else return
    event.preventDefault()
  })
  const onDocumentKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // WCAG 1.4.13: content that appeared on hover can be dismissed without moving the pointer.
    if (event.key === 'Escape' && !isFocused) setClosed(true)
  })

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const form = field.form!
    field.addEventListener('input', () => onInput(), { signal })
    field.addEventListener('keydown', event => onFieldKeyDown(event), { signal })
    document.addEventListener('keydown', event => onDocumentKeyDown(event), { signal })
    field.addEventListener('focus', () => [setFocused(true), setClosed(false)], { signal })
    field.addEventListener('blur', () => [setFocused(false), setActive(-1)], { signal })
    form.addEventListener('mouseenter', () => setHovered(true), { signal })
    form.addEventListener('mouseleave', () => [setHovered(false), setClosed(false)], { signal })
    field.setAttribute('role', 'combobox')
    field.setAttribute('aria-autocomplete', 'list')
    field.setAttribute('aria-controls', listId)
    // Input and focus from before this code was loaded.
    onInput()
    setFocused(document.activeElement === field)
    return () => controller.abort()
  }, [field, listId])

  useEffect(() => {
    field.setAttribute('aria-expanded', String(isListOpen))
    if (activeId === null) field.removeAttribute('aria-activedescendant')
    else field.setAttribute('aria-activedescendant', activeId)
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [field, isListOpen, activeId])

  return (
    <>
      <SuggestionList
        listId={listId}
        optionId={optionId}
        groups={groups}
        isVisible={isListOpen}
        active={active}
        onActivate={setActive}
        onClear={clearSearches}
      />
      <span role="status" className="sr-only">
        {isFocused &&
        !isClosed &&
        (recentSearches === null ? suggestions !== null : recentSearches.length > 0)
          ? formatCounts(groups)
          : ''}
      </span>
    </>
  )
}

async function loadSuggestions(query: string, signal: AbortSignal): Promise<SuggestionGroup[]> {
  const reply = await send<typeof search>('GET /search', {
    query: { query, scope: 'products,codes,makes_models', 'with-hint': 1, ...suggestionPage },
    signal,
  })
  return toSuggestionGroups(reply)
}
