import { sql } from 'kysely'
import type { Tx } from '../../infra/app-context.ts'
import { maxQuantity } from '../../lib/quantity.ts'
import { maxLines } from './limits.ts'
import { type AddRefusal, addRefusalMessages } from './messages.ts'
import { addLine, type BasketOwner, getOwnerColumn, ownedBySql, unitPriceSql } from './queries.ts'
import { type AddCandidate, validateAdd } from './validate-add.ts'

interface ProductQuantity {
  product: number
  quantity: number
}

interface ProductToAdd extends AddCandidate {
  id: number
  title: string
  note: string | null
}

/**
 * Adds many products to a basket, each in full or not at all, with a fixed number of statements. `items` names each
 * product once. Returns why a product was not added, by its id.
 */
export async function addProducts(
  tx: Tx,
  owner: BasketOwner,
  items: readonly ProductQuantity[],
): Promise<ReadonlyMap<number, string>> {
  const refusals = await addAccepted(tx, owner, items)
  return new Map([...refusals].map(([product, { message }]) => [product, message]))
}

/** Why a product was not added. */
interface RefusedAdd {
  reason: AddRefusal
  message: string
}

async function addAccepted(
  tx: Tx,
  owner: BasketOwner,
  items: readonly ProductQuantity[],
): Promise<ReadonlyMap<number, RefusedAdd>> {
  await sql`select from basket b where ${ownedBySql(owner)} for update`.execute(tx)
  const ids = items.map(({ product }) => product)
  const { rows } = await sql<ProductToAdd & { lineCount: number }>`
    with line as materialized (
      select l.product_id, l.quantity from basket b join basket_line l on l.basket_id = b.id where ${ownedBySql(owner)}
    )
    select p.id, p.title, ${unitPriceSql(owner, sql`(held.in_basket + item.quantity)`)} as price, p.for_sale as "forSale",
      s.available, s.back_order as "backOrder", p.availability_note as note,
      (select count(*)::int from line) as "lineCount", held.in_basket as "inBasket"
    from unnest(${ids}::int[], ${items.map(({ quantity }) => quantity)}::int[]) as item (product, quantity)
      join product p on p.id = item.product join stock s on s.product_id = p.id
      cross join lateral (select coalesce(sum(quantity), 0)::int as in_basket from line where product_id = p.id) held`.execute(
    tx,
  )
  const rowsById = new Map(rows.map(row => [row.id, row]))
  const refusals = new Map<number, RefusedAdd>()
  let lineCount = rows[0]?.lineCount ?? 0
  const accepted = items.filter(({ product, quantity }) => {
    const row = rowsById.get(product) ?? null
    const isNewLine = row?.inBasket === 0
    const isFull = isNewLine && lineCount >= maxLines
    const reason = validateAdd(row, quantity) ?? (isFull ? 'basket_full' : null)
    if (reason) refusals.set(product, { reason, message: addRefusalMessages[reason](row ?? {}) })
    else if (isNewLine) lineCount++
    return reason === null
  })
  if (accepted.length > 0) await insertLines(tx, owner, accepted)
  return refusals
}

async function insertLines(tx: Tx, owner: BasketOwner, items: readonly ProductQuantity[]): Promise<void> {
  const { column, value } = getOwnerColumn(owner)
  const ids = items.map(({ product }) => product)
  await sql`
    with target as (
      insert into basket as b (${column}) values (${value})
      on conflict (${column}) do update set version = b.version + 1, updated_at = now(),
        -- What was displayed of a product before it left the basket does not count when it comes back.
        displayed_prices = b.displayed_prices - array(
          select 'product:' || id from unnest(${ids}::int[]) as a (id)
          where not exists (select from basket_line l where l.basket_id = b.id and l.product_id = a.id))
      returning b.id
    )
    insert into basket_line as l (basket_id, product_id, quantity)
    select target.id, a.product, a.quantity from target, unnest(${ids}::int[],
      ${items.map(({ quantity }) => quantity)}::int[]) with ordinality as a (product, quantity, nth) order by nth
    on conflict (basket_id, product_id) do update
      set quantity = least(l.quantity + excluded.quantity, ${maxQuantity}::int)`.execute(tx)
}

export interface AddProductsResult {
  /** How many products were added, at least in part. */
  added: number
  /** Why the others were not or only in part, a sentence each. */
  refused: string[]
}

type PersonOwner = { personId: number; companyId: number | null }

/** Adds many products to a person's basket; of what is short, as many pieces as are available. */
export async function addAvailableProducts(
  tx: Tx,
  owner: PersonOwner,
  items: readonly { productId: number; quantity: number }[],
): Promise<AddProductsResult> {
  // A list may name a product twice.
  const quantities = new Map<number, number>()
  for (const { productId, quantity } of items)
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
  const pieces = [...quantities].map(([product, quantity]) => ({ product, quantity }))
  const refusals = await addAccepted(tx, owner, pieces)
  let added = pieces.length - refusals.size
  for (const [product, { reason }] of refusals) {
    const isShort = reason === 'too_many' || reason === 'row_full'
    if (isShort && (await addRemaining(tx, owner, product))) added++
  }
  return { added, refused: [...refusals.values()].map(({ message }) => message) }
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
