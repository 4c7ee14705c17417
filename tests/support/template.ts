import type pg from 'pg'
import { pino } from 'pino'
import type { CatalogueSize } from '../../demo/catalogue/catalogue.ts'
import { ensureDemoData } from '../../demo/demo-data.ts'
import { migrate } from '../../src/infra/database/migrate.ts'
import { installJobs } from '../../src/infra/jobs/jobs.ts'

/** Every fixed row of the demo, and enough drawn ones to page through; small, because each test file copies it. */
export const testCatalogue: CatalogueSize = { products: 400, codes: 3000, makes: 10, seed: 1 }

/** Fills the database that every test starts from: the shop's tables, those of the job queue, and the demo. */
export async function prepareTemplate(pool: pg.Pool): Promise<void> {
  await migrate(pool)
  await installJobs(pool, pino({ level: 'silent' }))
  await ensureDemoData(pool, testCatalogue)
}
