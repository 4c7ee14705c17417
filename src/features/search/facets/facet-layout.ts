import { formatRange, formatRangeLabel, toSteps } from '../query/number-ranges.ts'

/**
 * The options of an attribute for one query, independent of the chosen filters. Options are positions in the list of all
 * options.
 */
export interface FacetLayout {
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

/** The maximum number of options of a text attribute. */
export const maxWords = 40

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
