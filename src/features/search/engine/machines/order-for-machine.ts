import { hasBit, listBits } from '../bit-set.ts'
import type { CatalogueIndex } from '../catalogue-index.ts'
import type { WordMatches } from '../word-search.ts'
import { visitFitmentsOf } from './machine-index.ts'
import type { MachineReading } from './variants.ts'

/** A make as a whole fits too many products to be sorted by position. */
const maxDocuments = 2000

/**
 * The matching products in the order of a machine's results: what has the kind in its name first, then by position, what
 * can be bought first. Empty when there are too many.
 */
export function orderForMachine(
  index: CatalogueIndex,
  { variants }: MachineReading,
  { whole, strong, all, count }: WordMatches,
): Uint32Array {
  if (count > maxDocuments) return new Uint32Array(0)
  const { length: positionCount } = index.machines.positions
  const ranks = new Map<number, number>()
  for (const document of listBits(all)) {
    let first = positionCount
    visitFitmentsOf(index.machines, document, (variant, position) => {
      if (position < first && hasBit(variants, variant)) first = position
    })
    if (first === positionCount) continue
    const tier = hasBit(whole, document) ? 0 : hasBit(strong, document) ? 1 : 2
    ranks.set(document, (tier * positionCount + first) * 2 + (hasBit(index.sellable, document) ? 0 : 1))
  }
  return Uint32Array.from([...ranks.keys()].sort((a, b) => ranks.get(a)! - ranks.get(b)! || a - b))
}
