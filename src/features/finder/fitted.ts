import type { ProductSummary } from '../search/listed-product.ts'

/** A product of a machine: where it sits there, and how many it takes. */
export interface FittedProduct extends ProductSummary {
  position: string
  quantity: number
}
