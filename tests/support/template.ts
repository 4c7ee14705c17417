import type pg from 'pg'
import { pino } from 'pino'
import type { CatalogueSize } from '../../demo/catalogue/catalogue.ts'
import { ensureDemoData } from '../../demo/demo-data.ts'
import { migrate } from '../../src/infra/database/migrate.ts'
import { migrateJobQueue } from '../../src/infra/jobs/jobs.ts'

/** All fixed rows of the demo, and enough generated ones to page through; small, because each test file copies them. */
export const testCatalogue: CatalogueSize = { products: 400, codes: 3000, makes: 10, seed: 1 }

/** Fills the database that every test file copies: the shop's tables, those of the job queue, and the demo data. */
export async function prepareTemplate(pool: pg.Pool): Promise<void> {
  await migrate(pool)
  await migrateJobQueue(pool, pino({ level: 'silent' }))
  await ensureDemoData(pool, testCatalogue)
}
