import type { AddRefusal } from './words.ts'

export interface AddedProduct {
  title: string
  price: number | null
  forSale: boolean
  available: number
  backOrder: boolean
  note: string | null
  inBasket: number
}

/** Why an add was refused (contract §3: unknown product, not for sale, more than can be had). */
export function judgeAdd(product: AddedProduct | null, quantity: number, largest: number): AddRefusal {
  if (!product) return 'unknown_product'
  if (!product.forSale || product.price === null) return 'not_for_sale'
  if (product.inBasket + quantity > largest) return 'row_full'
  return product.available <= 0 && !product.backOrder ? 'none_left' : 'too_many'
}
