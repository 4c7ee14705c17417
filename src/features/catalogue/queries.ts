import { sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'

/** The number of products of each type, the largest first. */
export async function countProductsByType(db: Db): Promise<{ name: string; slug: string; count: number }[]> {
  const { rows } = await sql<{ name: string; slug: string; count: number }>`
    select t.name, t.slug, count(*)::int as count from product p join product_type t on t.id = p.type_id
    group by t.id order by count desc, t.name`.execute(db)
  return rows
}

/** The makes with most variants and their number, sorted by name. */
export async function countVariantsByMake(
  db: Db,
  limit: number,
): Promise<{ name: string; slug: string; count: number }[]> {
  const { rows } = await sql<{ name: string; slug: string; count: number }>`
    select * from (
      select mk.name, mk.slug, count(*)::int as count
      from make mk join model mo on mo.make_id = mk.id join variant v on v.model_id = mo.id
      group by mk.id order by count(*) desc, mk.name limit ${limit}) busiest
    order by name`.execute(db)
  return rows
}

interface ExampleRow {
  productCode: string
  type: string | null
  make: string | null
  /** Other makers' numbers, as written and without punctuation. */
  numbers: { written: string; key: string }[]
}

/** Null: the catalogue has no product. */
export async function findExampleRow(db: Db): Promise<ExampleRow | null> {
  const { rows } = await sql<ExampleRow>`
    select p.code as "productCode",
      coalesce(fitting.type, (select name from product_type t where t.id = p.type_id)) as type, fitting.make,
      (select coalesce(json_agg(x), '[]') from (
        select min(code) as written, code_key as key
        from (
          select c.id, c.code, c.code_key from cross_reference c join product cp on cp.id = c.product_id
          where cp.for_sale order by c.id limit 20) c
        group by code_key order by min(id) limit 2) x) as numbers
    from product p left join lateral (
      select t.name as type, mk.name as make
      from fitment f join product fp on fp.id = f.product_id join product_type t on t.id = fp.type_id
        join variant v on v.id = f.variant_id join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
      where fp.for_sale order by f.variant_id, f.product_id limit 1) fitting on true
    where not p.withdrawn order by p.for_sale desc, p.id limit 1`.execute(db)
  return rows[0] ?? null
}
