import { sql } from 'kysely'
import type { Db } from '../platform/house.ts'
import { type CountedAttribute, facetGroups } from '../search/facet-groups.ts'
import { readFilters } from '../search/query.ts'
import type { Attribute } from './contract.ts'

/**
 * What products can be told apart by: type, brand and attributes, each option with how many products have it.
 * Grouped as search groups what it found, so that nothing moves when the first box is ticked.
 */
export async function attributeGroups(db: Db): Promise<Attribute[]> {
  const { rows } = await sql<Omit<CountedAttribute, 'options'> & { values: Value[] }>`
    with option as (
      select 'type' as id, 'Filter type' as name, '' as unit, -2 as position, t.name as value,
        null::double precision as number, count(*)::int as count
      from product p join product_type t on t.id = p.type_id group by t.id
      union all
      select 'brand', 'Brand', '', -1, b.name, null, count(*)::int
      from product p join brand b on b.id = p.brand_id group by b.id
      union all
      select a.id::text, a.name, a.unit, a.position, v.value, v.number, v.count
      from attribute a join (
        select attribute_id, value, min(number) as number, count(*)::int as count
        from product_attribute group by attribute_id, value) v on v.attribute_id = a.id
    )
    select id, name, unit, bool_and(number is not null) as "isNumeric",
      json_agg(json_build_object('value', value, 'number', number, 'count', count) order by number, value) as values
    from option group by id, name, unit, position order by position, name`.execute(db)
  const counted = rows.map(({ values, ...attribute }) => ({
    ...attribute,
    options: values.map(option => ({ ...option, base: option.count })),
  }))
  return facetGroups(counted, readFilters(undefined)!)
}

interface Value {
  value: string
  number: number | null
  count: number
}
