import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { getBasket } from './checkout-calls.ts'

let shop: TestShop
let administrator: pg.Client
let database: string

beforeAll(async () => {
  shop = await startTestShop()
  const [row] = await shop.sql<{ name: string }>('select current_database() as name')
  database = row!.name
  administrator = new pg.Client({ ...inject('postgres').connection, database: 'postgres' })
  await administrator.connect()
})
afterEach(() => reconnectDatabase())
afterAll(async () => {
  await administrator?.end()
  await shop?.close()
})

async function disconnectDatabase(): Promise<void> {
  await administrator.query(`alter database ${database} allow_connections false`)
  await administrator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    database,
  ])
}

const reconnectDatabase = () => administrator.query(`alter database ${database} allow_connections true`)

test('a visitor whose first add fails because the database is away gets a basket cookie with the next one', async () => {
  const product = await shop.productId('FH-OIL-1')
  const visitor = shop.createVisitor()
  await disconnectDatabase()
  const failed = await visitor.post('/basket/add/single', { product, quantity: 1 })
  expect([failed.status, failed.setCookies]).toEqual([503, []])
  expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0)
  await reconnectDatabase()
  const added = await visitor.post('/basket/add/single', { product, quantity: 1 })
  expect([added.status, added.body.success]).toEqual([200, true])
  expect(added.setCookies).toEqual([expect.stringMatching(/^basket=/)])
  expect((await getBasket(visitor)).count).toBe(1)
})

test('a visitor who adds only what cannot be bought gets no basket and no cookie', async () => {
  const visitor = shop.createVisitor()
  const product = await shop.productId('FH-FUEL-1')
  const { body, setCookies } = await visitor.post('/basket/add/single', { product, quantity: 1 })
  expect([body.success, setCookies]).toEqual([false, []])
})
