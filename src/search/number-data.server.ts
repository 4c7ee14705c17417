import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/house.ts'
import { allowed, codeHits, type FoundProduct, type ProductQuestion, productColumns } from './data.ts'
import type { ReadQuery } from './query.ts'

export interface FoundNumber {
  code: string
  manufacturer: string
  productId: number
  title: string
  ownCode: string
  path: string
}

const buyableOnly = (buyable: boolean): RawBuilder<unknown> =>
  buyable ? sql`p.for_sale and p.price is not null and (s.available > 0 or s.back_order)` : sql`true`

/** Exact numbers first, then by number; `hits` is what codeHits() selects. */
const numberRows = (hits: RawBuilder<unknown>, most: number, buyable: boolean) => sql<FoundNumber>`
  select c.number as code, c.maker as manufacturer, p.id as "productId", p.title, p.code as "ownCode", p.path
  from ${hits} c join product p on p.id = c.product_id join stock s on s.product_id = p.id
  where ${buyableOnly(buyable)}
  order by c.rank >= 2, c.number, c.maker, p.id limit ${most}`

/** Numbers, with their makers, that are or begin with what was typed: exact first, then by number. */
export async function findCodes(
  db: Db,
  query: ReadQuery,
  most: number,
  buyable: boolean,
): Promise<FoundNumber[]> {
  if (query.key === '' || most === 0) return []
  return (await numberRows(sql`(${codeHits(query)})`, most, buyable).execute(db)).rows
}

export interface NumberAnswer {
  /** True: something has the very number, and words need not be asked. */
  exact: boolean
  total: number
  list: FoundProduct[]
  codes: FoundNumber[]
}

/** What the number that was typed finds, products and codes together in one round trip: words are not looked at. */
export async function findByNumber(
  db: Db,
  question: ProductQuestion,
  mostCodes: number,
): Promise<NumberAnswer> {
  const { query, size, page, companyId, buyable } = question
  const { rows } = await sql<{
    total: number
    best: number | null
    list: FoundProduct[] | null
    codes: FoundNumber[] | null
  }>`
    with code_hit as materialized (${codeHits(query)}),
    kept as materialized (
      select p.id, h.rank, h.maker, h.number, p.popularity
      from (select distinct on (product_id) * from code_hit order by product_id, rank, number) h
        join product p on p.id = h.product_id join stock s on s.product_id = p.id
      where ${allowed(question)}
    ), shown as (
      select * from kept order by rank, popularity desc, id limit ${size} offset ${(page - 1) * size}
    )
    select (select count(*)::int from kept) as total, (select min(rank) from code_hit) as best,
      (select json_agg(found) from (
        select ${productColumns(companyId)}, shown.maker, shown.number
        from shown join product p on p.id = shown.id join brand b on b.id = p.brand_id
          join product_type t on t.id = p.type_id join stock s on s.product_id = p.id
        order by shown.rank, shown.popularity desc, shown.id) found) as list,
      (select json_agg(found) from (${numberRows(sql`code_hit`, mostCodes, buyable)}) found) as codes`.execute(
    db,
  )
  const { total, best, list, codes } = rows[0]!
  return { exact: best !== null && best <= 1, total, list: list ?? [], codes: codes ?? [] }
}
