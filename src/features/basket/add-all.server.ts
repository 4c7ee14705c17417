import type { Tx } from '../../infra/app-context.ts'
import { addMany } from './add-many.server.ts'
import { maxQuantity } from './basket.ts'
import { addLine } from './queries.ts'

export interface AddAllResult {
  /** How many products were added, at least in part. */
  added: number
  /** Why the others were not or only in part, a sentence each. */
  refused: string[]
}

type PersonOwner = { personId: number; companyId: number | null }

/** Adds many products to a person's basket; of what is short, as many pieces as are available. */
export async function addAll(
  tx: Tx,
  owner: PersonOwner,
  items: readonly { productId: number; quantity: number }[],
): Promise<AddAllResult> {
  // A list may name a product twice.
  const quantities = new Map<number, number>()
  for (const { productId, quantity } of items)
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
  const pieces = [...quantities].map(([product, quantity]) => ({ product, quantity }))
  const refusals = await addMany(tx, owner, pieces)
  let added = pieces.length - refusals.size
  for (const product of refusals.keys()) if (await addRemaining(tx, owner, product)) added++
  return { added, refused: [...refusals.values()] }
}

/** Adds as many pieces as are available of a product that is short. */
async function addRemaining(tx: Tx, owner: PersonOwner, productId: number): Promise<boolean> {
  // A quantity above the maximum adds nothing, and the result tells what is available.
  const { product } = await addLine(tx, owner, productId, maxQuantity + 1, maxQuantity)
  if (!product?.forSale || product.price === null || product.backOrder) return false
  const remaining = Math.min(product.available, maxQuantity) - product.inBasket
  if (remaining <= 0) return false
  return (await addLine(tx, owner, productId, remaining, maxQuantity)).added
}
