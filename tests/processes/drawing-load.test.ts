import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeOrder, createMemberSend, fillBasket, sendSave } from '../api/checkout-calls.ts'
import { createList, listsPath } from '../api/product-list-calls.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

async function createLongList(visitor: TestVisitor, lines: number): Promise<number> {
  const rows = await shop.sql<{ id: number }>('select id from product order by id limit 300')
  const products = Array.from({ length: lines }, (_, nth) => ({
    product_id: rows[nth % rows.length]!.id,
    quantity: 1,
  }))
  return (await createList(shop, visitor, {}, { products })).id
}

const getChart = (visitor: TestVisitor, lists: number[]) =>
  visitor.request<{ detail: string }>('GET', `${listsPath}/wallpaper.pdf?lists=${lists.join(',')}`, {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })

/** Requests /healthz until the work is done; returns how long each took, in milliseconds. */
async function watchHealth(work: Promise<unknown>): Promise<number[]> {
  const durations: number[] = []
  let isDone = false
  void work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const start = performance.now()
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
    durations.push(performance.now() - start)
    await sleep(20)
  }
  return durations.sort((a, b) => a - b)
}

function countStatuses(statuses: number[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('a wallpaper', () => {
  test('of more lines than it may have is refused before anything is drawn', async () => {
    const trade = await shop.signIn('trade@example.com')
    const lists = [await createLongList(trade, 600), await createLongList(trade, 401)]
    const replies = await runConcurrently(6, () => getChart(trade, lists))
    for (const { status, body } of replies)
      expect([status, body.detail]).toEqual([
        422,
        'A wallpaper has room for 1,000 lines, and these lists have 1,001 in all. Choose fewer lists.',
      ])
  })

  test('waits for the customer’s other ones, and the third at once is refused with a time', async () => {
    const trade = await shop.signIn('trade@example.com')
    const again = await shop.signIn('trade@example.com', '10.9.9.9')
    const lists = [await createLongList(trade, 30)]
    // Another session of the account, on another address, counts too.
    const replies = await Promise.all([trade, trade, again, again].map(visitor => getChart(visitor, lists)))
    expect(countStatuses(replies.map(({ status }) => status))).toEqual({ 200: 2, 429: 2 })
    const refused = replies.find(({ status }) => status === 429)!
    expect(refused.body.detail).toBe(
      'Your other wallpapers are still being prepared. Please wait a moment and try again.',
    )
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('cache-control')).toContain('no-store')
    expect((await getChart(trade, lists)).status).toBe(200)
  })
})

test('pictures in hundreds of new sizes at once are drawn, or refused with a time', async () => {
  const drawings = await shop.sql<{ filename: string }>('select filename from drawing order by 1 limit 200')
  const visitor = shop.createVisitor()
  const replies = await Promise.all(
    drawings.map(({ filename }) => visitor.getFile(`/media/product/image/${filename}?w=45`)),
  )
  expect(countStatuses(replies.map(({ status }) => status))[200]).toBeGreaterThanOrEqual(120)
  for (const { status, headers } of replies.filter(reply => reply.status !== 200))
    expect([status, headers.get('retry-after')]).toEqual([429, '5'])
})

test('the shop answers others while it draws', { timeout: 120_000 }, async () => {
  const trade = await shop.signIn('trade@example.com')
  const head = await shop.signIn('head@example.com')
  await fillBasket(shop, trade, { 'FH-OIL-1': 1 })
  const { body } = await sendSave(trade, createMemberSend('account', {}))
  await completeOrder(trade)
  const lists = [await createLongList(head, 120)]
  const start = performance.now()
  const charts = runConcurrently(6, () => getChart(head, lists))
  const invoices = runConcurrently(4, () => trade.getFile(`/account/orders/${body.reference}/invoice.pdf`))
  const durations = await watchHealth(Promise.all([charts, invoices]))
  const drawingMs = performance.now() - start
  expect(countStatuses((await charts).map(({ status }) => status))).toMatchObject({ 200: 2 })
  expect((await invoices).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(durations[Math.floor(durations.length / 2)]).toBeLessThan(Math.min(100, drawingMs / 10))
})
