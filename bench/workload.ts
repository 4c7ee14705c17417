import type pg from 'pg'

/** The pages and queries of the benchmark, each list by popularity: the first is drawn most often. */
export interface Workload {
  /** Paths of all product pages. */
  pages: string[]
  /** Words as visitors type them: kinds of filter with a brand, a make, a size. */
  queries: string[]
  /** Own part numbers and cross-references. */
  codes: string[]
  /** Products of which any quantity can be bought, each worth at least the minimum order. */
  purchasable: number[]
}

const minQueries = 2_400
const maxCodes = 20_000
const minOrderPence = 1_000

/** Reads the whole catalogue of the database. */
export async function readWorkload(pool: pg.Pool): Promise<Workload> {
  const list = async <Value>(sql: string): Promise<Value[]> =>
    (await pool.query<{ value: Value }>(sql)).rows.map(({ value }) => value)
  const workload = {
    pages: await list<string>(`select '/' || path as value from product order by popularity desc, md5(code)`),
    queries: await list<string>(queriesSql),
    codes: await list<string>(codesSql),
    purchasable: await list<number>(purchasableSql),
  }
  if (workload.queries.length < minQueries) {
    throw new Error(`The catalogue gives ${workload.queries.length} queries; ${minQueries} are needed.`)
  }
  return workload
}

// General queries are more frequent than special ones: those with more matching products come first.
const queriesSql = `
  select value from (
    select lower(t.name) as value, count(*) as products
    from product p join product_type t on t.id = p.type_id group by 1
    union all
    select lower(b.name || ' ' || t.name), count(*)
    from product p join product_type t on t.id = p.type_id join brand b on b.id = p.brand_id group by 1
    union all
    select lower(m.name || ' ' || t.name), count(*)
    from product p join product_type t on t.id = p.type_id
      join cross_reference c on c.product_id = p.id join maker m on m.id = c.maker_id group by 1
    union all
    select lower(t.name || ' ' || a.value), count(*)
    from product p join product_type t on t.id = p.type_id
      join product_attribute a on a.product_id = p.id group by 1
  ) question
  where length(value) <= 100
  group by value
  order by max(products) desc, md5(value)`

const codesSql = `
  select code as value from (
    select code, popularity from product
    union all
    select c.code, p.popularity from cross_reference c join product p on p.id = c.product_id
  ) codes
  order by popularity desc, md5(code) limit ${maxCodes}`

const purchasableSql = `
  select p.id as value from product p join stock s on s.product_id = p.id
  where p.for_sale and s.back_order and s.available <= 0 and p.price >= ${minOrderPence} and p.superseded_by is null
  order by p.popularity desc, md5(p.code)`
