import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/house.ts'
import { folded } from '../shared/folded.ts'
import type { FoundProduct } from './listed.ts'
import { fewProducts } from './lookup.server.ts'
import { afterPrefix, otherZeros, type ReadQuery } from './query.ts'
import type { Answer, FoundNumber, Question } from './question.ts'
import { conditionsOf } from './sql-conditions.server.ts'
import { facetsBySql } from './sql-facets.server.ts'

// While a process has no index of the catalogue (for seconds after its start, or after a change), the database alone
// finds: the same numbers, words and filters, but no corrections.

// rank 0 and 1: the very number, own before others; 2 and 3: numbers that begin so.
const codeHits = ({ key }: ReadQuery): RawBuilder<unknown> =>
  key === ''
    ? sql`select null::int as product_id, 0 as rank, null::text as maker, null::text as number where false`
    : sql`
      select p.id as product_id, case when p.code_key = ${key} or p.code_key = any(${otherZeros(key)}) then 0 else 2 end as rank,
        b.name as maker, p.code as number
      from product p join brand b on b.id = p.brand_id
      where (p.code_key >= ${key} and p.code_key < ${afterPrefix(key)}) or p.code_key = any(${otherZeros(key)})
      union all
      select x.product_id, case when x.code_key = ${key} or x.code_key = any(${otherZeros(key)}) then 1 else 3 end, m.name, x.code
      from cross_reference x join maker m on m.id = x.maker_id
      where (x.code_key >= ${key} and x.code_key < ${afterPrefix(key)}) or x.code_key = any(${otherZeros(key)})`

const partHits = ({ key, looksLikeCode }: ReadQuery): RawBuilder<unknown> =>
  looksLikeCode && key.length >= 3
    ? sql`union all
      select h.product_id, 4, coalesce(m.name, b.name), h.number from codes_with_part(${key}) h
        join product p on p.id = h.product_id join brand b on b.id = p.brand_id left join maker m on m.id = h.maker_id`
    : sql``

const unaccented = (name: RawBuilder<unknown>) =>
  sql`lower(regexp_replace(normalize(${name}, NFKD), '[\\u0300-\\u036f]', '', 'g'))`

// Words: each begins a word of the product, or all are there by their stems ('filters' finds 'filter'); title, brand
// and type before attributes and description. And all that fits, when the words are a machine's make.
const wordHits = ({ text, words }: ReadQuery): RawBuilder<unknown> => sql`
  select w.id as product_id, case when w.words @@ to_tsquery('simple', ${words.replaceAll(':*', ':*AB')}) then 10 else 11 end as rank,
    null::text as maker, null::text as number
  from product w
  where w.words @@ (to_tsquery('simple', ${words}) || plainto_tsquery('english', ${folded(text)}))
  union all
  select f.product_id, 12, null, null from fitment f
  where f.variant_id in (
    select v.id from make mk join model mo on mo.make_id = mk.id join variant v on v.model_id = mo.id
    where ${unaccented(sql`mk.name`)} = ${folded(text)})`

/** A product found, with its rank and number: `product_id, rank, maker, number`, each product once. */
function hitsOf(query: ReadQuery): RawBuilder<unknown> {
  if (query.isBlank)
    return sql`select id as product_id, 20 as rank, null::text as maker, null::text as number from product`
  const words =
    query.words === ''
      ? sql``
      : sql`union all select * from (${wordHits(query)}) w where not exists (
    select from code_hit where rank <= ${query.looksLikeCode ? 4 : 1})`
  return sql`select distinct on (product_id) product_id, rank, maker, number from (
    select * from code_hit ${words}) h order by product_id, rank, number`
}

export const codeHit = (query: ReadQuery): RawBuilder<unknown> => sql`
  code_hit as materialized (
    with known as materialized (${codeHits(query)})
    select * from known
    union all
    select * from (select null::int as product_id, 0 as rank, null::text as maker, null::text as number where false
      ${partHits(query)}) part
    where not exists (select from known where rank <= 1)
      and (select count(distinct product_id) from known) < ${fewProducts})`

const isBuyable = sql`p.for_sale and p.price is not null and (s.available > 0 or s.back_order)`

const orders = {
  relevance: sql`rank, popularity desc, id`,
  'price-up': sql`price nulls last, popularity desc, id`,
  'price-down': sql`price desc nulls first, popularity desc, id`,
  code: sql`code_key, id`,
} as const

export async function findBySql(db: Db, question: Question): Promise<Answer> {
  const { query, codes, facets } = question
  const [products, numbers, groups] = await Promise.all([
    question.products ? productsBySql(db, question) : { total: 0, list: [] },
    codes > 0 && query.key !== '' ? numbersBySql(db, question) : [],
    facets ? facetsBySql(db, question, sql`with ${codeHit(query)}, hit as (${hitsOf(query)})`) : null,
  ])
  return { ...products, codes: numbers, suggestions: [], corrected: null, facets: groups }
}

async function productsBySql(db: Db, question: Question): Promise<{ total: number; list: FoundProduct[] }> {
  const { query, filters, buyable, sort, size, page, companyId } = question
  const conditions = [
    ...(buyable ? [isBuyable] : []),
    ...conditionsOf(filters).map(({ is }) => is),
    sql`true`,
  ]
  const price =
    companyId === null
      ? sql`p.price`
      : sql`coalesce((select c.price from customer_price c where c.company_id = ${companyId}
          and c.product_id = p.id and c.min_quantity = 1), p.price)`
  const { rows } = await sql<FoundProduct & { all: number }>`
    with ${codeHit(query)}, hit as (${hitsOf(query)}), kept as materialized (
      select p.id, h.rank, h.maker, h.number, p.popularity, p.price, p.code_key
      from hit h join product p on p.id = h.product_id join stock s on s.product_id = p.id
      where ${sql.join(conditions, sql` and `)}
    ), shown as (
      select *, row_number() over () as nth from (
        select * from kept order by ${orders[sort]} limit ${size} offset ${(page - 1) * size}) k
    )
    select (select count(*)::int from kept) as all, p.id, p.code, p.path, p.title, p.details, b.name as brand, t.name as type,
      ${price} as price, p.for_sale as "forSale", p.availability_note as note, p.image, s.available,
      s.back_order as "backOrder", shown.maker, shown.number
    from shown join product p on p.id = shown.id join brand b on b.id = p.brand_id
      join product_type t on t.id = p.type_id join stock s on s.product_id = p.id
    order by shown.nth`.execute(db)
  if (rows.length === 0 && page > 1) {
    const { total } = await productsBySql(db, { ...question, page: 1, size: 1 })
    return { total, list: [] }
  }
  return { total: rows[0]?.all ?? 0, list: rows }
}

async function numbersBySql(db: Db, { query, codes, buyable }: Question): Promise<FoundNumber[]> {
  const { rows } = await sql<FoundNumber>`
    with ${codeHit(query)}
    select c.number as code, c.maker as manufacturer, p.id as "productId", p.title, p.code as "ownCode", p.path
    from code_hit c join product p on p.id = c.product_id join stock s on s.product_id = p.id
    where ${buyable ? isBuyable : sql`true`}
    order by case when c.rank <= 1 then 0 when c.rank <= 3 then 1 else 2 end, c.number, c.maker, p.id limit ${codes}`.execute(
    db,
  )
  return rows
}
