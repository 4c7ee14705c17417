import { hasBit } from './bit-set.ts'
import type { CatalogueIndex } from './catalogue-index.ts'

/**
 * Positions of equal numbers, those of one spelling together: own numbers first, then those of products that can be
 * bought, then the more popular product.
 */
export function rankExact({ numbers, sellable }: CatalogueIndex, positions: Uint32Array): Uint32Array {
  const spellings = [...new Set(Array.from(positions, position => numbers.keyAt(position)))]
  const rank = (position: number) => {
    if (numbers.referenceAt(position) === 0) return 0
    return hasBit(sellable, numbers.documentAt(position)) ? 1 : 2
  }
  const ranked = Array.from(positions, position => ({
    position,
    spelling: spellings.indexOf(numbers.keyAt(position)),
    rank: rank(position),
    document: numbers.documentAt(position),
  }))
  ranked.sort((a, b) => a.spelling - b.spelling || a.rank - b.rank || a.document - b.document)
  return Uint32Array.from(ranked, ({ position }) => position)
}
