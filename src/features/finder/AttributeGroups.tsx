import { useState } from 'react'
import { ChevronIcon } from '../../ui/Icons.tsx'
import { counted, showCount } from '../catalogue/listing.ts'
import { toggleOption } from './choose.ts'
import { Failed } from './Failed.tsx'
import { readFolds, writeFold } from './folds.client.ts'
import type { FinderState } from './hash.ts'
import { finderWords } from './messages.ts'
import { resultsId } from './Results.tsx'
import type { Attribute } from './schemas.ts'

interface AttributeGroupsProps {
  /** null: they are on their way, or could not be loaded. */
  groups: readonly Attribute[] | null
  hasFailed: boolean
  again: () => void
  /** How many products are found by what is chosen; null: not asked yet. */
  total: number | null
  state: FinderState
  go: (next: FinderState) => void
}

/** Collapsible groups of boxes to tick: options of one group are alternatives, groups narrow each other. */
export function AttributeGroups({ groups, hasFailed, again, total, state, go }: AttributeGroupsProps) {
  // Rendered in the browser only: on the server no group is known.
  const [folds, setFolds] = useState(readFolds)
  if (!groups) {
    return hasFailed ? (
      <Failed text={finderWords.groupsFailed} again={again} />
    ) : (
      <p className="text-steel">Loading…</p>
    )
  }
  // Nothing is left to narrow: no fold that opens on nothing.
  if (groups.length === 0) return null
  return (
    // On a phone the results of a description come first, and the groups are folded away.
    <details key={state.mode} open={state.mode !== 'search'} className="open-wide">
      <summary className="button flex w-full justify-between">
        Filters
        <ChevronIcon className="turns size-4" />
      </summary>
      {/* Rule 49: what takes the focus stays clear of the button that floats at the foot of the screen. */}
      <div className="gap-6 max-lg:pt-3 sm:max-lg:columns-2 max-lg:[&_:is(button,input,summary)]:scroll-mb-24">
        {groups.map(group => (
          <Group
            key={group.id}
            group={group}
            chosen={state.attributes[group.id] ?? []}
            isOpen={folds[group.id] ?? !group.collapsed}
            onFold={isOpen => setFolds(writeFold(group.id, isOpen))}
            onToggle={option => go(toggleOption(state, group.id, option))}
          />
        ))}
      </div>
      {total !== null && (
        <button
          type="button"
          className="button button-strong sticky bottom-3 z-10 mt-4 w-full shadow-float lg:hidden"
          onClick={() => document.getElementById(resultsId)?.scrollIntoView()}
        >
          Show {counted(total, 'product')}
        </button>
      )}
    </details>
  )
}

interface GroupProps {
  group: Attribute
  chosen: readonly string[]
  isOpen: boolean
  onFold: (isOpen: boolean) => void
  onToggle: (option: string) => void
}

// As on the results page: a long list hides the next group.
const shownAtOnce = 8

function Group({ group, chosen, isOpen, onFold, onToggle }: GroupProps) {
  const boxesId = `options-${group.id}`
  const hidden = group.options.slice(shownAtOnce)
  const box = (option: Attribute['options'][number]) => (
    <Box
      key={option.value}
      {...option}
      isChecked={chosen.includes(option.value)}
      onToggle={() => onToggle(option.value)}
    />
  )
  return (
    <section className="break-inside-avoid border-t border-ink py-1 lg:last:border-b">
      <h2 className="text-base">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={boxesId}
          onClick={() => onFold(!isOpen)}
          className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 text-left font-semibold"
        >
          <span>
            {group.name}
            {chosen.length > 0 && <span className="font-normal text-steel"> · {chosen.length} chosen</span>}
          </span>
          <ChevronIcon className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </h2>
      <fieldset id={boxesId} hidden={!isOpen} className="min-w-0 pb-2">
        <legend className="sr-only">{group.name}</legend>
        {group.options.slice(0, shownAtOnce).map(box)}
        {hidden.length > 0 && (
          <details open={hidden.some(option => chosen.includes(option.value))}>
            <summary className="link inline-block px-1 py-2 text-sm">
              {hidden.length} more<span className="sr-only"> of {group.name}</span>
            </summary>
            {hidden.map(box)}
          </details>
        )}
      </fieldset>
    </section>
  )
}

interface BoxProps {
  label: string
  count: number
  isChecked: boolean
  onToggle: () => void
}

// Rule 38: an option that would leave nothing is shown, but cannot be chosen.
function Box({ label, count, isChecked, onToggle }: BoxProps) {
  const isEmpty = count === 0 && !isChecked
  return (
    <label
      className={`flex min-h-10 items-center gap-2.5 px-1 lg:min-h-9 ${isEmpty ? 'text-steel' : 'cursor-pointer'}`}
    >
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isEmpty}
        onChange={onToggle}
        className="size-5 shrink-0"
      />
      <span className="grow">{label}</span>
      <span className="text-sm text-steel">
        {showCount(count)}
        <span className="sr-only"> products</span>
      </span>
    </label>
  )
}
