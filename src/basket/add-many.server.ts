import { sql } from 'kysely'
import type { Tx } from '../platform/house.ts'
import { largestQuantity } from './basket.ts'
import type { Owner } from './data.ts'
import { judgeAdd } from './judge-add.ts'
import { addRefusalWords } from './words.ts'

interface Wanted {
  product: number
  quantity: number
}

interface WantedRow {
  id: number
  title: string
  price: number | null
  forSale: boolean
  available: number
  backOrder: boolean
  note: string | null
  inBasket: number
}

/** Why a product stayed out, by its id; the others are in the basket, in full. */
export type Refused = ReadonlyMap<number, string>

/**
 * Puts many products into a basket, each whole or not at all, in a few statements however many there are. `wanted`
 * names each product once.
 */
export async function addMany(tx: Tx, owner: Owner, wanted: readonly Wanted[]): Promise<Refused> {
  const ownerIs =
    'personId' in owner ? sql`b.person_id = ${owner.personId}` : sql`b.token_hash = ${owner.tokenHash}`
  await sql`select from basket b where ${ownerIs} for update`.execute(tx)
  const ids = wanted.map(({ product }) => product)
  const { rows } = await sql<WantedRow>`
    select p.id, p.title, p.price, p.for_sale as "forSale", s.available, s.back_order as "backOrder",
      p.availability_note as note, coalesce((select l.quantity from basket b join basket_line l on l.basket_id = b.id
        where ${ownerIs} and l.product_id = p.id), 0) as "inBasket"
    from product p join stock s on s.product_id = p.id where p.id = any(${ids}::int[])`.execute(tx)
  const byId = new Map(rows.map(row => [row.id, row]))
  const refused = new Map<number, string>()
  const accepted = wanted.filter(({ product, quantity }) => {
    const row = byId.get(product) ?? null
    if (row && fits(row, quantity)) return true
    refused.set(product, addRefusalWords[judgeAdd(row, quantity, largestQuantity)](row ?? {}))
    return false
  })
  if (accepted.length > 0) await insertLines(tx, owner, accepted)
  return refused
}

function fits({ forSale, price, backOrder, available, inBasket }: WantedRow, quantity: number): boolean {
  const pieces = inBasket + quantity
  return forSale && price !== null && pieces <= largestQuantity && (backOrder || pieces <= available)
}

async function insertLines(tx: Tx, owner: Owner, accepted: readonly Wanted[]): Promise<void> {
  const [column, value] =
    'personId' in owner ? [sql`person_id`, owner.personId] : [sql`token_hash`, owner.tokenHash]
  await sql`
    with own as (
      insert into basket as b (${column}) values (${value})
      on conflict (${column}) do update set version = b.version + 1, updated_at = now()
      returning b.id
    )
    insert into basket_line as l (basket_id, product_id, quantity)
    select own.id, a.product, a.quantity from own, unnest(${accepted.map(({ product }) => product)}::int[],
      ${accepted.map(({ quantity }) => quantity)}::int[]) with ordinality as a (product, quantity, nth) order by nth
    on conflict (basket_id, product_id) do update
      set quantity = least(l.quantity + excluded.quantity, ${largestQuantity}::int)`.execute(tx)
}
