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
