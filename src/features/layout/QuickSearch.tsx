import { useEffect, useEffectEvent, useState } from 'react'
import { wrapIndex } from '../../ui/around.ts'
import { send } from '../../ui/send.ts'
import { useSuggestions } from '../../ui/useSuggestions.tsx'
import type { search } from '../search/schemas.ts'
import { forgetSearches, lastSearches } from './last-searches.client.ts'
import { countsText, lastSearchGroups, type SuggestionGroup, suggestionGroups } from './quick-search.ts'
import { Suggestions } from './Suggestions.tsx'

// Specification §9: header quick search.
const debounceMs = 333
const moreThanCharacters = 2
const suggestions = { size: 8, page: 1 }

/**
 * Suggestions for the header's search field (ARIA combobox with a grouped listbox). The field stands in the page
 * before this code is loaded, and works without it: here it is only listened to. Down and Up move, Enter follows the
 * chosen suggestion or sends the form, Esc closes and then clears, Tab leaves.
 */
export function QuickSearch({ field }: { field: HTMLInputElement }) {
  const [isFocused, setFocused] = useState(() => document.activeElement === field)
  const [isHovered, setHovered] = useState(false)
  const [isClosed, setClosed] = useState(false)
  const [active, setActive] = useState(-1)
  const { found, ask, forget } = useSuggestions({ debounceMs, search: askShop })
  // What an empty field offers; null while something stands in it.
  const [last, setLast] = useState<string[] | null>(null)
  const groups = last === null ? (found ?? []) : lastSearchGroups(last)
  const options = groups.flatMap(group => group.options)
  // Specification §2: on focus or hover when suggestions exist. An empty field stays quiet under the pointer.
  const isShown = options.length > 0 && !isClosed && (isFocused || (isHovered && last === null))
  const listId = `${field.id}-list`
  const optionId = (index: number) => `${field.id}-option-${index}`
  const activeId = isShown && active >= 0 ? optionId(active) : null

  const typed = useEffectEvent(() => {
    setActive(-1)
    setClosed(false)
    const text = field.value.trim()
    setLast(text === '' ? lastSearches() : null)
    if (text.length > moreThanCharacters) ask(text)
    else forget()
  })
  function forgetLast() {
    forgetSearches()
    setLast([])
    setActive(-1)
  }
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.isComposing) return
    if (move && options.length > 0) {
      setClosed(false)
      setActive(wrapIndex(isShown ? active : -1, move, options.length))
    } else if (event.key === 'Enter' && isShown && options[active]) {
      const { url } = options[active]
      if (url === null) forgetLast()
      else location.assign(url)
    } else if (event.key === 'Escape' && isShown) {
      setClosed(true)
    } else if (event.key === 'Escape' && field.value !== '') {
      field.value = ''
      typed()
      setClosed(true)
    } else return
    event.preventDefault()
  })
  const escaped = useEffectEvent((event: KeyboardEvent) => {
    // WCAG 1.4.13: what a pointer opened can be closed without moving it.
    if (event.key === 'Escape' && !isFocused) setClosed(true)
  })

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const form = field.form!
    field.addEventListener('input', () => typed(), { signal })
    field.addEventListener('keydown', event => pressed(event), { signal })
    document.addEventListener('keydown', event => escaped(event), { signal })
    field.addEventListener('focus', () => [setFocused(true), setClosed(false)], { signal })
    field.addEventListener('blur', () => [setFocused(false), setActive(-1)], { signal })
    form.addEventListener('mouseenter', () => setHovered(true), { signal })
    form.addEventListener('mouseleave', () => [setHovered(false), setClosed(false)], { signal })
    field.setAttribute('role', 'combobox')
    field.setAttribute('aria-autocomplete', 'list')
    field.setAttribute('aria-controls', listId)
    // What was typed, and where the focus went, while this code was on its way.
    typed()
    setFocused(document.activeElement === field)
    return () => listening.abort()
  }, [field, listId])

  useEffect(() => {
    field.setAttribute('aria-expanded', String(isShown))
    if (activeId === null) field.removeAttribute('aria-activedescendant')
    else field.setAttribute('aria-activedescendant', activeId)
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [field, isShown, activeId])

  return (
    <>
      <Suggestions
        listId={listId}
        optionId={optionId}
        groups={groups}
        isShown={isShown}
        active={active}
        onPoint={setActive}
        onForget={forgetLast}
      />
      <span role="status" className="sr-only">
        {isFocused && !isClosed && (last === null ? found !== null : last.length > 0)
          ? countsText(groups)
          : ''}
      </span>
    </>
  )
}

async function askShop(query: string, signal: AbortSignal): Promise<SuggestionGroup[]> {
  const reply = await send<typeof search>('GET /search', {
    query: { query, scope: 'products,codes,makes_models', 'with-hint': 1, ...suggestions },
    signal,
  })
  return suggestionGroups(reply)
}
