import type { Tx } from '../platform/house.ts'
import { addMany } from './add-many.server.ts'
import { largestQuantity } from './basket.ts'
import { addLine } from './data.ts'

export interface AddedAll {
  /** How many products came into the basket, at least in part. */
  added: number
  /** Why the others did not, a sentence each. */
  refused: string[]
}

interface Wanted {
  productId: number
  quantity: number
}

type Member = { personId: number; companyId: number | null }

/** Puts many products into a person's basket, where quantities add up; of what is short, as many as can be had. */
export async function addAll(tx: Tx, owner: Member, wanted: readonly Wanted[]): Promise<AddedAll> {
  // A list may name a product twice.
  const quantities = new Map<number, number>()
  for (const { productId, quantity } of wanted)
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
  const pieces = [...quantities].map(([product, quantity]) => ({ product, quantity }))
  const refused = await addMany(tx, owner, pieces)
  let added = pieces.length - refused.size
  for (const product of refused.keys()) if (await addRest(tx, owner, product)) added++
  return { added, refused: [...refused.values()] }
}

/** As many as there are left of what is short. */
async function addRest(tx: Tx, owner: Member, productId: number): Promise<boolean> {
  // No basket takes so many in one row: nothing is added, and what there is is told.
  const { product } = await addLine(tx, owner, productId, largestQuantity + 1, largestQuantity)
  if (!product?.forSale || product.price === null || product.backOrder) return false
  const left = Math.min(product.available, largestQuantity) - product.inBasket
  if (left <= 0) return false
  return (await addLine(tx, owner, productId, left, largestQuantity)).added
}
