import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'

/** The first id of each sitemap file, with `size` rows per file. */
export async function listFirstIds(
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

/** Products from an id on, with the day of their last change ('2026-11-20'). */
export async function listProductPaths(
  db: Db,
  fromId: number,
  limit: number,
): Promise<{ path: string; changed: string }[]> {
  const { rows } = await sql<{ path: string; changed: string }>`
    select path, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD') as changed
    from product where id >= ${fromId} order by id limit ${limit}`.execute(db)
  return rows
}

/** Variants from an id on, without those that no product fits. */
export async function listVariantPaths(
  db: Db,
  fromId: number,
  limit: number,
): Promise<{ make: string; model: string; id: number }[]> {
  const { rows } = await sql<{ make: string; model: string; id: number }>`
    select mk.slug as make, mo.slug as model, v.id
    from (select * from variant where id >= ${fromId} order by id limit ${limit}) v
      join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
    where exists (select from fitment f where f.variant_id = v.id)
    order by v.id`.execute(db)
  return rows
}

/** Models from an id on, without those that no product fits. */
export async function listModelPaths(
  db: Db,
  fromId: number,
  limit: number,
): Promise<{ make: string; model: string }[]> {
  const { rows } = await sql<{ make: string; model: string }>`
    select mk.slug as make, mo.slug as model
    from (select * from model where id >= ${fromId} order by id limit ${limit}) mo join make mk on mk.id = mo.make_id
    where exists (select from variant v join fitment f on f.variant_id = v.id where v.model_id = mo.id)
    order by mo.id`.execute(db)
  return rows
}

export async function listMakeSlugs(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('make').select('slug').orderBy('slug').execute()
  return rows.map(row => row.slug)
}
