import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { pino } from 'pino'
import type { CatalogueSize } from '../../demo/catalogue/catalogue.ts'
import { ensureDemoData } from '../../demo/demo-data.ts'
import { demoPassword } from '../../demo/people/people.ts'
import { migrate } from '../../src/infra/database/migrate.ts'
import { migrateJobQueue } from '../../src/infra/jobs/jobs.ts'

/** All fixed rows of the demo, and enough generated ones to page through; small, because each test file copies them. */
export const testCatalogue: CatalogueSize = { products: 400, codes: 3000, makes: 10, seed: 1 }

/** Fills the database that every test file copies: the shop's tables, those of the job queue, and the demo data. */
export async function prepareTemplate(pool: pg.Pool): Promise<void> {
  await migrate(pool)
  await migrateJobQueue(pool, pino({ level: 'silent' }))
  await ensureDemoData(pool, testCatalogue)
  await cheapenSignIns(pool)
}

/** Most tests begin with a sign-in, and a hash at the real cost takes longer than the rest of it. */
export async function cheapenSignIns(pool: pg.Pool): Promise<void> {
  const passwordHash = await hash(demoPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  await pool.query('update person set password_hash = $1', [passwordHash])
}
