import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { TableFile } from './manifest.ts'

// Data only, in COPY's text format, which every version of PostgreSQL reads; the schema comes from db/migrations.

export interface TableColumns {
  name: string
  /** Without generated ones. */
  columns: string[]
}

/** The Migrator's own tables: a restore writes them by applying the migrations. */
const migratorTables = ['kysely_migration', 'kysely_migration_lock', 'schema_migration']

/** A connection of its own: a copy takes longer than the pool's timeouts allow. */
export async function connectForCopy({ options }: pg.Pool): Promise<pg.Client> {
  // pg makes these two non-enumerable, so the spread leaves them out.
  const { password, ssl } = options
  const client = new pg.Client({ ...options, password, ssl, query_timeout: 0 })
  // The running query reports it.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** No timeout of the server ends the transaction. */
export async function beginCopy(client: pg.Client, mode: string): Promise<void> {
  await client.query(`begin ${mode}`)
  for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout'])
    await client.query(`set local ${name} = 0`)
}

export async function listTables(client: pg.Client): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relname = any($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
    [migratorTables],
  )
  return rows
}

export async function listSequences(client: pg.Client): Promise<{ name: string; value: number }[]> {
  const { rows } = await client.query<{ name: string; value: number }>(
    `select sequencename as name, last_value as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows
}

export const copyTableTo = async (client: pg.Client, table: TableColumns): Promise<Readable> =>
  client.query(copyTo(`copy ${formatTarget(table)} to stdout`))

/** Replaces the rows of all tables. Foreign keys are checked at the end; no trigger changes what is loaded. */
export async function loadTables(
  client: pg.Client,
  tables: TableFile[],
  open: (table: TableFile) => Promise<Readable>,
): Promise<void> {
  const foreignKeys = await dropForeignKeys(client)
  const names = (await listTables(client)).map(({ name }) => quote(name))
  await client.query(`truncate ${names.join()}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  for (const table of tables) {
    await pipeline(await open(table), client.query(copyFrom(`copy ${formatTarget(table)} from stdin`)))
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${quote(name)} ${definition}`)
  }
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  )
  for (const { table, name } of rows) {
    await client.query(`alter table ${table} drop constraint ${quote(name)}`)
  }
  return rows
}

export async function setSequences(
  client: pg.Client,
  sequences: { name: string; value: number }[],
): Promise<void> {
  for (const { name, value } of sequences) {
    await client.query('select setval($1::regclass, $2)', [`public.${quote(name)}`, value])
  }
}

export async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::int from public.${quote(table)}`)
  return rows[0]?.count ?? 0
}

const quote = (name: string): string => pg.escapeIdentifier(name)

const formatTarget = ({ name, columns }: TableColumns): string =>
  `public.${quote(name)} (${columns.map(quote).join()})`
