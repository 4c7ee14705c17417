import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { ConfigurationError } from '../config.ts'
import { projectRoot } from '../project-root.ts'

const migrationsFolder = join(projectRoot, 'db', 'migrations')

interface MigrationTables {
  kysely_migration: { name: string; timestamp: string }
}

/**
 * Brings the schema up to date: applies all pending files of db/migrations in one transaction, in the order of their
 * names. Processes that start at the same time wait for each other. Returns the names of the applied migrations.
 *
 * Throws ConfigurationError, with one sentence for the operator, when database and files contradict each other.
 */
export async function migrate(pool: pg.Pool, folder = migrationsFolder): Promise<string[]> {
  const db = connectForMigration(pool)
  try {
    await convertOldMigrationTable(db)
    const migrations = readMigrations(folder)
    const provider = { getMigrations: async () => migrations }
    const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest()
    if (!error) return results.map(({ migrationName }) => migrationName)
    await refuseMismatch(db, Object.keys(migrations))
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

/** A connection without statement timeout: a migration, or the wait for another process, may take long. */
function connectForMigration({ options }: pg.Pool): Kysely<MigrationTables> {
  // pg makes these two non-enumerable, so the spread leaves them out.
  const { password, ssl } = options
  const pool = new pg.Pool({ ...options, password, ssl, max: 1, options: '-c statement_timeout=0' })
  pool.on('error', () => {})
  return new Kysely({ dialect: new PostgresDialect({ pool }) })
}

function readMigrations(folder: string): Record<string, Migration> {
  const files = readdirSync(folder).filter(file => file.endsWith('.sql'))
  return Object.fromEntries(
    files.map(file => {
      const up = async (db: Kysely<unknown>) => {
        await sql.raw(readFileSync(join(folder, file), 'utf8')).execute(db)
      }
      return [file.slice(0, -'.sql'.length), { up }]
    }),
  )
}

async function refuseMismatch(db: Kysely<MigrationTables>, names: string[]): Promise<void> {
  const rows = await db.selectFrom('kysely_migration').select('name').execute()
  const applied = rows.map(({ name }) => name).sort()
  const unknown = applied.find(name => !names.includes(name))
  if (unknown) {
    throw new ConfigurationError(
      `The database is newer than this release: it has the migration ${unknown}, which this release does not know.`,
    )
  }
  const latest = applied.at(-1) ?? ''
  const late = names.find(name => name < latest && !applied.includes(name))
  if (late) {
    throw new ConfigurationError(
      `Migration ${late} cannot be applied: the database already has ${latest}, and migrations run in the order of their names.`,
    )
  }
}

/**
 * Databases of releases before Kysely's Migrator list their migrations in another table. Each time is raised to the
 * latest of the migrations before it, because the Migrator expects the times in the order of the names.
 */
async function convertOldMigrationTable(db: Kysely<MigrationTables>): Promise<void> {
  if (!(await hasOldMigrationTable(db))) return
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(726118001)`.execute(tx)
    if (!(await hasOldMigrationTable(tx))) return
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

// Not `to_regclass`: it may use a cache that is older than the commit of the process that was waited for.
async function hasOldMigrationTable(db: Kysely<MigrationTables>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_tables where schemaname = current_schema() and tablename = 'schema_migration'
  `.execute(db)
  return rows.length > 0
}
