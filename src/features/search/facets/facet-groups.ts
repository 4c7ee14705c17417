import { type Filters, getFilterValues } from '../query/filters.ts'
import { isWithin, parseRange } from '../query/number-ranges.ts'
import type { FacetGroup } from './facet-group.ts'
import { type FacetLayout, mostWords } from './facet-layout.ts'

type Options = readonly { value: string; number: number | null }[]

const openGroups = 5

/**
 * Type and brand first, then the catalogue's order; only attributes that can still tell products apart. `counts`: of
 * each option, by its place in `options`.
 */
export function createFacetGroups(
  layouts: readonly FacetLayout[],
  options: Options,
  counts: Uint32Array,
  filters: Filters,
): FacetGroup[] {
  const groups: FacetGroup[] = []
  for (const layout of layouts) {
    const { id, name, unit } = layout
    const chosen = getFilterValues(filters, id)
    const offered = layout.steps
      ? listSteps(layout, options, counts, chosen)
      : listWords(layout, options, counts, chosen)
    if (offered.length < 2 && chosen.length === 0) continue
    const collapsed = groups.length >= openGroups && chosen.length === 0
    groups.push({ id, name, unit, options: offered, collapsed })
  }
  return groups
}

// A chosen range that is no step of this list ('93±1') still shows how many it holds.
function listSteps(
  { unit, places, steps }: FacetLayout,
  options: Options,
  counts: Uint32Array,
  chosen: readonly string[],
): FacetGroup['options'] {
  const offered = steps!.map(({ value, label, begin, end }) => {
    let count = 0
    for (let at = begin; at < end; at++) count += counts[places[at]!]!
    return { value, label, count }
  })
  const others = chosen.filter(value => !offered.some(option => option.value === value))
  if (others.length === 0) return offered
  const numbers = Array.from(places, place => ({ number: options[place]!.number!, count: counts[place]! }))
  return [...others.map(value => toChosenStep(value, unit, numbers)), ...offered]
}

function toChosenStep(
  value: string,
  unit: string,
  numbers: readonly { number: number; count: number }[],
): FacetGroup['options'][number] {
  const range = parseRange(value)
  const within = range ? numbers.filter(({ number }) => isWithin(number, range)) : []
  const label = value.replace('..', '–').replace(/\+\/?-/, '±')
  return {
    value,
    label: range && unit !== '' ? `${label} ${unit}` : label,
    count: within.reduce((sum, { count }) => sum + count, 0),
  }
}

function listWords(
  { places, common }: FacetLayout,
  options: Options,
  counts: Uint32Array,
  chosen: readonly string[],
): FacetGroup['options'] {
  const toOption = (place: number) => {
    const { value } = options[place]!
    return { value, label: value, count: counts[place]! }
  }
  if (chosen.length === 0) return common.map(toOption)
  const rare = Array.from(places.subarray(mostWords)).filter(place => chosen.includes(options[place]!.value))
  const offered = [...common, ...rare].map(toOption).sort((a, b) => (a.value < b.value ? -1 : 1))
  const unknown = chosen.filter(value => !offered.some(option => option.value === value))
  return [...offered, ...unknown.map(value => ({ value, label: value, count: 0 }))]
}
