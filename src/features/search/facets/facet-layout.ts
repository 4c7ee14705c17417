import { formatRange, formatRangeLabel, toSteps } from '../query/number-ranges.ts'

/**
 * How an attribute's options are offered for one query, whatever filters are chosen. Options are named by their places
 * in a list of all.
 */
export interface FacetLayout {
  id: string
  name: string
  unit: string
  /** The options that a match has: numbers rising, words by falling frequency. */
  places: Uint32Array
  /** Of numbers: each step holds places[begin] up to places[end]. Null: words. */
  steps: { value: string; label: string; begin: number; end: number }[] | null
  /** Of words: the most frequent, in the order to show them. */
  common: number[]
}

/** What one query matches, before filters: counted by option, and laid out. */
export interface FacetLayouts {
  counts: Uint32Array
  layouts: FacetLayout[]
}

/** So many words at most are offered. */
export const mostWords = 40

/** `places`: of the options that are there, numbers in rising order. `counts`: how many have each, without filters. */
export function createFacetLayout(
  { id, name, unit, isNumeric }: { id: string; name: string; unit: string; isNumeric: boolean },
  places: readonly number[],
  options: readonly { value: string; number: number | null }[],
  counts: Uint32Array,
): FacetLayout {
  if (isNumeric) {
    let begin = 0
    const numbers = places.map(place => ({ number: options[place]!.number!, count: 1 }))
    const steps = toSteps(numbers).map(step => {
      const end = begin + step.count
      const layout = { value: formatRange(step), label: formatRangeLabel(step, unit), begin, end }
      begin = end
      return layout
    })
    return { id, name, unit, places: Uint32Array.from(places), steps, common: [] }
  }
  const frequent = places.toSorted((a, b) => counts[b]! - counts[a]!)
  const common = frequent.slice(0, mostWords).sort((a, b) => (options[a]!.value < options[b]!.value ? -1 : 1))
  return { id, name, unit, places: Uint32Array.from(frequent), steps: null, common }
}
