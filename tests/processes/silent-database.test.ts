import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitForMail } from '../api/captured-emails.ts'
import { completeOrder, createMemberSend, fillBasket, getBasket, sendSave } from '../api/checkout-calls.ts'
import { placeAccountOrder, signInWithBasket } from '../api/shoppers.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently } from '../support/test-visitor.ts'

// Connections to the database that die silently: they stay open, and nothing passes any more (R-RUN-14). The timeouts
// are a fifth of those in production.

const queryTimeouts = { statementMs: 2_800, idleInTransactionMs: 2_900, silenceMs: 3_000 }
const tom = 'trade@example.com'

let shop: TestShop
let proxy: DatabaseProxy

beforeAll(async () => {
  proxy = await startDatabaseProxy()
  shop = await startTestShop({
    databaseProxy: proxy,
    queryTimeouts,
    expectedFailures: /connection|not answer/i,
  })
})
afterAll(async () => {
  await shop?.close()
  await proxy?.close()
})

const measure = async (act: () => Promise<{ status: number }>) => {
  const startMs = performance.now()
  const { status } = await act()
  return { status, ms: performance.now() - startMs }
}

const isReady = () => shop.createVisitor().get('/readyz')

test('a cut of idle connections costs the next customers some seconds, and no error', async () => {
  await runConcurrently(8, () => shop.createVisitor().getPage('/search?query=oil'))
  await sleep(1_100)
  proxy.cut()
  const pages = await runConcurrently(8, nth =>
    measure(() => shop.createVisitor().getPage(`/search?query=oil&nth=${nth}`)),
  )
  for (const { status, ms } of pages) {
    expect(status).toBe(200)
    expect(ms).toBeLessThan(6_000)
  }
  expect((await isReady()).status).toBe(200)
})

test('/readyz answers within two seconds during a cut, and 200 soon after it', async () => {
  // All connections have just been used, so they are handed out without a check.
  await runConcurrently(12, () => shop.createVisitor().getPage('/search?query=air'))
  proxy.cut()
  const startMs = performance.now()
  for (const expectedStatus of [503, 200]) {
    await expect
      .poll(async () => {
        const { status, ms } = await measure(isReady)
        expect(ms).toBeLessThan(2_000)
        return status
      })
      .toBe(expectedStatus)
  }
  expect(performance.now() - startMs).toBeLessThan(8_000)
})

describe('an order whose connection is cut at the commit', () => {
  test.each(['before', 'after'] as const)(
    '(%s it is written) is refused with a retryable error, and repeated it is one order',
    async when => {
      const buyer = await signInWithBasket(shop, tom, { 'FH-SEAL-1': 5 })
      const sent = createMemberSend('account', { purchase_order: `Cut ${when}` })
      proxy.cutAtCommit(when, '\0\0\0\x05saved')
      const lost = await sendSave(buyer, sent)
      expect(lost.status).toBe(503)
      expect(Number(lost.headers.get('retry-after'))).toBeGreaterThan(0)
      // The database holds the locks of the transaction until it ends the idle session.
      const send = async () => (await sendSave(buyer, sent)).body
      await expect.poll(send).toMatchObject({ error: false })
      const orders = await shop.sql('select from orders where purchase_order = $1', [`Cut ${when}`])
      expect(orders).toHaveLength(1)
      expect(await completeOrder(buyer)).toMatchObject({ error: false })
    },
  )
})

test('after a cut e-mails are sent, changes of the catalogue arrive, and no dead connection is left', async () => {
  await shop.startWorker()
  await sleep(1_100)
  proxy.cut()
  // Longer than a query waits on a connection that was used just before the cut.
  await sleep(4_000)
  const visitor = shop.createVisitor()
  await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
  expect((await getBasket(visitor)).count).toBe(1)
  const { reference } = await placeAccountOrder(shop, tom, { 'FH-SEAL-1': 5 })
  await waitForMail(shop, tom, reference)
  await expect.poll(() => proxy.countDead(), { timeout: 20_000 }).toBe(0)
  await shop.sql(`update product set title = 'Renamed after the cut' where code = 'FH-OIL-1'`)
  // The connection that listens may be just being replaced.
  const isCurrent = () =>
    shop.waitForCatalogue().then(
      () => true,
      () => false,
    )
  await expect.poll(isCurrent).toBe(true)
  const { text } = await shop.createVisitor().getPage('/search?query=renamed+after+the+cut')
  expect(text).toContain('Renamed after the cut')
})
