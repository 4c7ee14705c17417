import type pg from 'pg'
import { pino } from 'pino'
import { installJobs } from '../../src/platform/jobs.ts'
import { migrate } from '../../src/platform/migrate.ts'

/** Fills the database that every test starts from: the shop's tables and those of the job queue. */
export async function prepareTemplate(pool: pg.Pool): Promise<void> {
  await migrate(pool)
  await installJobs(pool, pino({ level: 'silent' }))
}
