import { useState } from 'react'
import { ChevronIcon } from '../../../ui/Icons.tsx'
import { formatCount, pluralize } from '../../catalogue/listing.ts'
import { toggleAttributeOption } from '../hash/choose.ts'
import type { FinderState } from '../hash/hash.ts'
import { finderMessages } from '../messages.ts'
import { LoadFailure } from '../results/LoadFailure.tsx'
import { resultsId } from '../results/Results.tsx'
import type { Attribute } from '../schemas.ts'
import { readOpenGroups, saveOpenGroup } from './open-groups.client.ts'

interface AttributeGroupsProps {
  /** Null while they load, and after a failure. */
  groups: readonly Attribute[] | null
  hasFailed: boolean
  retry: () => void
  /** How many products the chosen options match; null before the first answer. */
  total: number | null
  state: FinderState
  navigate: (next: FinderState) => void
}

/** Collapsible groups of checkboxes: options of one group are ORed, groups are ANDed. */
export function AttributeGroups({ groups, hasFailed, retry, total, state, navigate }: AttributeGroupsProps) {
  // The server never renders groups, so session storage is there.
  const [openGroups, setOpenGroups] = useState(readOpenGroups)
  if (!groups) {
    return hasFailed ? (
      <LoadFailure text={finderMessages.groupsFailed} retry={retry} />
    ) : (
      <p className="text-steel">Loading…</p>
    )
  }
  // Nothing left to narrow down: no empty 'Filters' disclosure.
  if (groups.length === 0) return null
  return (
    // On a phone the results of a description come first, so the groups start closed.
    <details key={state.mode} open={state.mode !== 'search'} className="open-wide">
      <summary className="button flex w-full justify-between">
        Filters
        <ChevronIcon className="turns size-4" />
      </summary>
      {/* R-UX-49: a focused control must not end up behind the sticky button at the bottom of the screen. */}
      <div className="gap-6 max-lg:pt-3 sm:max-lg:columns-2 max-lg:[&_:is(button,input,summary)]:scroll-mb-24">
        {groups.map(group => (
          <Group
            key={group.id}
            group={group}
            chosen={state.attributes[group.id] ?? []}
            isOpen={openGroups[group.id] ?? !group.collapsed}
            onToggleOpen={isOpen => setOpenGroups(saveOpenGroup(group.id, isOpen))}
            onToggle={option => navigate(toggleAttributeOption(state, group.id, option))}
          />
        ))}
      </div>
      {total !== null && (
        <button
          type="button"
          className="button button-strong sticky bottom-3 z-10 mt-4 w-full shadow-float lg:hidden"
          onClick={() => document.getElementById(resultsId)?.scrollIntoView()}
        >
          Show {pluralize(total, 'product')}
        </button>
      )}
    </details>
  )
}

interface AttributeGroupProps {
  group: Attribute
  chosen: readonly string[]
  isOpen: boolean
  onToggleOpen: (isOpen: boolean) => void
  onToggle: (option: string) => void
}

// As on the search results page: a longer list would push the next group out of sight.
const unfoldedOptions = 8

function Group({ group, chosen, isOpen, onToggleOpen, onToggle }: AttributeGroupProps) {
  const optionsId = `options-${group.id}`
  const hidden = group.options.slice(unfoldedOptions)
  const renderOption = (option: Attribute['options'][number]) => (
    <OptionCheckbox
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
          aria-controls={optionsId}
          onClick={() => onToggleOpen(!isOpen)}
          className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 text-left font-semibold"
        >
          <span>
            {group.name}
            {chosen.length > 0 && <span className="font-normal text-steel"> · {chosen.length} chosen</span>}
          </span>
          <ChevronIcon className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </h2>
      <fieldset id={optionsId} hidden={!isOpen} className="min-w-0 pb-2">
        <legend className="sr-only">{group.name}</legend>
        {group.options.slice(0, unfoldedOptions).map(renderOption)}
        {hidden.length > 0 && (
          <details open={hidden.some(option => chosen.includes(option.value))}>
            <summary className="link inline-block px-1 py-2 text-sm">
              {hidden.length} more<span className="sr-only"> of {group.name}</span>
            </summary>
            {hidden.map(renderOption)}
          </details>
        )}
      </fieldset>
    </section>
  )
}

interface OptionCheckboxProps {
  label: string
  count: number
  isChecked: boolean
  onToggle: () => void
}

// R-UX-38: an option without results is visible but disabled.
function OptionCheckbox({ label, count, isChecked, onToggle }: OptionCheckboxProps) {
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
        {formatCount(count)}
        <span className="sr-only"> products</span>
      </span>
    </label>
  )
}
