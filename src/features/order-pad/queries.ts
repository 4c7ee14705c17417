import { sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'

/** From how many pieces on a company pays which price for these products, the smallest first; pence ex VAT. */
export async function priceBreaks(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<{ product: number; from: number; price: number }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ product: number; from: number; price: number }>`
    select product_id as product, min_quantity as "from", price from customer_price
    where company_id = ${companyId} and product_id = any(${ids}::int[]) and min_quantity > 1
    order by product_id, min_quantity`.execute(db)
  return rows
}

const mostInstead = 3

/** What is in stock in place of these products: the successor, and parts of the same kind that share a number. */
export async function insteadOf(
  db: Db,
  ids: readonly number[],
): Promise<{ product: number; code: string; title: string; path: string }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ product: number; code: string; title: string; path: string }>`
    select own.id as product, found.code, found.title, found.path
    from product own cross join lateral (
      select o.code, o.title, o.path
      from (
        select own.superseded_by as id, 0 as place
        union all
        select other.product_id, 1 from cross_reference x
          join cross_reference other on other.code_key = x.code_key and other.maker_id = x.maker_id
        where x.product_id = own.id
      ) c join product o on o.id = c.id join stock s on s.product_id = o.id
      where o.id <> own.id and o.for_sale and o.price is not null and s.available > 0
        and (c.place = 0 or o.type_id = own.type_id)
      group by o.id order by min(c.place), o.popularity desc, o.id limit ${mostInstead}
    ) found
    where own.id = any(${ids}::int[])`.execute(db)
  return rows
}
