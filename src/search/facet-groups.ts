import type { FacetGroup } from './facet-group.ts'
import { type FacetLayout, layoutOf, mostOptions } from './facet-layout.ts'
import type { Filters } from './query.ts'
import { isWithin, readRange } from './ranges.ts'

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

/** Type and brand first, then the catalogue's order; only attributes that can still tell products apart. */
export function facetGroups(attributes: readonly CountedAttribute[], filters: Filters): FacetGroup[] {
  const options = attributes.flatMap(attribute => attribute.options)
  const base = Uint32Array.from(options, option => option.base)
  let first = 0
  const layouts = attributes.map(attribute => {
    const places = attribute.options.map((_option, nth) => first + nth)
    first += places.length
    if (attribute.isNumeric) places.sort((a, b) => options[a]!.number! - options[b]!.number!)
    return layoutOf(attribute, places, options, base)
  })
  const counts = Uint32Array.from(options, option => option.count)
  return groupsOfLayouts(layouts, options, counts, filters)
}

/** The same from what is laid out already. `counts`: of each option, by its place in `options`. */
export function groupsOfLayouts(
  layouts: readonly FacetLayout[],
  options: readonly { value: string; number: number | null }[],
  counts: Uint32Array,
  filters: Filters,
): FacetGroup[] {
  const groups: FacetGroup[] = []
  for (const layout of layouts) {
    const { id, name, unit } = layout
    const chosen = chosenOf(filters, id)
    const shown = layout.steps
      ? steps(layout, options, counts, chosen)
      : words(layout, options, counts, chosen)
    if (shown.length < 2 && chosen.length === 0) continue
    groups.push({
      id,
      name,
      unit,
      options: shown,
      collapsed: groups.length >= openGroups && chosen.length === 0,
    })
  }
  return groups
}

export function chosenOf(filters: Filters, id: string): string[] {
  if (id === 'type') return filters.types
  if (id === 'brand') return filters.brands
  return filters.attributes.find(filter => String(filter.id) === id)?.values ?? []
}

type Options = readonly { value: string; number: number | null }[]

// A chosen range that is no step of this list ('93±1') still shows what it holds.
function steps(
  { unit, places, steps: made }: FacetLayout,
  options: Options,
  counts: Uint32Array,
  chosen: readonly string[],
): FacetGroup['options'] {
  const shown = made!.map(({ value, label, begin, end }) => {
    let count = 0
    for (let at = begin; at < end; at++) count += counts[places[at]!]!
    return { value, label, count }
  })
  const others = chosen.filter(value => !shown.some(option => option.value === value))
  if (others.length === 0) return shown
  const numbers = Array.from(places, place => ({ number: options[place]!.number!, count: counts[place]! }))
  return [...others.map(value => asChosen(value, unit, numbers)), ...shown]
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

function words(
  { places, common }: FacetLayout,
  options: Options,
  counts: Uint32Array,
  chosen: readonly string[],
): FacetGroup['options'] {
  const shown = (place: number) => {
    const { value } = options[place]!
    return { value, label: value, count: counts[place]! }
  }
  if (chosen.length === 0) return common.map(shown)
  const rare = Array.from(places.subarray(mostOptions)).filter(place =>
    chosen.includes(options[place]!.value),
  )
  const known = [...common, ...rare].map(shown).sort((a, b) => (a.value < b.value ? -1 : 1))
  const unknown = chosen.filter(value => !known.some(option => option.value === value))
  return [...known, ...unknown.map(value => ({ value, label: value, count: 0 }))]
}
