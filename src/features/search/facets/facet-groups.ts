import { type Filters, getFilterValues } from '../query/filters.ts'
import { isWithin, parseRange } from '../query/number-ranges.ts'
import { type FacetLayout, maxWords } from './facet-layout.ts'

/** An attribute with its options, as in `attributes` of GET /search with filter-finder=1, and with its unit. */
export interface FacetGroup {
  id: string
  name: string
  options: { value: string; label: string; count: number }[]
  collapsed: boolean
  unit: string
}

type Options = readonly { value: string; number: number | null }[]

const maxOpenGroups = 5

/**
 * The facets to show: type and brand first, then in the catalogue's order; only attributes with at least two options.
 * `counts`: by position in `options`.
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
    const collapsed = groups.length >= maxOpenGroups && chosen.length === 0
    groups.push({ id, name, unit, options: offered, collapsed })
  }
  return groups
}

// A chosen range that is no step of this list ('93±1') is listed with its count too.
function listSteps(
  { unit, positions, steps }: FacetLayout,
  options: Options,
  counts: Uint32Array,
  chosen: readonly string[],
): FacetGroup['options'] {
  const offered = steps!.map(({ value, label, begin, end }) => {
    let count = 0
    for (let at = begin; at < end; at++) count += counts[positions[at]!]!
    return { value, label, count }
  })
  const rangesNotOffered = chosen.filter(value => !offered.some(option => option.value === value))
  if (rangesNotOffered.length === 0) return offered
  const numbers = Array.from(positions, position => ({
    number: options[position]!.number!,
    count: counts[position]!,
  }))
  return [...rangesNotOffered.map(value => toChosenStep(value, unit, numbers)), ...offered]
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
  { positions, common }: FacetLayout,
  options: Options,
  counts: Uint32Array,
  chosen: readonly string[],
): FacetGroup['options'] {
  const toOption = (position: number) => {
    const { value } = options[position]!
    return { value, label: value, count: counts[position]! }
  }
  if (chosen.length === 0) return common.map(toOption)
  const rare = Array.from(positions.subarray(maxWords)).filter(position =>
    chosen.includes(options[position]!.value),
  )
  const offered = [...common, ...rare].map(toOption).sort((a, b) => (a.value < b.value ? -1 : 1))
  const unknown = chosen.filter(value => !offered.some(option => option.value === value))
  return [...offered, ...unknown.map(value => ({ value, label: value, count: 0 }))]
}
