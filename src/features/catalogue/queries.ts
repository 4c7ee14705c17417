import { sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'

/** How many products of each type there are, the fullest first. */
export async function typeCounts(db: Db): Promise<{ name: string; slug: string; count: number }[]> {
  const { rows } = await sql<{ name: string; slug: string; count: number }>`
    select t.name, t.slug, count(*)::int as count from product p join product_type t on t.id = p.type_id
    group by t.id order by count desc, t.name`.execute(db)
  return rows
}

/** The makes with most variants, by name. */
export async function makeCounts(
  db: Db,
  most: number,
): Promise<{ name: string; slug: string; count: number }[]> {
  const { rows } = await sql<{ name: string; slug: string; count: number }>`
    select * from (
      select mk.name, mk.slug, count(*)::int as count
      from make mk join model mo on mo.make_id = mk.id join variant v on v.model_id = mo.id
      group by mk.id order by count(*) desc, mk.name limit ${most}) busiest
    order by name`.execute(db)
  return rows
}

/** First ids of the sitemap's files: each holds `size` rows from there on. */
export async function sitemapEdges(
  db: Db,
  table: 'product' | 'model' | 'variant',
  size: number,
): Promise<number[]> {
  const rows = sql.table(table)
  const { rows: edges } = await sql<{ id: number }>`
    with recursive edge (id) as (
      (select id from ${rows} order by id limit 1)
      union all
      select (select later.id from ${rows} later where later.id >= edge.id order by later.id offset ${size} limit 1)
      from edge where edge.id is not null)
    select id from edge where id is not null`.execute(db)
  return edges.map(edge => edge.id)
}

/** Products from an id on, with the day each was last changed ('2026-11-20'). */
export async function productPaths(
  db: Db,
  fromId: number,
  most: number,
): Promise<{ path: string; changed: string }[]> {
  const { rows } = await sql<{ path: string; changed: string }>`
    select path, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD') as changed
    from product where id >= ${fromId} order by id limit ${most}`.execute(db)
  return rows
}

/** Variants from an id on. Those that nothing fits have no page worth finding. */
export async function variantPaths(
  db: Db,
  fromId: number,
  most: number,
): Promise<{ make: string; model: string; id: number }[]> {
  const { rows } = await sql<{ make: string; model: string; id: number }>`
    select mk.slug as make, mo.slug as model, v.id
    from (select * from variant where id >= ${fromId} order by id limit ${most}) v
      join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
    where exists (select from fitment f where f.variant_id = v.id)
    order by v.id`.execute(db)
  return rows
}

/** The same for the models. */
export async function modelPaths(
  db: Db,
  fromId: number,
  most: number,
): Promise<{ make: string; model: string }[]> {
  const { rows } = await sql<{ make: string; model: string }>`
    select mk.slug as make, mo.slug as model
    from (select * from model where id >= ${fromId} order by id limit ${most}) mo join make mk on mk.id = mo.make_id
    where exists (select from variant v join fitment f on f.variant_id = v.id where v.model_id = mo.id)
    order by mo.id`.execute(db)
  return rows
}

/** Every make's slug. */
export async function makeSlugs(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('make').select('slug').orderBy('slug').execute()
  return rows.map(row => row.slug)
}
