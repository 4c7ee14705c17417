import { type Measures, toThreadKey } from '../query/measures.ts'
import { type BitSet, createBits, intersectBits, uniteBits, unitePosting } from './bit-set.ts'
import type { CatalogueIndex } from './catalogue-index.ts'

const toleranceMm = 1
const roundingMm = 1e-9
// An attribute with more values holds names, not threads.
const maxThreads = 5000

/**
 * Products of these measures: each size within a millimetre, several sizes by different dimensions of the product, and
 * threads that start with the text. Null when the query has no measures.
 */
export function matchShapes(index: CatalogueIndex, { sizes, threads }: Measures): BitSet | null {
  const shapes = [
    ...sizes.map(list => matchSizes(index, list)),
    ...threads.map(thread => matchThread(index, thread)),
  ]
  const [first, ...otherShapes] = shapes
  if (!first) return null
  for (const other of otherShapes) intersectBits(first, other)
  return first
}

function matchSizes(index: CatalogueIndex, sizes: readonly number[]): BitSet {
  // For each dimension, the products that have each of the sizes.
  const measures = index.attributes
    .filter(({ unit, isNumeric }) => unit === 'mm' && isNumeric)
    .map(({ options }) => sizes.map(size => matchSize(index, options, size)))
  const matches = createBits(index.capacity)
  const assign = (nth: number, used: number[], before: BitSet | null): void => {
    if (nth === sizes.length) {
      if (before) uniteBits(matches, before)
      return
    }
    for (const [measure, bySize] of measures.entries()) {
      if (used.includes(measure)) continue
      const both = bySize[nth]!.slice()
      if (before) intersectBits(both, before)
      if (both.some(word => word !== 0)) assign(nth + 1, [...used, measure], both)
    }
  }
  assign(0, [], null)
  return matches
}

function matchSize(index: CatalogueIndex, options: readonly number[], size: number): BitSet {
  const bits = createBits(index.capacity)
  for (const option of options) {
    const { number, posting } = index.options[option]!
    if (Math.abs(number! - size) <= toleranceMm + roundingMm) unitePosting(bits, posting)
  }
  return bits
}

function matchThread(index: CatalogueIndex, thread: string): BitSet {
  const bits = createBits(index.capacity)
  for (const { isNumeric, options } of index.attributes.slice(2)) {
    if (isNumeric || options.length > maxThreads) continue
    for (const option of options) {
      const { value, posting } = index.options[option]!
      if (toThreadKey(value).startsWith(thread)) unitePosting(bits, posting)
    }
  }
  return bits
}
