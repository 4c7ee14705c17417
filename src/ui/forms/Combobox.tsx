import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldAria } from './Field.tsx'
import { useSuggestions, wrapIndex } from './useSuggestions.tsx'

interface ComboboxProps<Item> {
  name: string
  /** From the surrounding Field: ties the input to label, hint and error. */
  controlProps: FieldAria
  minCharacters: number
  debounceMs: number
  /** Called with the trimmed text; a failure shows no suggestions. */
  search: (typed: string, signal: AbortSignal) => Promise<readonly Item[]>
  getKey: (item: Item) => string | number
  /** The text of the field once the item is chosen. */
  getText: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  /** Called with the chosen item, and with null as soon as something else is typed. */
  onChoose: (item: Item | null) => void
  emptyText: string
}

/**
 * A text field that suggests (ARIA combobox with a listbox): Down and Up move, Enter chooses, Esc closes and then
 * clears, Tab leaves. An older answer never replaces a newer one (R-UX-42, R-UX-43).
 */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { name, controlProps, minCharacters, getKey, getText, renderItem, onChoose, emptyText } = props
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const { suggestions, request, clear } = useSuggestions(props)
  const field = useRef<HTMLInputElement>(null)
  const listId = `${controlProps.id}-list`
  const items = suggestions ?? []
  const isListOpen = isOpen && suggestions !== null
  const activeId = isListOpen && active >= 0 ? `${controlProps.id}-option-${active}` : undefined

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function type(typed: string) {
    setText(typed)
    setActive(-1)
    setOpen(true)
    onChoose(null)
    if (typed.trim().length >= minCharacters) request(typed.trim())
    else clear()
  }

  function choose(item: Item) {
    setText(getText(item))
    setOpen(false)
    setActive(-1)
    clear()
    onChoose(item)
    field.current?.focus()
  }

  function press(event: KeyboardEvent) {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move && items.length > 0) {
      event.preventDefault()
      setOpen(true)
      setActive(wrapIndex(isListOpen ? active : -1, move, items.length))
    } else if (event.key === 'Enter' && isListOpen && active >= 0) {
      event.preventDefault()
      choose(items[active]!)
    } else if (event.key === 'Escape' && (isListOpen || text !== '')) {
      event.preventDefault()
      if (isListOpen) setOpen(false)
      else type('')
    }
  }

  return (
    <div className="relative">
      <input
        {...controlProps}
        ref={field}
        name={name}
        type="text"
        role="combobox"
        aria-expanded={isListOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={event => type(event.target.value)}
        onKeyDown={press}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        className="input min-h-12"
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isListOpen || items.length === 0}
        className="absolute inset-x-0 top-full z-30 mt-1 max-h-96 overflow-y-auto rounded border border-rule bg-surface shadow-float"
      >
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and takes the keys
          <div
            key={getKey(item)}
            id={`${controlProps.id}-option-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // The field keeps the focus, or its blur would close the list before the click.
            onMouseDown={event => event.preventDefault()}
            onClick={() => choose(item)}
            onMouseMove={() => setActive(index)}
            className="cursor-pointer px-3 py-2 aria-selected:bg-wash"
          >
            {renderItem(item)}
          </div>
        ))}
      </div>
      {isListOpen && items.length === 0 && (
        <p className="absolute inset-x-0 top-full z-30 mt-1 rounded border border-rule bg-surface px-3 py-3 text-steel shadow-float">
          {emptyText}
        </p>
      )}
      <span role="status" className="sr-only">
        {isListOpen
          ? items.length === 0
            ? emptyText
            : `${items.length} suggestion${items.length === 1 ? '' : 's'}`
          : ''}
      </span>
    </div>
  )
}
