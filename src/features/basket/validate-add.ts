import { maxQuantity } from '../../lib/quantity.ts'
import { getSaleState } from '../catalogue/listing.ts'
import type { ProductRefusal } from './messages.ts'

export interface AddCandidate {
  price: number | null
  forSale: boolean
  available: number
  backOrder: boolean
  /** Pieces in the basket already. */
  inBasket: number
}

/** Why so many more pieces of a product cannot be added (R-BASKET-5); null when they can. */
export function validateAdd(product: AddCandidate | null, quantity: number): ProductRefusal | null {
  if (!product) return 'unknown_product'
  const saleState = getSaleState(product)
  if (saleState === 'discontinued') return 'not_for_sale'
  if (saleState === 'price_on_request') return saleState
  const pieces = product.inBasket + quantity
  if (pieces > maxQuantity) return 'row_full'
  if (product.backOrder || pieces <= product.available) return null
  return product.available <= 0 ? 'none_left' : 'too_many'
}
