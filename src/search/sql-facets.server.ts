import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/house.ts'
import type { FacetGroup } from './facet-group.ts'
import { type CountedAttribute, facetGroups } from './facet-groups.ts'
import type { Question } from './question.ts'
import { conditionsOf } from './sql-conditions.server.ts'

/** Counts as the index would: each option of what was found, under the filters of all attributes but its own. */
export async function facetsBySql(
  db: Db,
  { filters, buyable }: Question,
  hits: RawBuilder<unknown>,
): Promise<FacetGroup[]> {
  const failed = conditionsOf(filters).map(
    ({ id, is }) => sql`case when ${is} then null else ${id}::text end`,
  )
  const fails = failed.length > 0 ? sql`array_remove(array[${sql.join(failed)}], null)` : sql`'{}'::text[]`
  const { rows } = await sql<{
    id: string
    name: string
    unit: string
    value: string
    number: number | null
    base: number
    count: number
  }>`
    ${hits}, found as materialized (
      select p.id, p.type_id, p.brand_id, ${fails} as fails
      from (select distinct product_id from hit) h join product p on p.id = h.product_id join stock s on s.product_id = p.id
      where ${buyable ? sql`p.for_sale and p.price is not null and (s.available > 0 or s.back_order)` : sql`true`}
    ), option as (
      select 'type' as id, 'Filter type' as name, '' as unit, -2 as position, t.name as value, null::float8 as number, f.fails
      from found f join product_type t on t.id = f.type_id
      union all
      select 'brand', 'Brand', '', -1, b.name, null, f.fails from found f join brand b on b.id = f.brand_id
      union all
      select a.id::text, a.name, a.unit, a.position, pa.value, pa.number, f.fails
      from found f join product_attribute pa on pa.product_id = f.id join attribute a on a.id = pa.attribute_id
    )
    select id, name, unit, value, min(number) as number, count(*)::int as base,
      count(*) filter (where fails <@ array[id])::int as count
    from option group by id, name, unit, position, value order by position, name, min(number), value`.execute(
    db,
  )
  const attributes = new Map<string, CountedAttribute>()
  for (const { id, name, unit, ...option } of rows) {
    const known = attributes.get(id) ?? { id, name, unit, isNumeric: true, options: [] }
    known.options.push(option)
    known.isNumeric &&= option.number !== null
    attributes.set(id, known)
  }
  return facetGroups([...attributes.values()], filters)
}
