import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { getBasket } from './checkout-calls.ts'

let shop: TestShop
let administrator: pg.Client
let database: string

beforeAll(async () => {
  shop = await startTestShop({
    expectedFailures:
      /not currently accepting connections|terminating connection|Connection terminated|EPIPE|ECONNRESET/,
  })
  const [row] = await shop.sql<{ name: string }>('select current_database() as name')
  database = row!.name
  administrator = new pg.Client({ ...inject('postgres').connection, database: 'postgres' })
  await administrator.connect()
})
afterEach(async () => {
  await reconnectDatabase()
  // The listener for changes connects again, and then empties the cache of pages.
  await expect.poll(() => shop.waitForCatalogue().then(isDone, () => false)).toBe(true)
})
afterAll(async () => {
  await administrator?.end()
  await shop?.close()
})

const isDone = () => true

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

describe('while the database is unavailable', () => {
  const note =
    'We can’t reach our stock records just now: prices and stock on this page may be out of date, and you can’t order for the moment.'
  const paths = ['/', '/search?query=oil', '/find-replacement-filters']

  test('visitors see the pages that others saw before, with a note, and without it afterwards', async () => {
    const etags = new Map<string, string>()
    for (const path of paths) {
      const { status, headers, text } = await shop.createVisitor().getPage(path)
      expect([status, text.includes(note)]).toEqual([200, false])
      etags.set(path, headers.get('etag')!)
    }
    shop.clock.advance(30)
    await disconnectDatabase()
    for (const path of paths) {
      const headers = { accept: 'text/html', 'if-none-match': etags.get(path)! }
      for (let visit = 0; visit < 2; visit++) {
        const page = await shop.createVisitor().request('GET', path, { headers })
        expect([path, page.status, page.text.split(note).length - 1]).toEqual([path, 200, 1])
        expect(page.headers.get('cache-control')).toBe('private, no-store')
        expect(page.headers.get('etag')).toBeNull()
      }
    }
    expect((await shop.createVisitor().getPage('/search?query=air+filter')).status).toBe(503)
    await reconnectDatabase()
    shop.clock.advance(1)
    for (const path of paths) {
      const { status, text } = await shop.createVisitor().getPage(path)
      expect([status, text.includes(note)]).toEqual([200, false])
    }
  })

  test('visitors see no page that is older than an hour', async () => {
    await shop.createVisitor().getPage('/search?query=oil')
    shop.clock.advance(62)
    await disconnectDatabase()
    expect((await shop.createVisitor().getPage('/search?query=oil')).status).toBe(503)
  })

  test('customers who are signed in or have a basket get no page of others', async () => {
    const member = await shop.signIn('trade@example.com')
    const guest = shop.createVisitor()
    await guest.post('/basket/add/single', { product: await shop.productId('FH-OIL-1'), quantity: 1 })
    await shop.createVisitor().getPage('/search?query=oil')
    shop.clock.advance(2)
    await disconnectDatabase()
    for (const visitor of [member, guest]) {
      expect((await visitor.getPage('/search?query=oil')).status).toBe(503)
    }
  })
})
