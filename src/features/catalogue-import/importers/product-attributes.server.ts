import type pg from 'pg'
import type { FileHeader } from '../validation/file-header.ts'

/**
 * Copies the rows' attributes into the temporary table `staged_attribute` (line, attribute_id, value, number). An empty
 * value means that the product does not have the attribute. Unknown attributes are created if any row has a value.
 */
export async function stageAttributes(
  client: pg.PoolClient,
  table: string,
  header: FileHeader,
): Promise<void> {
  await client.query(
    `create temp table staged_attribute
       (line int not null, attribute_id int not null, value text not null, number double precision) on commit drop`,
  )
  const { attributes } = header
  if (attributes.length > 0) {
    const created = await matchAttributes(client, table, attributes)
    await client.query(
      `insert into staged_attribute (line, attribute_id, value)
       select s.line, n.id, e.value
       from ${table} s cross join jsonb_array_elements_text(s.attributes::jsonb) with ordinality e (value, position)
         join named_attribute n on n.position = e.position`,
    )
    await setUnits(client, created)
    await parseMeasures(client)
  }
  await client.query('create index on staged_attribute (line)')
  await client.query('analyze staged_attribute')
}

/** Returns the ids of the attributes that it created. */
async function matchAttributes(
  client: pg.PoolClient,
  table: string,
  attributes: FileHeader['attributes'],
): Promise<number[]> {
  await client.query(
    'create temp table named_attribute (name text not null, position int not null, id int) on commit drop',
  )
  await client.query(
    'insert into named_attribute (name, position) select * from unnest($1::text[], $2::int[])',
    [attributes.map(({ name }) => name), attributes.map((_, at) => at + 1)],
  )
  // Positioned after the existing attributes, in the file's order.
  const { rows } = await client.query<{ id: number }>(
    `insert into attribute (name, position)
     select n.name, n.position + (select coalesce(max(position), 0) from attribute)
     from named_attribute n
     where not exists (select from attribute a where lower(a.name) = lower(n.name))
       and exists (select from ${table} s where s.attributes::jsonb ->> (n.position - 1) <> '')
     on conflict do nothing returning id`,
  )
  await client.query(
    `update named_attribute n set id = f.id
     from (select distinct on (w.name) w.name, a.id from named_attribute w
       join attribute a on lower(a.name) = lower(w.name) order by w.name, a.name <> w.name, a.id) f
     where f.name = n.name`,
  )
  await client.query('delete from named_attribute where id is null')
  return rows.map(({ id }) => id)
}

/** A new attribute whose values are all numbers with the same unit gets that unit (R-IMPORT-8). */
async function setUnits(client: pg.PoolClient, attributeIds: number[]): Promise<void> {
  const unitOf = "substring(value from '[[:alpha:]µ°%]+$')"
  await client.query(
    `update attribute a set unit = u.unit
     from (
       select attribute_id, max(${unitOf}) as unit from staged_attribute
       where attribute_id = any($1::int[]) and value <> ''
       group by attribute_id
       having bool_and(value ~ '^[0-9]+([.][0-9]+)? ?[[:alpha:]µ°%]{1,10}$') and count(distinct lower(${unitOf})) = 1
     ) u where a.id = u.attribute_id`,
    [attributeIds],
  )
}

/** Removes the attribute's own unit ('93 mm' becomes '93') and sets `number` where the value is numeric, for ranges. */
async function parseMeasures(client: pg.PoolClient): Promise<void> {
  await client.query(
    `update staged_attribute s set value = rtrim(left(s.value, length(s.value) - length(a.unit)))
     from attribute a
     where a.id = s.attribute_id and a.unit <> '' and s.value ~ '^[0-9.]+ ?[^0-9.]+$'
       and lower(right(s.value, length(a.unit))) = lower(a.unit)`,
  )
  await client.query(
    `update staged_attribute set number = value::double precision where value ~ '^-?[0-9]{1,12}([.][0-9]{1,6})?$'`,
  )
}

/** SQL over row s of an existing product: true when the row changes its attributes. */
export const attributesDifferSql = `exists (
  select from staged_attribute a
    left join product_attribute pa on pa.product_id = s.product_id and pa.attribute_id = a.attribute_id
  where a.line = s.line
    and (coalesce(pa.value, '') <> a.value or (a.value <> '' and pa.number is distinct from a.number)))`

export async function writeAttributes(client: pg.PoolClient, table: string): Promise<void> {
  const rows = `staged_attribute a join ${table} s on s.line = a.line`
  const isSameAttribute = 'pa.product_id = s.product_id and pa.attribute_id = a.attribute_id'
  await client.query(
    `delete from product_attribute pa using ${rows}
     where ${isSameAttribute} and s.attributes_differ and a.value = ''`,
  )
  await client.query(
    `update product_attribute pa set value = a.value, number = a.number from ${rows}
     where ${isSameAttribute} and s.attributes_differ and a.value <> ''
       and (pa.value <> a.value or pa.number is distinct from a.number)`,
  )
  await client.query(
    `insert into product_attribute (product_id, attribute_id, value, number)
     select s.product_id, a.attribute_id, a.value, a.number from ${rows}
     where (s.is_new or s.attributes_differ) and a.value <> ''
       and not exists (select from product_attribute pa where ${isSameAttribute})
     order by s.product_id, a.attribute_id on conflict do nothing`,
  )
}
