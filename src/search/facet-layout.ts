import { inSteps, rangeLabel, rangeValue } from './ranges.ts'

/**
 * How an attribute's options are offered for one question, whatever filters stand beside it: made once, counted often.
 * Options are told by their places in a list of all.
 */
export interface FacetLayout {
  id: string
  name: string
  unit: string
  /** The options that something found has: numbers rising, words by falling frequency. */
  places: Uint32Array
  /** Of numbers: each step holds places[begin] up to places[end]. Null: words. */
  steps: { value: string; label: string; begin: number; end: number }[] | null
  /** Of words: the most frequent, in the order to show them. */
  common: number[]
}

/** What one question finds, before filters: counted and laid out. */
export interface LaidOut {
  base: Uint32Array
  layouts: FacetLayout[]
}

/** So many words at most are offered. */
export const mostOptions = 40

/** `places`: of the options that are there, numbers in rising order. `base`: how many have each, without filters. */
export function layoutOf(
  { id, name, unit, isNumeric }: { id: string; name: string; unit: string; isNumeric: boolean },
  places: readonly number[],
  options: readonly { value: string; number: number | null }[],
  base: Uint32Array,
): FacetLayout {
  if (isNumeric) {
    let begin = 0
    const steps = inSteps(places.map(place => ({ number: options[place]!.number!, count: 1 }))).map(step => {
      const made = { value: rangeValue(step), label: rangeLabel(step, unit), begin, end: begin + step.count }
      begin = made.end
      return made
    })
    return { id, name, unit, places: Uint32Array.from(places), steps, common: [] }
  }
  const frequent = places.toSorted((a, b) => base[b]! - base[a]!)
  const common = frequent
    .slice(0, mostOptions)
    .sort((a, b) => (options[a]!.value < options[b]!.value ? -1 : 1))
  return { id, name, unit, places: Uint32Array.from(frequent), steps: null, common }
}
