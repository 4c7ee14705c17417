import pg from 'pg'
import { loadMachines } from './load-machines.ts'
import { loadProducts } from './load-products.ts'
import type { Catalogue } from './rows.ts'

/**
 * Writes a catalogue into the tables of 002-catalogue.sql, streaming: memory does not grow with its rows, only
 * with the number of products and variants (one id each). Given a pool it takes one transaction of its own;
 * given a client it stays within the caller's.
 * Rows that are there already are brought up to date (products, pictures) or left alone (stock, codes, fitments,
 * names), so it may run again on a shop in use. All rows are marked as demo data.
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
  // A large catalogue takes minutes; the pool's limits are made for requests.
  await client.query('set local statement_timeout = 0')
  const products = await loadProducts(client, catalogue)
  await loadMachines(client, catalogue, products)
}
