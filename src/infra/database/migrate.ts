import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { projectRoot } from '../folders.ts'
import {
  type AppliedMigration,
  hasTable,
  listAppliedMigrations,
  listPendingMigrations,
  listUnknownMigrations,
  type MigrationFile,
  readMigrationFiles,
  refuseMismatch,
} from './migration-state.ts'

const migrationsFolder = join(projectRoot, 'db', 'migrations')

/** `newer`: applied by a newer release that marked it as compatible with this one. */
export interface MigrationStatus {
  name: string
  state: 'applied' | 'pending' | 'newer'
}

/**
 * Brings the schema up to date: applies all pending files of db/migrations in one transaction, in the order of their
 * names. Processes that start at the same time wait for each other. Returns the names of the applied migrations.
 * `upTo`: the last migration to apply, for a restore.
 *
 * Throws ConfigurationError, with one sentence for the operator, when database and files contradict each other.
 */
export async function migrate(
  pool: pg.Pool,
  folder = migrationsFolder,
  upTo: string | null = null,
): Promise<string[]> {
  const db = connectForMigration(pool)
  try {
    await convertOldMigrationTable(db)
    const files = readMigrationFiles(folder)
    const provider = { getMigrations: () => getMigrations(db, files) }
    const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true })
    const { error, results = [] } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
    if (!error) return results.map(({ migrationName }) => migrationName)
    const failed = results.find(
      ({ status }) => status !== 'Success' && status !== 'NotExecuted',
    )?.migrationName
    throw failed
      ? new Error(`Migration ${failed} failed: ${(error as Error).message}`, { cause: error })
      : error
  } finally {
    await db.destroy()
  }
}

/** All migrations that the database or this release has; writes nothing. Throws ConfigurationError as `migrate` does. */
export async function listMigrations(pool: pg.Pool, folder = migrationsFolder): Promise<MigrationStatus[]> {
  const db = connectForMigration(pool)
  try {
    const files = readMigrationFiles(folder)
    const applied = await listAppliedMigrations(db)
    refuseMismatch(files, applied)
    const pending = listPendingMigrations(files, applied)
    const newer = listUnknownMigrations(files, applied).map(({ name }) => name)
    const ownMigrations = files.map(({ name }): MigrationStatus => {
      return { name, state: pending.includes(name) ? 'pending' : 'applied' }
    })
    return [...ownMigrations, ...newer.map((name): MigrationStatus => ({ name, state: 'newer' }))]
  } finally {
    await db.destroy()
  }
}

/** The migrations of this release, whatever a database has. */
export const listOwnMigrations = (): string[] => readMigrationFiles(migrationsFolder).map(({ name }) => name)

/** Creates the schema of an empty database within the caller's transaction, for a dry run that rolls it back. */
export async function createSchemaInTransaction(client: pg.PoolClient): Promise<void> {
  for (const { statements } of readMigrationFiles(migrationsFolder)) await client.query(statements)
}

/**
 * Connections without statement timeout: a migration, or the wait for another process, may take long. Two, because
 * `getMigrations` reads while the Migrator holds its lock.
 */
function connectForMigration({ options }: pg.Pool): Kysely<never> {
  // pg makes these two non-enumerable, so the spread leaves them out.
  const { password, ssl } = options
  const pool = new pg.Pool({ ...options, password, ssl, max: 2, options: '-c statement_timeout=0' })
  pool.on('error', () => {})
  return new Kysely({ dialect: new PostgresDialect({ pool }) })
}

/** Called by the Migrator under its lock. Migrations of a newer release have nothing to do here. */
async function getMigrations(db: Kysely<never>, files: MigrationFile[]): Promise<Record<string, Migration>> {
  const applied = await listAppliedMigrations(db)
  refuseMismatch(files, applied)
  const nothing: Migration = { up: async () => {} }
  return {
    ...Object.fromEntries(
      adaptToEarlySchema(files, applied).map(file => [file.name, { up: db => applyMigration(db, file) }]),
    ),
    ...Object.fromEntries(listUnknownMigrations(files, applied).map(({ name }) => [name, nothing])),
  }
}

/** An older release reads the mark in the database, because it does not have the file. */
async function applyMigration(db: Kysely<unknown>, { name, statements, compatibleWith }: MigrationFile) {
  await sql.raw(statements).execute(db)
  if (compatibleWith === null) return
  await sql`
    insert into compatible_migration (name, compatible_with) values (${name}, ${compatibleWith})
  `.execute(db)
}

/**
 * Databases of releases before Kysely's Migrator list their migrations in another table. Each time is raised to the
 * latest of the migrations before it, because the Migrator expects the times in the order of the names.
 */
async function convertOldMigrationTable(db: Kysely<never>): Promise<void> {
  if (!(await hasTable(db, 'schema_migration'))) return
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(726118001)`.execute(tx)
    if (!(await hasTable(tx, 'schema_migration'))) return
    await sql`
      create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)
    `.execute(tx)
    await sql`
      insert into kysely_migration
      select
        regexp_replace(name, '\\.sql$', ''),
        to_char(
          max(applied_at) over (order by name collate "C") at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
        )
      from schema_migration
    `.execute(tx)
    await sql`drop table schema_migration`.execute(tx)
  })
}

// Schemas of the first days of development, before migrations were only ever added: some files were rewritten after a
// database had run them, and 011, 012, 032 and 040 came later than files with higher numbers. Every schema that was ever on
// main can be upgraded (tests/operations/upgrade.test.ts).

/** The files with what a database of an early schema needs besides, in the same transaction. */
function adaptToEarlySchema(files: MigrationFile[], applied: AppliedMigration[]): MigrationFile[] {
  const names = new Set(applied.map(({ name }) => name))
  const needsRepair = names.has('001-people') && !names.has('030-lists')
  // 041 renames a value that 040 names.
  const hasRenamedMethod = names.has('041-neutral-payments')
  const firstPending = files.find(({ name }) => !names.has(name))
  return files.map(file => {
    if (file === firstPending && needsRepair) {
      return { ...file, statements: `${earlySchemaRepair}\n${file.statements}` }
    }
    if (file.name === '040-order-kinds' && hasRenamedMethod) {
      return { ...file, statements: file.statements.replace(`'sagepay'`, `'card'`) }
    }
    return file
  })
}

/** What the rewritten files 002, 003, 004, 005 and 013 would have made otherwise. Changes nothing that is there. */
const earlySchemaRepair = `
create or replace function code_key(code text) returns text
  language sql immutable parallel safe strict
  return upper(regexp_replace(normalize(code, NFKD), '[^A-Za-z0-9]', '', 'g'));
-- Generated columns are calculated again.
update product set code = code;
update cross_reference set code = code;

create index if not exists make_lower_name on make (lower(name));
create table if not exists demo_loaded (done boolean primary key default true check (done));
alter table checkout_draft add column if not exists history_seen bigint not null default 0;
create index if not exists orders_basket on orders (basket_id);

do $$ begin
  if to_regprocedure('product_words(text, text, text, text, text, text)') is not null
    and to_regprocedure('unaccented(text)') is null
  then
    -- 032 drops it.
    create function unaccented(text text) returns text language sql immutable parallel safe return text;
  end if;
  if to_regclass('product_same_details') is not null then
    drop index product_same_details;
    create index product_same_details on product (type_id, details, popularity desc, id) where details <> '';
  end if;
end $$;
`
