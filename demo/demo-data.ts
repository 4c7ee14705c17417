import type pg from 'pg'
import { markDatabase } from '../src/infra/database/database-mark.ts'
import { demoSize, generateCatalogue } from './catalogue/catalogue.ts'
import { loadCatalogue } from './catalogue/load/load-catalogue.ts'
import { loadPeople } from './people/people.ts'
import { ensureTradeOrders } from './people/trade-orders.ts'

const lockKey = 726_118_002

/**
 * Adds the demo's people, vouchers, catalogue and open trade orders unless they exist; quick when all of them do. The
 * database becomes a demo if it is empty. Throws ConfigurationError when it is a real shop's (R-RUN-8).
 */
export async function ensureDemoData(pool: pg.Pool, size = demoSize): Promise<void> {
  await markDatabase(pool, 'demo')
  await ensureCatalogue(pool, size)
  await ensureTradeOrders((text, values) => pool.query(text, values))
}

async function ensureCatalogue(pool: pg.Pool, size: typeof demoSize): Promise<void> {
  const client = await pool.connect()
  try {
    if (await isComplete(client)) return
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    if (!(await isComplete(client))) await loadDemoRows(client, size)
    await client.query('commit')
    // Without statistics of the fresh tables the planner's choices would make the first pages slow.
    await client.query('analyze')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** Loads people and catalogue within the caller's transaction. Refuses a real shop's database. */
export async function loadDemoRows(client: pg.PoolClient, size = demoSize): Promise<void> {
  await markDatabase(client, 'demo')
  await loadPeople(client)
  await loadCatalogue(client, generateCatalogue(size))
  await client.query('insert into demo_loaded default values on conflict do nothing')
}

async function isComplete(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ is_complete: boolean }>(`
    select exists (select from demo_loaded)
      and (select count(*) from person where email like '%@example.com') >= 6
      and (select count(*) from product where code in ('FH-OIL-1', 'FH-AIR-1', 'FH-FUEL-1', 'FH-HYD-1', 'FH-SEAL-1')) = 5
      as is_complete`)
  return rows[0]?.is_complete ?? false
}
