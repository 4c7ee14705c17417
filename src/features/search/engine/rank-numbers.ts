import { hasBit } from './bit-set.ts'
import type { CatalogueIndex } from './catalogue-index.ts'

/** Positions of equal numbers: own numbers first, then those of products that can be bought, each in its order. */
export function rankExact({ numbers, sellable }: CatalogueIndex, positions: Uint32Array): Uint32Array {
  const rank = (position: number) => {
    if (numbers.referenceAt(position) === 0) return 0
    return hasBit(sellable, numbers.documentAt(position)) ? 1 : 2
  }
  return Uint32Array.from([...positions].sort((a, b) => rank(a) - rank(b)))
}
