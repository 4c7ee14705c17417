import { countBits, listBits } from '../bit-set.ts'
import type { CatalogueIndex } from '../catalogue-index.ts'
import { describeMachine, getVariantName } from './describe-machine.ts'
import { visitFitments } from './machine-index.ts'
import type { MachineReading } from './read-machine.ts'

/** The machine of a query that a product fits. */
export interface FittingVariants {
  /** The machine when it is a make, or the product fits all its variants: 'JCB 3CX'. */
  machine: string | null
  /** The names of those that it fits: 'JCB 3CX 2012-2018'. */
  variants: string[]
  /** 'Engine oil'; null: the machine is a make as a whole. */
  position: string | null
}

/** By document, the variants of the machine that the product fits. */
export function listFittingVariants(
  { machines }: CatalogueIndex,
  reading: MachineReading,
  documents: readonly number[],
): Map<number, FittingVariants> {
  const fits = new Map<number, { variants: number[]; position: number }>()
  const pageDocuments = new Set(documents)
  const total = countBits(reading.variants)
  for (const variant of listBits(reading.variants)) {
    visitFitments(machines, variant, (document, position) => {
      if (!pageDocuments.has(document)) return
      const fit = fits.get(document)
      if (!fit) fits.set(document, { variants: [variant], position })
      else if (fit.variants.at(-1) !== variant) fit.variants.push(variant)
    })
  }
  const machine = describeMachine(machines, reading)
  const isMake = reading.named.every(({ model }) => model < 0)
  return new Map(
    [...fits].map(([document, { variants, position }]) => [
      document,
      {
        machine: variants.length === total || isMake ? machine : null,
        variants: variants.map(variant => getVariantName(machines, variant)),
        position: isMake ? null : machines.positions[position]!,
      },
    ]),
  )
}
