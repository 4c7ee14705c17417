import type { Found } from '../search/listed.ts'

/** A product of a machine: where it sits there, and how many it takes. */
export interface FittedProduct extends Found {
  position: string
  quantity: number
}
