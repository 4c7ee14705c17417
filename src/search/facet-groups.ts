import { type CatalogueIndex, tellsKinds } from './catalogue-index.ts'
import type { FacetGroup } from './facet-group.ts'
import type { OptionCounts } from './index-facets.ts'
import type { Filters } from './query.ts'
import { inSteps, isWithin, rangeLabel, rangeValue, readRange } from './ranges.ts'

/** An option that something found has; `base` counts without any filter. */
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

/** The attributes that something found has, with the options that are there. */
export function countedAttributes(index: CatalogueIndex, counts: OptionCounts): CountedAttribute[] {
  const counted: CountedAttribute[] = []
  for (const attribute of index.attributes) {
    if (!tellsKinds(attribute)) continue
    const { id, name, unit, isNumeric, options } = attribute
    const there: CountedOption[] = []
    for (const option of options) {
      const base = counts.base[option]!
      if (base === 0) continue
      const { value, number } = index.options[option]!
      there.push({ value, number, base, count: counts.underOthers[option]! })
    }
    counted.push({ id, name, unit, isNumeric, options: there })
  }
  return counted
}

function optionsOf(attribute: CountedAttribute, chosen: readonly string[]): FacetGroup['options'] {
  return attribute.isNumeric ? steps(attribute, chosen) : words(attribute.options, chosen)
}

// A chosen range that is no step of this list ('93±1') still shows what it holds.
function steps({ unit, options }: CountedAttribute, chosen: readonly string[]): FacetGroup['options'] {
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
