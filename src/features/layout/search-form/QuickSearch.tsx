import { type MouseEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { priceOnRequestText } from '../../../lib/money.ts'
import { send } from '../../../ui/browser/send.ts'
import { useSuggestions, wrapIndex } from '../../../ui/forms/useSuggestions.tsx'
import { renderUnbroken } from '../../../ui/unbroken.tsx'
import { preventLineBreaks } from '../../catalogue/details.ts'
import type { search } from '../../search/schemas.ts'
import { clearRecentSearches, readRecentSearches } from './recent-searches.client.ts'
import {
  formatAnnouncement,
  type Suggestion,
  type SuggestionAnswer,
  type SuggestionGroup,
  toRecentSearchGroups,
  toSuggestionAnswer,
} from './suggestions.ts'

// R-SEARCH-7
const debounceMs = 333
const minCharacters = 3
const suggestionPage = { size: 8, page: 1 }

const nothing: SuggestionAnswer = { notice: null, groups: [] }

/**
 * Suggestions for a search field (ARIA combobox with a grouped listbox). The field is rendered by SearchForm and works
 * without this code, which is loaded later and only adds listeners. Down and Up move, and from an active suggestion Home
 * and End too; Enter follows it or sends the form, Esc closes and then clears, Tab leaves.
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
  const answer =
    recentSearches === null
      ? (suggestions ?? nothing)
      : { notice: null, groups: toRecentSearchGroups(recentSearches) }
  const { notice, groups } = answer
  const options = groups.flatMap(group => group.options)
  // On focus or hover when there are suggestions; recent searches, and that there is nothing, only on focus.
  const isOnHover = isHovered && recentSearches === null && options.length > 0
  const isPanelOpen = (options.length > 0 || notice !== null) && !isClosed && (isFocused || isOnHover)
  const isListOpen = isPanelOpen && options.length > 0
  const panel = useRef<HTMLDivElement>(null)
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
  const follow = (url: string | null) => {
    if (url === null) return clearSearches()
    // On the finder's own page the URL of a serial number changes the hash alone.
    setClosed(true)
    location.assign(url)
  }
  const onFieldKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event
    if (event.isComposing || event.shiftKey || event.ctrlKey || event.metaKey) return
    const next = findNextOption(key, isListOpen ? active : -1, options.length)
    if (next !== null) {
      setClosed(false)
      setActive(next)
    } else if (key === 'Enter' && isListOpen && options[active]) {
      follow(options[active].url)
    } else if (key === 'Escape' && isPanelOpen) {
      setClosed(true)
    } else if (key === 'Escape' && field.value !== '') {
      field.value = ''
      onInput()
      setClosed(true)
    } else {
      // The caret moves in the text, so that no suggestion is meant any more.
      if (key === 'ArrowLeft' || key === 'ArrowRight') setActive(-1)
      return
    }
    event.preventDefault()
  })
  const onDocumentKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // WCAG 1.4.13: content that appeared on hover can be dismissed without moving the pointer.
    if (event.key === 'Escape' && !isFocused) setClosed(true)
  })

  const onEnter = useEffectEvent(() => {
    setHovered(true)
    // A list that was closed in the focused field stays closed when the pointer passes.
    if (!isFocused) setClosed(false)
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
    form.addEventListener('mouseenter', () => onEnter(), { signal })
    form.addEventListener('mouseleave', () => setHovered(false), { signal })
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

  useLayoutEffect(() => {
    if (!isPanelOpen) return
    const updateHeight = () => fitPanel(panel.current!, field)
    updateHeight()
    // The keyboard of a phone appears.
    visualViewport?.addEventListener('resize', updateHeight)
    return () => visualViewport?.removeEventListener('resize', updateHeight)
  }, [field, isPanelOpen])

  return (
    <>
      <div
        ref={panel}
        hidden={!isPanelOpen}
        className="absolute inset-x-0 top-full z-40 mt-1 overflow-y-auto overscroll-contain rounded border border-rule bg-surface py-1 shadow-float"
      >
        {notice !== null && <p className="px-3 py-2 note md:px-4">{notice}</p>}
        <SuggestionList
          listId={listId}
          optionId={optionId}
          groups={groups}
          active={active}
          onActivate={setActive}
          onFollow={() => setClosed(true)}
          onClear={clearSearches}
        />
      </div>
      <span role="status" className="sr-only">
        {isFocused && !isClosed ? formatAnnouncement(answer) : ''}
      </span>
    </>
  )
}

/** The option that a key moves to; null: the key moves the caret, or does something else. */
function findNextOption(key: string, active: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return wrapIndex(active, 1, count)
  if (key === 'ArrowUp') return wrapIndex(active, -1, count)
  if (active < 0) return null
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

async function loadSuggestions(query: string, signal: AbortSignal): Promise<SuggestionAnswer> {
  const reply = await send<typeof search>('GET /search', {
    query: { query, scope: 'products,codes,makes_models', 'with-hint': 1, ...suggestionPage },
    signal,
  })
  return toSuggestionAnswer(query, reply)
}

const gapPx = 8
const minHeightPx = 200
const maxHeightPx = 544

/**
 * Ends the list below the field where the visible part of the screen ends, which on a phone is above the keyboard. With
 * too little space the focused field is scrolled to the top.
 */
function fitPanel(panel: HTMLElement, field: HTMLElement): void {
  if (getSpace(field) < minHeightPx && document.activeElement === field) {
    field.scrollIntoView({ block: 'start', behavior: 'instant' })
  }
  panel.style.maxHeight = `${Math.min(maxHeightPx, Math.max(minHeightPx, getSpace(field)))}px`
}

function getSpace(field: HTMLElement): number {
  const visible = visualViewport ?? { offsetTop: 0, height: innerHeight }
  return visible.offsetTop + visible.height - field.getBoundingClientRect().bottom - gapPx
}

interface SuggestionListProps {
  listId: string
  optionId: (index: number) => string
  groups: readonly SuggestionGroup[]
  /** The index of the active option, counted through all groups; -1: none. */
  active: number
  onActivate: (index: number) => void
  onFollow: () => void
  /** 'Clear last searches' was chosen, the only option without a URL. */
  onClear: () => void
}

function SuggestionList({
  listId,
  optionId,
  groups,
  active,
  onActivate,
  onFollow,
  onClear,
}: SuggestionListProps) {
  let index = 0
  return (
    <div id={listId} role="listbox" aria-label="Suggestions" hidden={groups.length === 0}>
      {groups.map(({ name, options }, nth) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups and options, no fieldset
        <div key={name} role="group" aria-labelledby={`${listId}-group-${nth}`}>
          <div
            id={`${listId}-group-${nth}`}
            role="presentation"
            className="px-3 pt-2 pb-1 text-sm font-semibold text-steel md:px-4"
          >
            {name}
          </div>
          {options.map(option => {
            const at = index++
            const key = `${option.url} ${option.code} ${option.title}`
            const common = {
              id: optionId(at),
              role: 'option',
              tabIndex: -1,
              'aria-selected': at === active,
              // The field keeps the focus, or its blur would close the list before the click.
              onMouseDown: (event: MouseEvent) => event.preventDefault(),
              onMouseMove: () => onActivate(at),
            }
            return option.url === null ? (
              <button
                key={key}
                {...common}
                type="button"
                onClick={onClear}
                className={`${optionClass} cursor-pointer text-sm text-link`}
              >
                {option.title}
              </button>
            ) : (
              <a key={key} {...common} href={option.url} onClick={onFollow} className={optionClass}>
                <SuggestionContent option={option} />
              </a>
            )
          })}
        </div>
      ))}
    </div>
  )
}

const optionClass = 'flex w-full min-h-11 items-center gap-3 px-3 py-1.5 aria-selected:bg-wash md:px-4'

function SuggestionContent({ option: { image, logo, code, title, note, price } }: { option: Suggestion }) {
  return (
    <>
      {image !== null && (
        <img
          src={image}
          alt=""
          width={40}
          height={40}
          className="size-10 shrink-0 rounded border border-rule bg-white object-contain"
        />
      )}
      <span className="min-w-0 grow">
        {code !== null && <span className="code">{code}</span>} {renderUnbroken(preventLineBreaks(title))}
        {note !== null && <span className="note max-sm:line-clamp-2 sm:block sm:truncate">{note}</span>}
      </span>
      {logo !== null && (
        <img
          src={logo.url}
          alt={logo.brand}
          width={60}
          height={20}
          className="h-5 w-15 shrink-0 rounded bg-white object-contain text-xs max-sm:hidden"
        />
      )}
      {price !== null && (
        <span className="shrink-0 note">
          {price}
          {price !== priceOnRequestText && <span className="max-sm:sr-only"> ex VAT</span>}
        </span>
      )}
    </>
  )
}
