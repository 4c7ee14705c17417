import pg from 'pg'
import type { Catalogue } from '../rows.ts'
import { loadMachines } from './load-machines.ts'
import { loadProducts } from './load-products.ts'

/**
 * Streams a catalogue into the database: memory grows only with the number of products and variants (one id each).
 * A pool gets one transaction of its own; a client stays within the caller's.
 * Existing rows are updated (products, pictures, machines) or left unchanged (stock, codes, fitments, names), so it may run again
 * while the shop is in use. All rows are marked as demo data.
 */
export async function loadCatalogue(db: pg.Pool | pg.PoolClient, catalogue: Catalogue): Promise<void> {
  if (!(db instanceof pg.Pool)) return loadAll(db, catalogue)
  const client = await db.connect()
  try {
    await client.query('begin')
    await loadAll(client, catalogue)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

async function loadAll(client: pg.PoolClient, catalogue: Catalogue): Promise<void> {
  // A large catalogue takes minutes; the pool's timeout is meant for requests.
  await client.query('set local statement_timeout = 0')
  const products = await loadProducts(client, catalogue)
  await loadMachines(client, catalogue, products)
}
