import type { LedgerEntry } from '../../demo/card-provider/control-api.ts'
import type { CheckedShop } from './checked-shop.ts'
import { countInitialStock } from './stock-invariants.ts'
import type { TestDatabase } from './test-database.ts'

/** A built shop as the invariants read it: its database, its log and the ledger of its card provider. */
export async function toCheckedShop(
  { pool, db }: Pick<TestDatabase, 'pool' | 'db'>,
  log: () => string,
): Promise<CheckedShop> {
  const sql = async <T>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as T[]
  return {
    sql,
    context: { db, now: () => new Date() },
    initialStock: await countInitialStock(sql),
    log: () => log().split('\n'),
    simulator: { control: { entries: () => loadLedger(sql) } },
  }
}

/** What the shop's simulated card provider has charged. Each payment names the provider's address. */
async function loadLedger(sql: CheckedShop['sql']): Promise<LedgerEntry[]> {
  const pages = await sql<{ url: string }>(
    `select payment_page_url as url from payment_attempt where payment_page_url is not null order by id desc limit 1`,
  )
  const ledgers = pages.map(async ({ url }) => (await fetch(new URL('/_ledger.json', url))).json())
  return (await Promise.all(ledgers)).flat() as LedgerEntry[]
}
