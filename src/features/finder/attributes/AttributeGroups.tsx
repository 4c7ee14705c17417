import { useState } from 'react'
import { formatCount, pluralize } from '../../../lib/count.ts'
import { parseJson } from '../../../lib/json.ts'
import { ChevronIcon } from '../../../ui/Icons.tsx'
import { searchMessages } from '../../search/messages.ts'
import {
  type ChosenOptions,
  type FinderState,
  setAttributeOptions,
  toggleAttributeOption,
} from '../hash/hash.ts'
import { finderMessages } from '../messages.ts'
import { LoadFailure, resultsId } from '../results/Results.tsx'
import type { Attribute } from '../schemas.ts'
import { SizeField, ThreadField } from './MeasureField.tsx'
import { arrangeForSizes, type SizeGroup, type SizeUnit, splitGroups } from './size.ts'

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
  const [unit, setUnit] = useState(readSizeUnit)
  const [isPhone] = useState(isPhoneScreen)
  const [openRest, setOpenRest] = useState<readonly string[] | null>(null)
  const pinned = usePinnedGroups(state.attributes, openRest !== null)
  if (!groups) {
    return hasFailed ? (
      <LoadFailure text={finderMessages.groupsFailed} retry={retry} />
    ) : (
      <p className="text-steel">Loading…</p>
    )
  }
  // Nothing left to narrow down: no empty 'Filters' disclosure.
  if (groups.length === 0) return null
  const isBySize = state.mode === 'type'
  const arranged = isBySize
    ? arrangeForSizes(groups, state.attributes, isPhone)
    : groups.map(group => ({ ...group, field: null }))
  const { main, rest } = splitGroups(arranged, pinned, openRest)
  const [firstGroup, ...laterGroups] = main
  const renderGroup = (group: SizeGroup) => (
    <Group
      key={group.id}
      group={group}
      unit={unit}
      chosen={state.attributes[group.id] ?? []}
      isOpen={openGroups[group.id] ?? !group.collapsed}
      onToggleOpen={isOpen => setOpenGroups(saveOpenGroup(group.id, isOpen))}
      onToggle={option => navigate(toggleAttributeOption(state, group.id, option))}
      onSet={options => navigate(setAttributeOptions(state, group.id, options))}
    />
  )
  return (
    // On a phone the results of a description come first, so the groups start closed.
    <details key={state.mode} open={state.mode !== 'search'} className="open-wide">
      <summary className={`button w-full justify-between ${isBySize ? 'hidden' : 'flex'}`}>
        Filters
        <ChevronIcon className="turns size-4" />
      </summary>
      <div className={groupsClass}>
        {firstGroup && renderGroup(firstGroup)}
        {isBySize && <UnitChoice unit={unit} onChoose={next => setUnit(saveSizeUnit(next))} />}
        {laterGroups.map(renderGroup)}
      </div>
      {rest.length > 0 && (
        <details
          open={openRest !== null}
          onToggle={({ currentTarget }) =>
            setOpenRest(currentTarget.open ? (openRest ?? rest.map(({ id }) => id)) : null)
          }
          className="border-y border-rule"
        >
          <summary className="flex min-h-12 items-center justify-between gap-3 font-semibold">
            <span>
              {searchMessages.moreGroups} <span className="font-normal text-steel">· {rest.length}</span>
            </span>
            <ChevronIcon className="turns size-4" />
          </summary>
          <div className={groupsClass}>{rest.map(renderGroup)}</div>
        </details>
      )}
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

// R-UX-49: a focused control must not end up behind the sticky button at the bottom of the screen.
const groupsClass = 'gap-6 max-lg:pt-1 sm:max-lg:columns-2 max-lg:[&_:is(button,input,summary)]:scroll-mb-24'

/** The groups of which a value was chosen outside the disclosure stay outside, so that a checkbox keeps the focus. */
function usePinnedGroups(chosen: ChosenOptions, isMoreOpen: boolean): readonly string[] {
  const [pinned, setPinned] = useState<readonly string[]>([])
  const added = isMoreOpen ? [] : Object.keys(chosen).filter(id => !pinned.includes(id))
  if (added.length > 0) setPinned([...pinned, ...added])
  return pinned
}

interface AttributeGroupProps {
  group: SizeGroup
  chosen: readonly string[]
  unit: SizeUnit
  isOpen: boolean
  onToggleOpen: (isOpen: boolean) => void
  onToggle: (option: string) => void
  onSet: (options: string[]) => void
}

// As on the search results page: a longer list would push the next group out of sight.
const unfoldedOptions = 8
// Of a measure, whose field is the quicker way.
const unfoldedRanges = 3

function Group(props: AttributeGroupProps) {
  const { group, chosen, unit, isOpen, onToggleOpen, onToggle, onSet } = props
  const optionsId = `options-${group.id}`
  const unfolded = group.field === null ? unfoldedOptions : unfoldedRanges
  // An option that is chosen at the start is never folded; one that is chosen later keeps its place and the focus.
  const [atStart] = useState(chosen)
  const isFirst = ({ value }: Attribute['options'][number], index: number) =>
    index < unfolded || atStart.includes(value)
  const hidden = group.options.filter((option, index) => !isFirst(option, index))
  const Field = group.field === 'thread' ? ThreadField : SizeField
  const renderOption = (option: Attribute['options'][number]) => (
    <OptionCheckbox
      key={option.value}
      {...option}
      isMeasure={group.field !== null}
      isChecked={chosen.includes(option.value)}
      onToggle={() => onToggle(option.value)}
    />
  )
  return (
    <section className="@container break-inside-avoid border-t border-rule py-1 first:border-t-0">
      <h2 className="text-base">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={optionsId}
          onClick={() => onToggleOpen(!isOpen)}
          className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 text-left font-semibold"
        >
          <span>
            {group.field === 'size' && /\bdiameter$/i.test(group.name) && <span aria-hidden="true">⌀ </span>}
            {group.name}
            {chosen.length > 0 && <span className="font-normal text-steel"> · {chosen.length} chosen</span>}
          </span>
          <ChevronIcon className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </h2>
      <fieldset id={optionsId} hidden={!isOpen} className="min-w-0 pb-2">
        <legend className="sr-only">{group.name}</legend>
        <div
          className={
            group.field === null
              ? undefined
              : 'gap-x-3 @min-[19rem]:grid @min-[19rem]:grid-cols-[8.25rem_1fr]'
          }
        >
          {group.field !== null && <Field {...{ group, chosen, unit, onSet }} />}
          <div>
            {group.options.filter(isFirst).map(renderOption)}
            {hidden.length > 0 && (
              <details open={hidden.some(option => chosen.includes(option.value))}>
                <summary className="link tap-target px-1 text-sm lg:min-h-9">
                  {hidden.length} more<span className="sr-only"> of {group.name}</span>
                </summary>
                {hidden.map(renderOption)}
              </details>
            )}
          </div>
        </div>
      </fieldset>
    </section>
  )
}

/** The unit of all size fields. */
function UnitChoice({ unit, onChoose }: { unit: SizeUnit; onChoose: (unit: SizeUnit) => void }) {
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 break-inside-avoid border-t border-rule py-1">
      <legend className="sr-only">Sizes in</legend>
      {(['mm', 'in'] as const).map(choice => (
        <label key={choice} className="flex min-h-11 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name="size-unit"
            checked={unit === choice}
            onChange={() => onChoose(choice)}
            className="size-5"
          />
          {choice === 'mm' ? 'Millimetres' : 'Inches'}
        </label>
      ))}
    </fieldset>
  )
}

interface OptionCheckboxProps {
  label: string
  count: number
  /** Short, and never broken across lines: '100–124 mm'. */
  isMeasure: boolean
  isChecked: boolean
  onToggle: () => void
}

// R-UX-38: an option without results is visible but disabled.
function OptionCheckbox({ label, count, isMeasure, isChecked, onToggle }: OptionCheckboxProps) {
  const isEmpty = count === 0 && !isChecked
  return (
    <label
      className={`flex min-h-11 items-center gap-2 px-1 lg:min-h-9 ${isEmpty ? 'text-steel' : 'cursor-pointer'}`}
    >
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isEmpty}
        onChange={onToggle}
        className="size-5 shrink-0"
      />
      <span className={`grow ${isMeasure ? 'whitespace-nowrap' : ''}`}>{label}</span>
      <span className="note">
        {formatCount(count)}
        <span className="sr-only"> products</span>
      </span>
    </label>
  )
}

type OpenGroups = Readonly<Record<string, boolean>>

const groupsKey = 'finder-groups'

/** Which groups the visitor opened (true) or closed (false) in this browser tab. */
function readOpenGroups(): OpenGroups {
  const stored = parseJson(readSession(groupsKey) ?? '{}')
  return typeof stored === 'object' && stored !== null ? (stored as OpenGroups) : {}
}

function saveOpenGroup(group: string, isOpen: boolean): OpenGroups {
  const openGroups = { ...readOpenGroups(), [group]: isOpen }
  writeSession(groupsKey, JSON.stringify(openGroups))
  return openGroups
}

/** Whether the screen has space for only a few open groups. */
function isPhoneScreen(): boolean {
  return !matchMedia('(min-width: 40rem)').matches
}

const unitKey = 'finder-unit'

/** The unit that the visitor chose in this browser tab. */
const readSizeUnit = (): SizeUnit => (readSession(unitKey) === 'in' ? 'in' : 'mm')

function saveSizeUnit(unit: SizeUnit): SizeUnit {
  writeSession(unitKey, unit)
  return unit
}

// Storage may be disabled: then the choice lasts until the page is left.

function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function writeSession(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text)
  } catch {}
}
