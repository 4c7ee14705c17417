import type pg from 'pg'
import type { Header } from './files.ts'

/**
 * Unfolds the rows' attribute cells into `staged_attribute` (line, attribute_id, value, number): an empty value means
 * that the product has none. Attributes that the shop does not know yet are made, if any row has one.
 */
export async function settleAttributes(client: pg.PoolClient, table: string, header: Header): Promise<void> {
  await client.query(
    `create temp table staged_attribute
       (line int not null, attribute_id int not null, value text not null, number double precision) on commit drop`,
  )
  const { attributes } = header
  if (attributes.length > 0) {
    await nameAttributes(client, table, attributes)
    await client.query(
      `insert into staged_attribute (line, attribute_id, value)
       select s.line, n.id, e.value
       from ${table} s cross join jsonb_array_elements_text(s.attributes::jsonb) with ordinality e (value, position)
         join named_attribute n on n.position = e.position`,
    )
    await readMeasures(client)
  }
  await client.query('create index on staged_attribute (line)')
  await client.query('analyze staged_attribute')
}

async function nameAttributes(
  client: pg.PoolClient,
  table: string,
  attributes: Header['attributes'],
): Promise<void> {
  await client.query(
    'create temp table named_attribute (name text not null, position int not null, id int) on commit drop',
  )
  await client.query(
    'insert into named_attribute (name, position) select * from unnest($1::text[], $2::int[])',
    [attributes.map(({ name }) => name), attributes.map((_, at) => at + 1)],
  )
  // Behind those that are there, in the file's order.
  await client.query(
    `insert into attribute (name, position)
     select n.name, n.position + (select coalesce(max(position), 0) from attribute)
     from named_attribute n
     where not exists (select from attribute a where lower(a.name) = lower(n.name))
       and exists (select from ${table} s where s.attributes::jsonb ->> (n.position - 1) <> '')
     on conflict do nothing`,
  )
  await client.query(
    `update named_attribute n set id = f.id
     from (select distinct on (w.name) w.name, a.id from named_attribute w
       join attribute a on lower(a.name) = lower(w.name) order by w.name, a.name <> w.name, a.id) f
     where f.name = n.name`,
  )
  await client.query('delete from named_attribute where id is null')
}

/** '93 mm' of an attribute that is counted in mm is '93'; what is a number is kept as one too, for ranges. */
async function readMeasures(client: pg.PoolClient): Promise<void> {
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

/** SQL over the staging row s of a known product: its attributes are not those that it has. */
export const attributesDiffer = `exists (
  select from staged_attribute a
    left join product_attribute pa on pa.product_id = s.product_id and pa.attribute_id = a.attribute_id
  where a.line = s.line
    and (coalesce(pa.value, '') <> a.value or (a.value <> '' and pa.number is distinct from a.number)))`

export async function writeAttributes(client: pg.PoolClient, table: string): Promise<void> {
  const rows = `staged_attribute a join ${table} s on s.line = a.line`
  const concerned = 'pa.product_id = s.product_id and pa.attribute_id = a.attribute_id'
  await client.query(
    `delete from product_attribute pa using ${rows}
     where ${concerned} and s.attributes_differ and a.value = ''`,
  )
  await client.query(
    `update product_attribute pa set value = a.value, number = a.number from ${rows}
     where ${concerned} and s.attributes_differ and a.value <> ''
       and (pa.value <> a.value or pa.number is distinct from a.number)`,
  )
  await client.query(
    `insert into product_attribute (product_id, attribute_id, value, number)
     select s.product_id, a.attribute_id, a.value, a.number from ${rows}
     where (s.is_new or s.attributes_differ) and a.value <> ''
       and not exists (select from product_attribute pa where ${concerned})
     order by s.product_id, a.attribute_id on conflict do nothing`,
  )
}
