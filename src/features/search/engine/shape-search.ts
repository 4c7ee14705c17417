import { type Dimension, type SizeList, toThreadKey } from '../query/measures.ts'
import { type BitSet, createBits, intersectBits, uniteBits, unitePosting } from './bit-set.ts'
import type { CatalogueIndex } from './catalogue-index.ts'

const toleranceMm = 1
const roundingMm = 1e-9
// An attribute with more values holds names, not threads.
const maxThreads = 5000

/** Which attributes of a catalogue are which dimension, by name. */
const dimensionNames: Record<Dimension, RegExp> = {
  outer: /^(?:outer|outside) diameter|^diameter/i,
  inner: /^(?:inner|inside) diameter/i,
  height: /^(?:overall )?(?:height|length)/i,
  length: /^(?:overall )?(?:length|height)/i,
  width: /^width/i,
}

/**
 * Products of these sizes, each within a millimetre and by another dimension of the product: the named one, or any.
 */
export function matchSizes(index: CatalogueIndex, sizes: SizeList['sizes']): BitSet {
  const attributes = index.attributes.filter(({ unit, isNumeric }) => unit === 'mm' && isNumeric)
  // For each dimension, the products that have each of the sizes.
  const measures = attributes.map(({ name, options }) =>
    sizes.map(({ mm, dimension }) =>
      dimension === null || dimensionNames[dimension].test(name) ? matchSize(index, options, mm) : null,
    ),
  )
  const matches = createBits(index.capacity)
  const assign = (nth: number, used: number[], before: BitSet | null): void => {
    if (nth === sizes.length) {
      if (before) uniteBits(matches, before)
      return
    }
    for (const [measure, bySize] of measures.entries()) {
      const bits = bySize[nth]
      if (!bits || used.includes(measure)) continue
      const both = bits.slice()
      if (before) intersectBits(both, before)
      if (both.some(word => word !== 0)) assign(nth + 1, [...used, measure], both)
    }
  }
  assign(0, [], null)
  return matches
}

/** Products of this fineness. */
export function matchMicron(index: CatalogueIndex, micron: number): BitSet {
  const bits = createBits(index.capacity)
  for (const { unit, isNumeric, options } of index.attributes) {
    if (unit !== 'µm' || !isNumeric) continue
    for (const option of options) {
      const { number, posting } = index.options[option]!
      if (Math.abs(number! - micron) <= roundingMm) unitePosting(bits, posting)
    }
  }
  return bits
}

function matchSize(index: CatalogueIndex, options: readonly number[], size: number): BitSet {
  const bits = createBits(index.capacity)
  for (const option of options) {
    const { number, posting } = index.options[option]!
    if (Math.abs(number! - size) <= toleranceMm + roundingMm) unitePosting(bits, posting)
  }
  return bits
}

/** Products whose thread begins with this key. */
export function matchThread(index: CatalogueIndex, thread: string): BitSet {
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
