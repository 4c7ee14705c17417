import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeOrder, createMemberSend, getBasket, sendSave } from '../api/checkout-calls.ts'
import { type BuiltShop, startBuiltShop } from '../support/built-shop.ts'
import { findFreePort, type ShippedNginx, startShippedNginx } from '../support/shipped-nginx.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'

const rounds = Number(process.env.RESTART_ROUNDS ?? 20)
// As in deploy/systemd.
const drainSeconds = 5
const pauseMs = 40

let database: TestDatabase
let nginx: ShippedNginx
let shopUrl: string
let settings: Record<string, string>
let ports: [number, number]
let shops: [BuiltShop, BuiltShop]
let productId: number
const dataFolder = mkdtempSync(join(tmpdir(), 'rolling-restart-'))

beforeAll(async () => {
  // The certificate of the test's nginx is its own.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  database = await createTestDatabase(2)
  ports = [await findFreePort(), await findFreePort()]
  nginx = await startShippedNginx(ports)
  shopUrl = `https://localhost:${nginx.httpsPort}`
  settings = {
    SHOP_MODE: 'demo',
    DATABASE_URL: database.url,
    BASE_URL: shopUrl,
    TRUST_PROXY: '127.0.0.1',
    SESSION_SECRET: 'kV0n6Yq3pXr8sZt1wBe5uHj7mLc2dFga',
    DRAIN_SECONDS: String(drainSeconds),
    LOG_LEVEL: 'warn',
    // All visitors of this test have one address.
    LIMIT_REQUESTS_PER_MINUTE: '1000000',
    LIMIT_SAVES_PER_MINUTE: '1000000',
  }
  productId = await findProductId('FH-OIL-1')
  await database.pool.query(
    'update stock set on_hand = 1000000 + allocated, available = 1000000 where product_id = $1',
    [productId],
  )
  shops = [await startShop(0), await startShop(1)]
})
afterAll(async () => {
  await Promise.all((shops ?? []).map(shop => shop.stop()))
  await nginx?.stop()
  await database?.close()
  rmSync(dataFolder, { recursive: true, force: true })
})

test('the shipped configuration has no errors, and serves the shop by HTTP/2', async () => {
  expect(nginx.checkConfiguration()).toMatch(/syntax is ok[\s\S]*test is successful/)
  const session = connect(shopUrl, { rejectUnauthorized: false })
  const request = session.request({ ':path': '/' })
  const headers = await new Promise<Record<string, unknown>>(resolve => request.once('response', resolve))
  session.close()
  request.close()
  expect(headers[':status']).toBe(200)
  expect(headers['strict-transport-security']).toBeDefined()
})

test('http leads to https, and the metrics are closed', async () => {
  const { status, headers } = await fetch(`http://localhost:${nginx.httpPort}/finder?x=1`, {
    redirect: 'manual',
  })
  expect(status).toBe(301)
  expect(headers.get('location')).toBe('https://localhost/finder?x=1')
  expect((await fetch(`${shopUrl}/metrics`)).status).toBe(404)
})

test('a body that is too large gets its refusal from the shop', async () => {
  const visitor = createVisitor()
  const { status, headers } = await visitor.post('/basket/add/single', { product: 'x'.repeat(2_200_000) })
  expect(status).toBe(413)
  expect(headers.get('content-type')).toContain('application/problem+json')
})

test(`${rounds} rolling restarts under load: no request fails, and none is done twice (R-RUN-22)`, async () => {
  const load = startLoad()
  const refusals: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const nth of [0, 1] as const) {
      const stopped = shops[nth].stop()
      const stoppedMs = performance.now()
      await sleep(500)
      // A load balancer that asks /readyz stops sending now; the process goes on serving.
      expect((await fetch(`http://127.0.0.1:${ports[nth]}/readyz`)).status).toBe(503)
      expect((await fetch(`http://127.0.0.1:${ports[nth]}/healthz`)).status).toBe(200)
      expect(await stopped).toBe(0)
      refusals.push(performance.now() - stoppedMs)
      shops[nth] = await startShop(nth)
    }
  }
  const { failures, requests, adds, orders } = await load.stop()
  expect(failures).toEqual([])
  expect(Math.min(...refusals)).toBeGreaterThan(drainSeconds * 1000)
  console.log({ requests, adds, orders: orders.length, repeated: countRepeated() })
  expect(requests).toBeGreaterThan(rounds * 100)
  expect(orders.length).toBeGreaterThan(rounds)
  await expectEachOrderOnce(orders)
  // Both processes served, and requests were repeated at the other one: the restarts were under load.
  expect(countRepeated()).toBeGreaterThan(rounds)
}, 1_800_000)

function startShop(nth: 0 | 1): Promise<BuiltShop> {
  return startBuiltShop({ ...settings, PORT: String(ports[nth]), DATA_DIR: dataFolder })
}

async function findProductId(code: string): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>('select id from product where code = $1', [code])
  return rows[0]!.id
}

function countRepeated(): number {
  return nginx.accessLog().filter(line => /^\d+ \S+, /.test(line)).length
}

const createVisitor = () => createTestVisitor(shopUrl, '127.0.0.1')

interface LoadResult {
  failures: string[]
  requests: number
  adds: number
  orders: string[]
}

/** Visitors who read, fill baskets and order, until it is stopped. */
function startLoad(): { stop(): Promise<LoadResult> } {
  const result: LoadResult = { failures: [], requests: 0, adds: 0, orders: [] }
  let isRunning = true
  const repeat = async (act: () => Promise<void>) => {
    while (isRunning) {
      await act().catch((error: Error) => result.failures.push(`${error.message} ${error.cause ?? ''}`))
      await sleep(pauseMs)
    }
  }
  const running = [
    repeat(() => readPages(result)),
    repeat(() => readPages(result)),
    repeat(() => fillBasket(result)),
    repeat(() => fillBasket(result)),
    repeat(() => fillBasket(result)),
    repeat(() => orderOnAccount(result)),
  ]
  return {
    async stop() {
      isRunning = false
      await Promise.all(running)
      return result
    },
  }
}

const pages = [
  '/',
  '/terms-conditions',
  '/search?query=p551-712',
  '/search?query=oil%20filter',
  '/filterhouse/fh-oil-1',
  '/basket',
]

async function readPages(result: LoadResult): Promise<void> {
  const visitor = createVisitor()
  for (const path of pages) {
    const { status, text } = await visitor.getPage(path)
    result.requests++
    if (status !== 200 || !text.includes('</html>')) result.failures.push(`GET ${path}: ${status}`)
    await sleep(pauseMs)
  }
}

/** A request that was lost, or done twice, shows in the quantity. */
async function fillBasket(result: LoadResult): Promise<void> {
  const visitor = createVisitor()
  const quantity = 5
  for (let added = 0; added < quantity; added++) {
    await postAdd(visitor, result)
    await sleep(pauseMs)
  }
  const basket = await getBasket(visitor)
  result.requests++
  result.adds += quantity
  if (basket.count !== quantity)
    result.failures.push(`The basket has ${basket.count} instead of ${quantity}.`)
}

async function orderOnAccount(result: LoadResult): Promise<void> {
  const visitor = createVisitor()
  const login = await visitor.post('/login', { email: 'trade@example.com', password: 'filters-2026' })
  if (login.status !== 200) result.failures.push(`POST /login: ${login.status}`)
  await postAdd(visitor, result)
  const purchaseOrder = `rolling-${result.orders.length}`
  const saved = await sendSave(visitor, createMemberSend('account', { purchase_order: purchaseOrder }))
  if (saved.status !== 200 || saved.body.error)
    result.failures.push(`POST /checkout/save: ${saved.status} ${saved.text}`)
  const { error } = await completeOrder(visitor)
  if (error !== false) result.failures.push(`POST /checkout/complete: ${error}`)
  result.requests += 3
  result.orders.push(purchaseOrder)
}

async function postAdd(visitor: TestVisitor, result: LoadResult): Promise<void> {
  const { status, body } = await visitor.post('/basket/add/single', { product: productId, quantity: 1 })
  result.requests++
  if (status !== 200 || body.success !== true) result.failures.push(`POST /basket/add/single: ${status}`)
}

async function expectEachOrderOnce(purchaseOrders: string[]): Promise<void> {
  const { rows } = await database.pool.query<{ purchase_order: string }>(
    `select purchase_order from orders
     where purchase_order like 'rolling-%' and placed_at is not null order by purchase_order`,
  )
  expect(rows.map(row => row.purchase_order)).toEqual(purchaseOrders.toSorted())
}
