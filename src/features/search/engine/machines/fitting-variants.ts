import { hasBit } from '../bit-set.ts'
import type { CatalogueIndex } from '../catalogue-index.ts'
import { getVariantName } from './describe-machine.ts'
import { visitFitmentsOf } from './machine-index.ts'
import type { MachineReading } from './variants.ts'

/** The machine of a query that a product fits. */
export interface FittingVariants {
  /** The machine when it is a make, or the product fits all its variants: 'JCB 3CX'. */
  machine: string | null
  /** The name of the first one that it fits: 'JCB 3CX 2012-2018'. */
  variant: string
  /** How many it fits. */
  variantCount: number
  /** 'Engine oil'; null: the machine is a make as a whole. */
  position: string | null
}

/** The machine of a query with what is the same for all its products. */
export interface FittedMachine {
  reading: MachineReading
  /** How many variants it has. */
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
