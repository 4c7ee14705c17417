import type pg from 'pg'
import { toSlug } from '../validation/product-path.ts'

type NameTable = 'maker' | 'brand' | 'product_type' | 'make' | 'model_type'

const tablesWithSlug: readonly NameTable[] = ['brand', 'product_type', 'make']

/**
 * Inserts the names of a staging column that are missing in their table, and creates the temporary table `idTable`
 * (name, id). Case does not count: of 'donaldson' and 'Donaldson' the spelling that was there first stays.
 */
export async function resolveNameIds(
  client: pg.PoolClient,
  table: NameTable,
  from: { table: string; column: string },
  idTable: string,
): Promise<void> {
  await client.query(
    `create temp table ${idTable} on commit drop as
     select ${from.column} as name, min(line) as line, null::int as id from ${from.table}
     where ${from.column} <> '' group by ${from.column}`,
  )
  const { rows } = await client.query<{ name: string }>(
    `select distinct on (lower(n.name)) n.name from ${idTable} n
     where not exists (select from ${table} t where lower(t.name) = lower(n.name))
     order by lower(n.name), n.line`,
  )
  if (rows.length > 0) {
    await insertNames(
      client,
      table,
      rows.map(({ name }) => name),
    )
  }
  await client.query(
    `update ${idTable} n set id = match.id
     from (select distinct on (w.name) w.name, t.id from ${idTable} w join ${table} t on lower(t.name) = lower(w.name)
       order by w.name, t.name <> w.name, t.id) match
     where match.name = n.name`,
  )
  await client.query(`analyze ${idTable}`)
}

async function insertNames(client: pg.PoolClient, table: NameTable, names: string[]): Promise<void> {
  if (!tablesWithSlug.includes(table)) {
    await client.query(`insert into ${table} (name) select unnest($1::text[]) on conflict do nothing`, [
      names,
    ])
    return
  }
  await client.query(
    `insert into ${table} (name, slug)
     select name, ${uniqueSlugSql(table, 'true')} from unnest($1::text[], $2::text[]) as w (name, slug)
     on conflict do nothing`,
    [names, names.map(toSlugOrOther)],
  )
}

/** The slug of a name; 'other' for names without Latin letters or digits. */
export function toSlugOrOther(name: string): string {
  return toSlug(name) || 'other'
}

/**
 * SQL: the slug of row `w` (name, slug), with a hash of the name appended when another row within `scope` has the slug.
 * The same name always gets the same slug.
 */
export function uniqueSlugSql(table: string, scope: string, partition = 'w.slug'): string {
  return `case when row_number() over (partition by ${partition} order by w.name) = 1
      and not exists (select from ${table} t where t.slug = w.slug and ${scope})
    then w.slug else w.slug || '-' || substr(md5(w.name), 1, 6) end`
}
