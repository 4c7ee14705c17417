import type pg from 'pg'
import { nameCommands } from './command-names.ts'
import { ConfigurationError, type Mode } from './config.ts'
import { markDatabase } from './database/database-mark.ts'
import { listMigrations, type MigrationStatus, migrate } from './database/migrate.ts'
import { isJobQueueCurrent, latestQueueMigration, migrateJobQueue } from './jobs/jobs.ts'

/**
 * Brings the shop's tables and those of the job queue up to date, and marks the database as the kind that `decideMode`
 * found (R-RUN-8). Returns the names of the applied migrations.
 */
export async function updateSchema(pool: pg.Pool, mode: Mode): Promise<string[]> {
  const applied = await migrate(pool)
  await markDatabase(pool, mode)
  if (await isJobQueueCurrent(pool)) return applied
  await migrateJobQueue(pool)
  return [...applied, queueMigrationName]
}

/** The migrations of the shop and, as one entry, those of the job queue; writes nothing. */
export async function listSchemaMigrations(pool: pg.Pool): Promise<MigrationStatus[]> {
  const migrations = await listMigrations(pool)
  const state = (await isJobQueueCurrent(pool)) ? 'applied' : 'pending'
  return [...migrations, { name: queueMigrationName, state }]
}

/** For MIGRATE_ON_START=false: throws ConfigurationError when a migration is pending (R-RUN-13). */
export async function refusePendingMigrations(pool: pg.Pool): Promise<void> {
  const pending = (await listSchemaMigrations(pool)).filter(({ state }) => state === 'pending')
  const [first] = pending
  if (!first) return
  const furtherOnes = pending.length > 1 ? ` and ${pending.length - 1} more` : ''
  const command = nameCommands('npm run migrate')
  throw new ConfigurationError(
    `The database lacks the migration ${first.name}${furtherOnes}: run ${command} before the start, because MIGRATE_ON_START is false.`,
  )
}

const queueMigrationName = `job-queue-${latestQueueMigration}`
