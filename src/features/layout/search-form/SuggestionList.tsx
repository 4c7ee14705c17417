import type { MouseEvent } from 'react'
import { priceOnRequestText } from '../../../lib/money.ts'
import { renderUnbroken } from '../../../ui/unbroken.tsx'
import { preventLineBreaks } from '../../catalogue/details.ts'
import type { Suggestion, SuggestionGroup } from './suggestions.ts'

interface SuggestionListProps {
  listId: string
  optionId: (index: number) => string
  groups: readonly SuggestionGroup[]
  /** The index of the active option, counted through all groups; -1: none. */
  active: number
  onActivate: (index: number) => void
  /** A link was clicked. */
  onFollow: () => void
  /** 'Clear last searches' was chosen, the only option without a URL. */
  onClear: () => void
}

/** The options below the search field. Suggestions are links, so that they can be opened in a new tab. */
export function SuggestionList({
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
