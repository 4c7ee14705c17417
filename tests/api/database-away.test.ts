import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { openShop, type Shop } from '../support/shop.ts'
import { basketOf } from './buying.ts'

let shop: Shop
let keeper: pg.Client
let database: string

beforeAll(async () => {
  shop = await openShop()
  const [row] = await shop.sql<{ name: string }>('select current_database() as name')
  database = row!.name
  keeper = new pg.Client({ ...inject('postgres').connection, database: 'postgres' })
  await keeper.connect()
})
afterEach(() => comeBack())
afterAll(async () => {
  await keeper?.end()
  await shop?.close()
})

async function goAway(): Promise<void> {
  await keeper.query(`alter database ${database} allow_connections false`)
  await keeper.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database])
}

const comeBack = () => keeper.query(`alter database ${database} allow_connections true`)

test('a first add that the database could not take leaves no basket cookie; the next one does', async () => {
  const product = await shop.productId('FH-OIL-1')
  const visitor = shop.visitor()
  await goAway()
  const failed = await visitor.post('/basket/add/single', { product, quantity: 1 })
  expect([failed.status, failed.setCookies]).toEqual([503, []])
  expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0)
  await comeBack()
  const added = await visitor.post('/basket/add/single', { product, quantity: 1 })
  expect([added.status, added.body.success]).toEqual([200, true])
  expect(added.setCookies).toEqual([expect.stringMatching(/^basket=/)])
  expect((await basketOf(visitor)).count).toBe(1)
})

test('who is refused what cannot be bought has no basket, and no cookie', async () => {
  const visitor = shop.visitor()
  const product = await shop.productId('FH-FUEL-1')
  const { body, setCookies } = await visitor.post('/basket/add/single', { product, quantity: 1 })
  expect([body.success, setCookies]).toEqual([false, []])
})
