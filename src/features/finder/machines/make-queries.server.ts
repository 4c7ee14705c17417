import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import type { Manufacturer } from '../schemas.ts'
import type { MakeChoice } from './make-choice.ts'

/** All makes by name, as drop-down lists offer them. */
export async function listMakeChoices(db: Db): Promise<MakeChoice[]> {
  const { rows } = await sql<MakeChoice>`select name, slug from make order by lower(name), id`.execute(db)
  return rows
}

/** The same, as a column of JSON. */
export const makeChoicesJson = sql`coalesce((
  select json_agg(json_build_object('name', name, 'slug', slug) order by lower(name), id) from make), '[]')`

/** All makes by name, without their models. */
export async function listShallowMakes(db: Db): Promise<Manufacturer[]> {
  const { rows } = await sql<Manufacturer>`
    select mk.id, mk.name, mk.slug, coalesce(n.serials, 0)::int as serial_numbers_count, mk.show_mach_number
    from make mk left join (
      select make_id, count(*) as serials from serial_range where kind = 'serial' group by make_id
    ) n on n.make_id = mk.id
    order by lower(mk.name), mk.id`.execute(db)
  return rows
}

/** Each make with all its models and variants, by name; only the make of this slug unless it is null. */
export async function getMakeTrees(db: Db, slug: string | null): Promise<Manufacturer[]> {
  const { rows } = await sql<{ make: Manufacturer }>`
    select json_build_object('id', mk.id, 'name', mk.name, 'slug', mk.slug,
      'model_types', coalesce((
        select json_agg(json_build_object('id', mt.id, 'name', mt.name, 'models', g.models) order by mt.name)
        from (
          select mo.model_type_id, json_agg(json_build_object('id', mo.id, 'name', mo.name, 'slug', mo.slug,
            'variants', coalesce((
              select json_agg(json_build_object('id', v.id, 'name', v.name) order by v.name, v.id)
              from variant v where v.model_id = mo.id), '[]')) order by mo.name) as models
          from model mo where mo.make_id = mk.id group by mo.model_type_id) g
        join model_type mt on mt.id = g.model_type_id), '[]'),
      'serial_numbers_count', (
        select count(*) from serial_range r where r.make_id = mk.id and r.kind = 'serial'),
      'show_mach_number', mk.show_mach_number) as make
    from make mk where ${slug === null ? sql`true` : matchesSlug('mk', slug)}
    order by lower(mk.name), mk.id`.execute(db)
  return rows.map(({ make }) => make)
}

/** Whether a make (mk) or model (mo) has this slug, or this id where no make (no model of the make) has it as its slug. */
export function matchesSlug(table: 'mk' | 'mo', slug: string): RawBuilder<unknown> {
  const row = sql.ref(table)
  const siblings =
    table === 'mk'
      ? sql`make o where o.slug = ${slug}`
      : sql`model o where o.make_id = mk.id and o.slug = ${slug}`
  if (!/^[1-9]\d{0,8}$/.test(slug)) return sql`${row}.slug = ${slug}`
  return sql`(${row}.slug = ${slug} or (${row}.id = ${Number(slug)} and not exists (select from ${siblings})))`
}
