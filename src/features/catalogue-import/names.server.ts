import type pg from 'pg'
import { slugOf } from './paths.ts'

type NameTable = 'maker' | 'brand' | 'product_type' | 'make' | 'model_type'

const slugged: readonly NameTable[] = ['brand', 'product_type', 'make']

/**
 * Makes sure that the names in a staging column are in their table, and keeps which is which in the temporary table
 * `named` (name, id). 'donaldson' and 'Donaldson' are one name: the one that was there first stays as it is written.
 */
export async function settleNames(
  client: pg.PoolClient,
  table: NameTable,
  from: { table: string; column: string },
  named: string,
): Promise<void> {
  await client.query(
    `create temp table ${named} on commit drop as
     select ${from.column} as name, min(line) as line, null::int as id from ${from.table}
     where ${from.column} <> '' group by ${from.column}`,
  )
  const { rows } = await client.query<{ name: string }>(
    `select distinct on (lower(n.name)) n.name from ${named} n
     where not exists (select from ${table} t where lower(t.name) = lower(n.name))
     order by lower(n.name), n.line`,
  )
  if (rows.length > 0) {
    await addNames(
      client,
      table,
      rows.map(({ name }) => name),
    )
  }
  await client.query(
    `update ${named} n set id = found.id
     from (select distinct on (w.name) w.name, t.id from ${named} w join ${table} t on lower(t.name) = lower(w.name)
       order by w.name, t.name <> w.name, t.id) found
     where found.name = n.name`,
  )
  await client.query(`analyze ${named}`)
}

async function addNames(client: pg.PoolClient, table: NameTable, names: string[]): Promise<void> {
  if (!slugged.includes(table)) {
    await client.query(`insert into ${table} (name) select unnest($1::text[]) on conflict do nothing`, [
      names,
    ])
    return
  }
  await client.query(
    `insert into ${table} (name, slug)
     select name, ${freeSlug(table, 'true')} from unnest($1::text[], $2::text[]) as w (name, slug)
     on conflict do nothing`,
    [names, names.map(slugOrMore)],
  )
}

/** What names without a letter of the alphabet are called in an address. */
export function slugOrMore(name: string): string {
  return slugOf(name) || 'other'
}

/**
 * SQL: the slug of row `w` (name, slug), made longer by a sign of its name when another one has it (`scope` says among
 * which). The same name always gets the same.
 */
export function freeSlug(table: string, scope: string, partition = 'w.slug'): string {
  return `case when row_number() over (partition by ${partition} order by w.name) = 1
      and not exists (select from ${table} t where t.slug = w.slug and ${scope})
    then w.slug else w.slug || '-' || substr(md5(w.name), 1, 6) end`
}
