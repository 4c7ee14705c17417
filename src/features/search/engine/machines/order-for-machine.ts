import { hasBit, listBits } from '../bit-set.ts'
import type { CatalogueIndex } from '../catalogue-index.ts'
import type { WordMatches } from '../word-search.ts'
import { visitFitments } from './machine-index.ts'
import type { MachineReading } from './read-machine.ts'

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
  const positions = new Map<number, number>()
  for (const variant of listBits(variants)) {
    visitFitments(index.machines, variant, (document, position) => {
      if (hasBit(all, document)) {
        positions.set(document, Math.min(position, positions.get(document) ?? position))
      }
    })
  }
  const tier = (document: number) => (hasBit(whole, document) ? 0 : hasBit(strong, document) ? 1 : 2)
  const rank = (document: number) =>
    (tier(document) * 1000 + positions.get(document)!) * 2 + (hasBit(index.sellable, document) ? 0 : 1)
  return Uint32Array.from([...positions.keys()].sort((a, b) => rank(a) - rank(b) || a - b))
}
