import { sql } from 'kysely'
import type { Tx } from '../../infra/app-context.ts'
import { selectRows } from '../../infra/database/query.ts'
import { maxQuantity } from '../../lib/quantity.ts'
import { maxLines } from './limits.ts'
import { formatUnmergedEntry, mergeLineEntries } from './lines/line-entry.ts'
import type { LineEntry } from './lines/line-entry-schema.ts'
import { type AddCandidate, validateAdd } from './lines/line-problems.ts'
import { type AddRefusal, addRefusalMessages } from './messages.ts'
import {
  addLine,
  type BasketOwner,
  getOwnerColumn,
  type ItemToAdd,
  mergedEntrySql,
  ownedBySql,
  unitPriceSql,
} from './queries.ts'

interface ProductToAdd extends AddCandidate {
  id: number
  code: string
  /** Of its line in the basket; null: there is none. */
  entry: LineEntry | null
  title: string
  note: string | null
}

interface AddedProducts {
  added: number
  /** Why a product was not added, by its id. */
  refused: ReadonlyMap<number, { reason: AddRefusal; message: string }>
  /** What was not taken over of the entries of those that were, a sentence each. */
  notes: string[]
}

/** Adds many products to a basket, each in full or not at all, with a fixed number of statements. */
export async function addProducts(
  tx: Tx,
  owner: BasketOwner,
  sentItems: readonly ItemToAdd[],
): Promise<AddedProducts> {
  if (sentItems.length === 0) return { added: 0, refused: new Map(), notes: [] }
  const items = combineItems(sentItems)
  await sql`select from basket b where ${ownedBySql(owner)} for update`.execute(tx)
  const ids = items.map(({ product }) => product)
  const rows = await selectRows(tx)<ProductToAdd & { lineCount: number }>`
    with line as materialized (
      select l.product_id, l.quantity, l.entry from basket b join basket_line l on l.basket_id = b.id
        where ${ownedBySql(owner)}
    )
    select p.id, p.code, p.title, ${unitPriceSql(owner, sql`(held.in_basket + item.quantity)`)} as price,
      p.for_sale as "forSale",
      s.available, s.back_order as "backOrder", p.availability_note as note,
      (select count(*)::int from line) as "lineCount", held.in_basket as "inBasket",
      (select entry from line where product_id = p.id) as entry
    from unnest(${ids}::int[], ${items.map(({ quantity }) => quantity)}::int[]) as item (product, quantity)
      join product p on p.id = item.product join stock s on s.product_id = p.id
      cross join lateral (select coalesce(sum(quantity), 0)::int as in_basket from line
        where product_id = p.id) held`
  const rowsById = new Map(rows.map(row => [row.id, row]))
  const refused = new Map<number, { reason: AddRefusal; message: string }>()
  let lineCount = rows[0]?.lineCount ?? 0
  const accepted = items.filter(({ product, quantity }) => {
    const row = rowsById.get(product) ?? null
    const isNewLine = row?.inBasket === 0
    const isFull = isNewLine && lineCount >= maxLines
    const reason = validateAdd(row, quantity) ?? (isFull ? 'basket_full' : null)
    if (reason) refused.set(product, { reason, message: addRefusalMessages[reason](row ?? {}) })
    else if (isNewLine) lineCount++
    return reason === null
  })
  if (accepted.length > 0) await insertLines(tx, owner, accepted)
  const notes = sentItems.flatMap(({ product, entry }) => {
    const { code, entry: before } = rowsById.get(product) ?? {}
    const merged = items.find(item => item.product === product)!.entry
    return code && !refused.has(product)
      ? formatUnmergedEntry(code, mergeLineEntries(before ?? {}, merged), entry)
      : []
  })
  return { added: accepted.length, refused, notes }
}

function combineItems(items: readonly ItemToAdd[]): ItemToAdd[] {
  const byProduct = new Map<number, ItemToAdd>()
  for (const item of items) {
    const same = byProduct.get(item.product)
    const quantity = (same?.quantity ?? 0) + item.quantity
    const entry = same ? mergeLineEntries(same.entry, item.entry) : item.entry
    byProduct.set(item.product, { product: item.product, quantity, entry })
  }
  return [...byProduct.values()]
}

async function insertLines(tx: Tx, owner: BasketOwner, items: readonly ItemToAdd[]): Promise<void> {
  const { column, value } = getOwnerColumn(owner)
  const ids = items.map(({ product }) => product)
  await sql`
    with target as (
      insert into basket as b (${column}) values (${value})
      on conflict (${column}) do update set version = b.version + 1, updated_at = now()
      returning b.id
    )
    insert into basket_line as l (basket_id, product_id, quantity, entry)
    select target.id, a.product, a.quantity, a.entry from target, unnest(${ids}::int[],
      ${items.map(({ quantity }) => quantity)}::int[], ${items.map(({ entry }) => JSON.stringify(entry))}::jsonb[])
      with ordinality as a (product, quantity, entry, nth) order by nth
    on conflict (basket_id, product_id) do update
      set quantity = least(l.quantity + excluded.quantity, ${maxQuantity}::int),
        entry = ${mergedEntrySql}`.execute(tx)
}

export interface AddProductsResult {
  added: number
  /** Why the others were not or only in part, and what of their entries was not taken over: a sentence each. */
  refused: string[]
}

/** Adds many products to a person's basket; of what is short, as many pieces as are available. */
export async function addAvailableProducts(
  tx: Tx,
  owner: BasketOwner,
  lines: readonly { productId: number; quantity: number; entry: LineEntry }[],
): Promise<AddProductsResult> {
  const items = lines.map(({ productId, quantity, entry }) => ({ product: productId, quantity, entry }))
  const { refused, notes, ...result } = await addProducts(tx, owner, items)
  let { added } = result
  for (const { product, entry } of combineItems(items)) {
    const reason = refused.get(product)?.reason
    const isShort = reason === 'too_many' || reason === 'row_full'
    if (isShort && (await addRemaining(tx, owner, product, entry))) added++
  }
  return { added, refused: [...[...refused.values()].map(({ message }) => message), ...notes] }
}

/** Adds as many pieces as are available of a product that is short. */
async function addRemaining(
  tx: Tx,
  owner: BasketOwner,
  productId: number,
  entry: LineEntry,
): Promise<boolean> {
  // A quantity above the maximum adds nothing, and the result tells what is available.
  const item = { product: productId, entry }
  const { product } = await addLine(tx, owner, { ...item, quantity: maxQuantity + 1 })
  if (!product?.forSale || product.price === null || product.backOrder) return false
  const remaining = Math.min(product.available, maxQuantity) - product.inBasket
  if (remaining <= 0) return false
  return (await addLine(tx, owner, { ...item, quantity: remaining })).added
}
