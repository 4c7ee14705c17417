import { type RawBuilder, sql } from 'kysely'
import type { Filters } from './query.ts'
import { readRange } from './ranges.ts'

/** Each filter as a condition on product `p`. */
export function conditionsOf({
  types,
  brands,
  attributes,
}: Filters): { id: string; is: RawBuilder<unknown> }[] {
  return [
    { id: 'type', values: types },
    { id: 'brand', values: brands },
    ...attributes.map(({ id, values }) => ({ id: String(id), values })),
  ]
    .filter(({ values }) => values.length > 0)
    .map(({ id, values }) => ({ id, is: chosen(id, values) }))
}

function chosen(id: string, values: readonly string[]): RawBuilder<unknown> {
  if (id === 'type') return sql`p.type_id in (select id from product_type where name = any(${values}))`
  if (id === 'brand') return sql`p.brand_id in (select id from brand where name = any(${values}))`
  const ranges = values.map(readRange).filter(range => range !== null)
  return sql`exists (select from product_attribute pa where pa.product_id = p.id and pa.attribute_id = ${Number(id)}
    and (pa.value = any(${values}) or exists (select
      from unnest(${ranges.map(({ from }) => from)}::float8[], ${ranges.map(({ to }) => to)}::float8[]) r (low, high)
      where pa.number >= r.low - 1e-9 and pa.number <= r.high + 1e-9)))`
}
