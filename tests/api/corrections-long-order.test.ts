import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProducts, fillLines } from '../support/large-basket.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { completeOrder, createMemberSend, sendSave } from './checkout-calls.ts'
import { despatch } from './despatch-calls.ts'
import { getSeenOrderVersion } from './order-admin-calls.ts'
import { signInWithBasket } from './shoppers.ts'

// R-CORRECT-12: an order of 105 lines, of which the last five are on the second page.

let shop: TestShop
let staff: TestVisitor
let reference: string
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
  const visitor = await signInWithBasket(shop, 'trade@example.com', { 'FH-SEAL-1': 3 })
  await fillLines(shop, visitor, await createProducts(shop, 104))
  const { body } = await sendSave(visitor, createMemberSend('account'))
  await completeOrder(visitor)
  reference = body.reference!
}, 120_000)
afterAll(() => shop.close())

const listFields = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`id="${name}-(\\d+)"`, 'g'))].map(([, position]) => Number(position))
const readForm = async (path: string, name: string) =>
  listFields((await staff.getPage(`/admin/orders/${reference}${path}`)).text, name)

test('R-CORRECT-12: all lines can be corrected, each page by a form of its own', async () => {
  expect(await readForm('/correct', 'quantity')).toHaveLength(100)
  expect(await readForm('/correct?page=2', 'quantity')).toEqual([101, 102, 103, 104, 105])
  // What was rejected is displayed with the lines of its page.
  const seen = await getSeenOrderVersion(staff, reference)
  const form = { seen, request: randomUUID(), 'lines[0][position]': '103', 'lines[0][quantity]': '9' }
  const { text } = await staff.postForm(`/admin/orders/${reference}/correct`, form)
  expect(listFields(text, 'quantity')).toEqual([103])
  expect(text).toContain('Page 2 of 2 of the lines.')
})

test('R-CORRECT-12: all lines can be credited, each page by a form of its own', async () => {
  const pieces = Object.fromEntries(Array.from({ length: 105 }, (_, nth) => [nth + 1, nth === 0 ? 3 : 2]))
  expect((await despatch(staff, reference, pieces)).success).toBe(true)
  expect(await readForm('', 'refund-quantity')).toHaveLength(100)
  expect(await readForm('?page=2', 'refund-quantity')).toEqual([101, 102, 103, 104, 105])
  const seen = await getSeenOrderVersion(staff, reference)
  const form = { seen, request: randomUUID(), 'lines[0][position]': '103', 'lines[0][quantity]': '1' }
  const { text } = await staff.postForm(`/admin/orders/${reference}/refund`, form)
  expect(listFields(text, 'refund-quantity')).toEqual([103])
})
