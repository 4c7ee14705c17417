import { CompiledQuery } from 'kysely'
import type { Db } from '../platform/house.ts'
import type { FoundProduct } from './listed.ts'

// The texts are made once and always the same, so each is planned once and its name is found quickly.

const priceOf = (company: string | null) =>
  company === null
    ? 'p.price'
    : `coalesce((select c.price from customer_price c where c.company_id = ${company}
        and c.product_id = p.id and c.min_quantity = 1), p.price)`

/** The columns of FoundProduct but for maker and number, of product `p` and the tables beside it; `company`: a parameter. */
export const columns = (
  company: string | null,
) => `p.id, p.code, p.path, p.title, p.details, b.name as brand, t.name as type,
  ${priceOf(company)} as price, p.for_sale as "forSale", p.availability_note as note, p.image, s.available,
  s.back_order as "backOrder"`

export const tables = `join brand b on b.id = p.brand_id join product_type t on t.id = p.type_id
  join stock s on s.product_id = p.id`

const listText = (company: string | null) => `
  select ${columns(company)}, null as maker, null as number from product p ${tables} where p.id = any($1)`
const listTexts = [listText(null), listText('$2')] as const

/** Those products as they are now, in the order of their ids; one that is gone is left out. */
export async function productsOf(
  db: Db,
  ids: readonly number[],
  companyId: number | null,
): Promise<FoundProduct[]> {
  if (ids.length === 0) return []
  const text = listTexts[companyId === null ? 0 : 1]
  const values: unknown[] = companyId === null ? [ids] : [ids, companyId]
  const { rows } = await db.executeQuery<FoundProduct>(CompiledQuery.raw(text, values))
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

/** All makes: while the index, which knows their models as well, is not there yet. */
export function allMakes(db: Db): Promise<{ name: string; slug: string }[]> {
  return db.selectFrom('make').select(['name', 'slug']).execute()
}

const buyableText = `select p.id from product p join stock s on s.product_id = p.id
  where p.id = any($1) and p.for_sale and p.price is not null and (s.available > 0 or s.back_order)`

/** Which of these can be bought now. */
export async function buyableNow(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await db.executeQuery<{ id: number }>(CompiledQuery.raw(buyableText, [ids]))
  return rows.map(({ id }) => id)
}
