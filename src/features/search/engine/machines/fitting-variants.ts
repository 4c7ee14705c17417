import { hasBit, listBits } from '../bit-set.ts'
import type { CatalogueIndex } from '../catalogue-index.ts'
import type { WordMatches } from '../word-search.ts'
import { visitFitmentsOf } from './machine-index.ts'
import { getVariantName, type MachineReading } from './variants.ts'

export interface FittingVariants {
  /** The machine when it is a make, or the product fits all its variants: 'JCB 3CX'. */
  machine: string | null
  /** The name of the first one that it fits: 'JCB 3CX 2012-2018'. */
  variant: string
  variantCount: number
  /** 'Engine oil'; null: the machine is a make as a whole. */
  position: string | null
}

/** The machine of a query with what is the same for all its products. */
export interface FittedMachine {
  reading: MachineReading
  variantCount: number
  /** Null: too many machines to name. */
  label: string | null
}

/** The variants of the machine that the product fits; null: none. */
export function findFittingVariants(
  { machines }: CatalogueIndex,
  { reading, variantCount, label }: FittedMachine,
  document: number,
): FittingVariants | null {
  let name = ''
  let [count, last, first] = [0, -1, machines.positions.length]
  visitFitmentsOf(machines, document, (variant, position) => {
    if (!hasBit(reading.variants, variant)) return
    first = Math.min(first, position)
    if (variant === last) return
    last = variant
    count++
    if (count === 1) name = getVariantName(machines, variant)
  })
  if (count === 0) return null
  const isMake = reading.named.every(({ model }) => model < 0)
  return {
    machine: count === variantCount || isMake ? label : null,
    variant: name,
    variantCount: count,
    position: isMake ? null : machines.positions[first]!,
  }
}

/** A make as a whole fits too many products to be sorted by position. */
const maxDocuments = 2000

/** What has the kind in its name first, then by position, what can be bought first. Empty when there are too many. */
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
