import { hasBit } from '../bit-set.ts'
import { type CatalogueIndex, getDocument } from '../catalogue-index.ts'
import type { NumberedDocuments } from './number-table.ts'

/**
 * Positions of equal numbers, those of one spelling together: own numbers first, then those of products that can be
 * bought, discontinued ones last; of equal rank the more popular product.
 */
export function rankExact({ numbers, sellable, forSale }: CatalogueIndex, positions: Uint32Array) {
  const keys = Array.from(positions, position => numbers.keyAt(position))
  const places = new Map([...new Set(keys)].map((key, place) => [key, place]))
  const rank = (position: number) => {
    if (numbers.referenceAt(position) === 0) return 0
    const document = numbers.documentAt(position)
    if (hasBit(sellable, document)) return 1
    return hasBit(forSale, document) ? 2 : 3
  }
  const ranked = Array.from(positions, (position, at) => ({
    position,
    spelling: places.get(keys[at]!)!,
    rank: rank(position),
    document: numbers.documentAt(position),
  }))
  ranked.sort((a, b) => a.spelling - b.spelling || a.rank - b.rank || a.document - b.document)
  return Uint32Array.from(ranked, ({ position }) => position)
}

/** In `positions`: the product is there because it replaces the one before it. */
export const noNumber = 0xffffffff

/** Puts the successor of each superseded product that cannot be bought directly behind it. */
export function addSuccessors(
  index: CatalogueIndex,
  { documents, positions }: NumberedDocuments,
): NumberedDocuments {
  const listed = new Set(documents)
  const pairs = Array.from(documents, (document, at) => [document, positions[at]!] as const).flatMap(pair => {
    const successor = findSuccessor(index, pair[0])
    if (successor < 0 || listed.has(successor)) return [pair]
    listed.add(successor)
    return [pair, [successor, noNumber] as const]
  })
  return {
    documents: Uint32Array.from(pairs, ([document]) => document),
    positions: Uint32Array.from(pairs, ([, position]) => position),
  }
}

/** −1: there is none. */
function findSuccessor(index: CatalogueIndex, document: number): number {
  const successor = index.successors.get(document)
  return successor === undefined || hasBit(index.sellable, document) ? -1 : getDocument(index, successor)
}
