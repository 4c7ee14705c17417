import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/house.ts'
import { afterPrefix, type Filters, type ReadQuery } from './query.ts'

/** A product as listings need it; pence ex VAT. */
export interface FoundProduct {
  id: number
  code: string
  path: string
  title: string
  details: string
  brand: string
  type: string
  price: number | null
  forSale: boolean
  note: string | null
  image: string | null
  available: number
  backOrder: boolean
  /** The number by which it was found, with its maker; null when words found it. */
  maker: string | null
  number: string | null
}

export interface ProductQuestion {
  query: ReadQuery
  filters: Filters
  /** Only what can be bought. */
  buyable: boolean
  size: number
  /** From 1. */
  page: number
  /** Whose prices; null: the list's. */
  companyId: number | null
}

/** Own codes and other makers' numbers that are or begin with the key. rank 0 and 1: the very number. */
export const codeHits = ({ key }: ReadQuery): RawBuilder<unknown> =>
  key === ''
    ? sql`select null::int as product_id, 0 as rank, null::text as maker, null::text as number where false`
    : sql`
      select p.id as product_id, case when p.code_key = ${key} then 0 else 2 end as rank, b.name as maker, p.code as number
      from product p join brand b on b.id = p.brand_id
      where p.code_key >= ${key} and p.code_key < ${afterPrefix(key)}
      union all
      select x.product_id, case when x.code_key = ${key} then 1 else 3 end, m.name, x.code
      from cross_reference x join maker m on m.id = x.maker_id
      where x.code_key >= ${key} and x.code_key < ${afterPrefix(key)}`

// Words: each begins a word of the product, or all are there by their stems ('filters' finds 'filter'); title, brand
// and type before attributes and description. And all that fits, when the words are a machine's make.
const otherHits = ({ text, words }: ReadQuery): RawBuilder<unknown> => sql`
  union all
  select w.id, case when w.words @@ to_tsquery('simple', ${words.replaceAll(':*', ':*AB')}) then 10 else 11 end, null, null
  from product w
  where w.words @@ (to_tsquery('simple', ${words}) || plainto_tsquery('english', ${text}))
    and not exists (select from code_hit where rank <= 1)
    and w.id not in (select product_id from code_hit)
  union all
  select f.product_id, 12, null, null from fitment f
  where f.variant_id in (
      select v.id from make mk join model mo on mo.make_id = mk.id join variant v on v.model_id = mo.id
      where lower(mk.name) = ${text.trim().toLowerCase()})
    and f.product_id not in (select product_id from code_hit)
    and f.product_id not in (select w.id from product w where w.words @@ to_tsquery('simple', ${words}))
  group by f.product_id`

/** The conditions on product `p` and its stock `s`. */
export const allowed = ({ filters, buyable }: ProductQuestion): RawBuilder<unknown> => {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (buyable) conditions.push(sql`p.for_sale and p.price is not null and (s.available > 0 or s.back_order)`)
  if (filters.types.length > 0)
    conditions.push(sql`p.type_id in (select id from product_type where name = any(${filters.types}))`)
  if (filters.brands.length > 0)
    conditions.push(sql`p.brand_id in (select id from brand where name = any(${filters.brands}))`)
  for (const { id, values } of filters.attributes) {
    conditions.push(sql`exists (select from product_attribute pa
      where pa.product_id = p.id and pa.attribute_id = ${id} and pa.value = any(${values}))`)
  }
  return sql.join(conditions, sql` and `)
}

/** The columns of FoundProduct but for maker and number, of `p`, its brand `b`, type `t` and stock `s`. */
export const productColumns = (companyId: number | null): RawBuilder<unknown> => {
  const price =
    companyId === null
      ? sql`p.price`
      : sql`coalesce((select c.price from customer_price c where c.company_id = ${companyId}
          and c.product_id = p.id and c.min_quantity = 1), p.price)`
  return sql`p.id, p.code, p.path, p.title, p.details, b.name as brand, t.name as type, ${price} as price,
    p.for_sale as "forSale", p.availability_note as note, p.image, s.available, s.back_order as "backOrder"`
}

/**
 * Finds products in one round trip: by number first (the very number, then numbers that begin so); words count as
 * well unless the very number is there. The total is exact. An empty question finds everything, the popular first.
 */
export async function findProducts(
  db: Db,
  question: ProductQuestion,
): Promise<{ total: number; list: FoundProduct[] }> {
  const { query, size, page, companyId, buyable } = question
  const everything = query.key === '' && query.words === ''
  const { rows } = await sql<FoundProduct & { total: number }>`
    with code_hit as materialized (
      select distinct on (product_id) product_id, rank, maker, number
      from (${codeHits(query)}) c order by product_id, rank, number
    ), hit as (
      select product_id, rank, maker, number from code_hit
      ${query.words === '' ? sql`` : otherHits(query)}
      ${everything ? sql`union all select e.id, 20, null, null from product e` : sql``}
    ), kept as materialized (
      select p.id, h.rank, h.maker, h.number, p.popularity
      from hit h join product p on p.id = h.product_id
        ${buyable ? sql`join stock s on s.product_id = p.id` : sql``}
      where ${allowed(question)}
    ), shown as (
      select * from kept order by rank, popularity desc, id limit ${size} offset ${(page - 1) * size}
    )
    select (select count(*)::int from kept) as total, ${productColumns(companyId)}, shown.maker, shown.number
    from shown join product p on p.id = shown.id join brand b on b.id = p.brand_id
      join product_type t on t.id = p.type_id join stock s on s.product_id = p.id
    order by shown.rank, shown.popularity desc, shown.id`.execute(db)
  if (rows.length === 0 && page > 1) {
    const first = await findProducts(db, { ...question, page: 1, size: 1 })
    return { total: first.total, list: [] }
  }
  return { total: rows[0]?.total ?? 0, list: rows }
}

/** Which products a question finds, without what changes by the hour: prices and stock are read anew. */
export interface Hits {
  total: number
  list: Pick<FoundProduct, 'id' | 'maker' | 'number'>[]
}

/** Those products as they are now, in the order of the hits. */
export async function productsOf(db: Db, { list }: Hits, companyId: number | null): Promise<FoundProduct[]> {
  const { rows } = await sql<FoundProduct>`
    select ${productColumns(companyId)}, h.maker, h.number
    from unnest(${list.map(hit => hit.id)}::int[], ${list.map(hit => hit.maker)}::text[],
        ${list.map(hit => hit.number)}::text[]) with ordinality as h (id, maker, number, nth)
      join product p on p.id = h.id join brand b on b.id = p.brand_id
      join product_type t on t.id = p.type_id join stock s on s.product_id = p.id
    order by h.nth`.execute(db)
  return rows
}

/** Makes whose name begins with what was typed. */
export async function findMakes(
  db: Db,
  text: string,
  most: number,
): Promise<{ name: string; slug: string }[]> {
  return db
    .selectFrom('make')
    .select(['name', 'slug'])
    .where(sql<string>`lower(name)`, 'like', `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)
    .orderBy('name')
    .limit(most)
    .execute()
}
