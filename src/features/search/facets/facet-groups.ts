import type { z } from 'zod'
import { type Filters, getFilterValues } from '../query/filters.ts'
import type { facetGroup } from '../schemas.ts'

/** An attribute with its options, as in `attributes` of GET /search with filter-finder=1, and with its unit. */
export interface FacetGroup extends z.output<typeof facetGroup> {
  unit: string
}

type Options = readonly { value: string; number: number | null }[]

const maxOpenGroups = 5

/** Type and brand first, then in the catalogue's order; only those with two options or more. `counts`: by position in `options`. */
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

/** The options of an attribute for one query, whatever filters are chosen, as positions in the list of all options. */
interface FacetLayout {
  id: string
  name: string
  unit: string
  /** The options of the matches: numbers ascending, words by descending frequency. */
  positions: Uint32Array
  /** For numbers: each step is positions[begin] up to positions[end]. Null for words. */
  steps: { value: string; label: string; begin: number; end: number }[] | null
  /** For words: the most frequent, in display order. */
  common: number[]
}

/** The facets of a query before filters: counts by option, and layouts. */
export interface FacetLayouts {
  counts: Uint32Array
  layouts: FacetLayout[]
}

const maxWords = 40

/** `positions`: the options of the matches, numbers ascending. `counts`: products of each option, without filters. */
export function createFacetLayout(
  { id, name, unit, isNumeric }: { id: string; name: string; unit: string; isNumeric: boolean },
  positions: readonly number[],
  options: readonly { value: string; number: number | null }[],
  counts: Uint32Array,
): FacetLayout {
  if (isNumeric) {
    let begin = 0
    const numbers = positions.map(position => ({ number: options[position]!.number!, count: 1 }))
    const steps = toSteps(numbers).map(step => {
      const end = begin + step.count
      const layout = { value: formatRange(step), label: formatRangeLabel(step, unit), begin, end }
      begin = end
      return layout
    })
    return { id, name, unit, positions: Uint32Array.from(positions), steps, common: [] }
  }
  const frequent = positions.toSorted((a, b) => counts[b]! - counts[a]!)
  const common = frequent.slice(0, maxWords).sort((a, b) => (options[a]!.value < options[b]!.value ? -1 : 1))
  return { id, name, unit, positions: Uint32Array.from(frequent), steps: null, common }
}

/** An option of a numeric attribute: one value, or a range with both ends included. */
export interface ValueRange {
  from: number
  to: number
}

const decimals = String.raw`-?\d{1,9}(?:\.\d{1,6})?`
const fromTo = new RegExp(`^(${decimals})\\.\\.(${decimals})$`)
const withTolerance = new RegExp(`^(${decimals})\\s*(?:±|\\+-|\\+/-)\\s*(${decimals})$`)
const single = new RegExp(`^${decimals}$`)
const rounding = 1e-9

/** Parses '93', '76..85' and '93±1'; null when the value is text. */
export function parseRange(value: string): ValueRange | null {
  const text = value.trim()
  const ends = fromTo.exec(text)
  if (ends) return { from: Number(ends[1]), to: Number(ends[2]) }
  const tolerance = withTolerance.exec(text)
  if (tolerance)
    return {
      from: Number(tolerance[1]) - Number(tolerance[2]),
      to: Number(tolerance[1]) + Number(tolerance[2]),
    }
  return single.test(text) ? { from: Number(text), to: Number(text) } : null
}

export function isWithin(number: number, { from, to }: ValueRange): boolean {
  return number >= from - rounding && number <= to + rounding
}

/** Neighbouring values as one option. */
export interface Step extends ValueRange {
  count: number
}

const maxSteps = 16

/**
 * Few values are options as they are; more are grouped in steps of 1, 2, 2.5 or 5 (times a power of ten), about sixteen
 * of them. The ends of a step are existing values, so that '76..85' is exact and no value falls between two steps.
 */
export function toSteps(values: readonly { number: number; count: number }[]): Step[] {
  const sorted = values.toSorted((a, b) => a.number - b.number)
  if (sorted.length <= maxSteps) {
    return sorted.map(({ number, count }) => ({ from: number, to: number, count }))
  }
  const width = getStepWidth(sorted.at(-1)!.number - sorted[0]!.number)
  const steps: (Step & { bucket: number })[] = []
  for (const { number, count } of sorted) {
    const bucket = Math.floor(number / width + rounding)
    const last = steps.at(-1)
    if (last?.bucket === bucket) Object.assign(last, { to: number, count: last.count + count })
    else steps.push({ bucket, from: number, to: number, count })
  }
  return steps.map(({ from, to, count }) => ({ from, to, count }))
}

function getStepWidth(span: number): number {
  const minWidth = span / (maxSteps - 1)
  const magnitude = 10 ** Math.floor(Math.log10(minWidth))
  return (
    [1, 2, 2.5, 5, 10].map(factor => factor * magnitude).find(width => width >= minWidth) ?? 10 * magnitude
  )
}

/** '76..85', or '93' when both ends are equal. */
export function formatRange({ from, to }: ValueRange): string {
  return from === to ? String(from) : `${from}..${to}`
}

/** '76–85 mm' */
export function formatRangeLabel({ from, to }: ValueRange, unit: string): string {
  const numbers = from === to ? String(from) : `${from}–${to}`
  return unit === '' ? numbers : `${numbers} ${unit}`
}
