import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { projectRoot } from '../project-root.ts'
import { adaptToEarlySchema } from './early-schemas.ts'
import {
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
