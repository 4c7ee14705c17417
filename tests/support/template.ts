import type pg from 'pg'
import { migrate } from '../../src/platform/migrate.ts'

/** Fills the database that every test starts from: the schema. */
export async function prepareTemplate(pool: pg.Pool): Promise<void> {
  await migrate(pool)
}
