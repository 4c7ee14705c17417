import { afterAll, beforeAll, expect, test } from 'vitest'
import * as later from '../support/busy-actions.ts'
import * as busy from '../support/busy-shop.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { LIMIT_SAVES_PER_MINUTE: '100000', LIMIT_RETURNS_PER_HOUR: '100000' } })
})
afterAll(() => shop?.close())

/** Each with how often it is drawn, relative to the others. */
const actions = {
  guests: { orderAsGuest: [1, busy.orderAsGuest] },
  customers: {
    orderOnAccount: [6, busy.orderOnAccount],
    readOrders: [2, busy.readOrders],
    requestReturn: [3, later.requestReturn],
  },
  staff: {
    despatchSome: [9, busy.despatchSome],
    pickOrders: [3, later.pickOrders],
    bookDelivery: [2, busy.bookDelivery],
    countStock: [1, busy.countStock],
    hold: [1, busy.hold],
    release: [2, busy.release],
    cancel: [1, busy.cancel],
    correctQuantity: [2, later.correctQuantity],
    refundAmount: [1, busy.refundAmount],
    refundLine: [2, later.refundLine],
    moveReturn: [4, later.moveReturn],
  },
} as const

test('100 customers and staff do the same things at random for a minute, and nothing happens twice', async () => {
  for (const code of ['FH-SEAL-1', 'FH-OIL-1', 'FH-HYD-1', 'FH-AIR-1']) await shop.setStock(code, 60)
  const seed = Math.floor(Math.random() * 2 ** 31)
  const { done, orders } = await busy.runBusyShop(shop, { seconds: 60, seed, actions })
  process.stdout.write(`seed ${seed}, ${orders.length} orders: ${JSON.stringify(done)}\n`)
  const names = Object.values(actions).flatMap(group => Object.keys(group))
  expect(names.filter(name => !done[name])).toEqual([])
  expect(orders.length).toBeGreaterThan(20)
  await checkInvariants(shop)
})
