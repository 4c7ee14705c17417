import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { correctOrder } from './correction-calls.ts'
import { despatch, toText } from './despatch-calls.ts'
import { cancelOrder, getSeenOrderVersion } from './order-admin-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
  await shop.setStock('FH-AIR-1', 50)
})
afterAll(() => shop.close())

const order = () => placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 4, 'FH-SEAL-1': 2 })

test.each([
  ['cancelled', (reference: string) => cancelOrder(staff, reference), 'This order is cancelled'],
  [
    'wholly despatched',
    (reference: string) => despatch(staff, reference, { 1: 4, 2: 2 }),
    'Everything of this order has left',
  ],
])('R-CORRECT-5: what was typed for an order that is %s meanwhile stays', async (_, change, message) => {
  const { reference } = await order()
  const seen = await getSeenOrderVersion(staff, reference)
  await change(reference)
  const { status, text } = await staff.postForm(`/admin/orders/${reference}/correct`, {
    seen,
    request: crypto.randomUUID(),
    purchase_order: 'PO 99',
    'lines[0][position]': '1',
    'lines[0][quantity]': '3',
  })
  expect(status).toBe(409)
  expect(toText(text)).toContain(message)
  expect(text).toContain('value="PO 99"')
})

test('R-CORRECT-7: too few of a part that replaces what has not left are an error beside its line, in any spelling', async () => {
  const { reference } = await order()
  await despatch(staff, reference, { 1: 2 })
  const lines = [{ position: 1, quantity: 400, code: 'fh air 1' }]
  const { success, errors } = await correctOrder(staff, reference, { lines })
  expect(success).toBe(false)
  expect(errors).toEqual({ 'quantity-1': 'Only 50 of FH-AIR-1 are in stock.' })
})
