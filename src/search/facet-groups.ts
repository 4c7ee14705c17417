import type { CatalogueIndex } from './catalogue-index.ts'
import type { OptionCounts } from './index-facets.ts'
import type { Filters } from './query.ts'
import { inSteps, isWithin, rangeLabel, rangeValue, readRange } from './ranges.ts'

/** An attribute as contract §3 tells it (`attributes` of GET /search with filter-finder=1), with its unit. */
export interface FacetGroup {
  id: string
  name: string
  options: { value: string; label: string; count: number }[]
  collapsed: boolean
  unit: string
}

/** An option with what it counts without any filter: 0 there means that it is no option at all. */
export interface CountedOption {
  value: string
  /** Null: no number. */
  number: number | null
  base: number
  count: number
}

export interface CountedAttribute {
  id: string
  name: string
  unit: string
  isNumeric: boolean
  options: CountedOption[]
}

const openGroups = 5
const mostOptions = 40

/** Type and brand first, then the catalogue's order; only attributes that can still tell products apart. */
export function facetGroups(attributes: readonly CountedAttribute[], filters: Filters): FacetGroup[] {
  return attributes
    .map(attribute => ({ attribute, chosen: chosenOf(filters, attribute.id) }))
    .map(({ attribute, chosen }) => ({ attribute, chosen, options: optionsOf(attribute, chosen) }))
    .filter(({ options, chosen }) => options.length > 1 || chosen.length > 0)
    .map(({ attribute: { id, name, unit }, chosen, options }, place) => ({
      id,
      name,
      unit,
      options,
      collapsed: place >= openGroups && chosen.length === 0,
    }))
}

export function chosenOf(filters: Filters, id: string): string[] {
  if (id === 'type') return filters.types
  if (id === 'brand') return filters.brands
  return filters.attributes.find(filter => String(filter.id) === id)?.values ?? []
}

export function countedAttributes(index: CatalogueIndex, counts: OptionCounts): CountedAttribute[] {
  return index.attributes.map(({ id, name, unit, isNumeric, options }) => ({
    id,
    name,
    unit,
    isNumeric,
    options: options.map(option => ({
      value: index.options[option]!.value,
      number: index.options[option]!.number,
      base: counts.base[option]!,
      count: counts.underOthers[option]!,
    })),
  }))
}

function optionsOf(attribute: CountedAttribute, chosen: readonly string[]): FacetGroup['options'] {
  const there = attribute.options.filter(({ base }) => base > 0)
  return attribute.isNumeric ? steps(attribute, there, chosen) : words(there, chosen)
}

// A chosen range that is no step of this list ('93±1') still shows what it holds.
function steps(
  { unit }: CountedAttribute,
  options: readonly CountedOption[],
  chosen: readonly string[],
): FacetGroup['options'] {
  const numbers = options.map(({ number, count }) => ({ number: number!, count }))
  const made = inSteps(numbers).map(step => ({
    value: rangeValue(step),
    label: rangeLabel(step, unit),
    count: step.count,
  }))
  const others = chosen.filter(value => !made.some(option => option.value === value))
  return [...others.map(value => asChosen(value, unit, numbers)), ...made]
}

function asChosen(
  value: string,
  unit: string,
  numbers: readonly { number: number; count: number }[],
): FacetGroup['options'][number] {
  const range = readRange(value)
  const within = range ? numbers.filter(({ number }) => isWithin(number, range)) : []
  const told = value.replace('..', '–').replace(/\+\/?-/, '±')
  return {
    value,
    label: range && unit !== '' ? `${told} ${unit}` : told,
    count: within.reduce((sum, { count }) => sum + count, 0),
  }
}

function words(options: readonly CountedOption[], chosen: readonly string[]): FacetGroup['options'] {
  const common = options
    .toSorted((a, b) => b.base - a.base)
    .filter(({ value }, place) => place < mostOptions || chosen.includes(value))
    .toSorted((a, b) => (a.value < b.value ? -1 : 1))
    .map(({ value, count }) => ({ value, label: value, count }))
  const unknown = chosen.filter(value => !options.some(option => option.value === value))
  return [...common, ...unknown.map(value => ({ value, label: value, count: 0 }))]
}
