import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../support/invariants.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { getOrderState } from './checkout-calls.ts'
import { getAvailable } from './correction-calls.ts'
import { despatch, toText } from './despatch-calls.ts'
import { createPaidOrder, refundOrder } from './order-admin-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor

beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterEach(() => checkInvariants(shop))
afterAll(() => shop.close())

const withdraw = (reference: string, quantities: Record<number, number>, restock = false) =>
  refundOrder(staff, reference, '', {
    lines: Object.entries(quantities).map(([position, quantity]) => ({
      position: Number(position),
      quantity: String(quantity),
    })),
    withdraw: true,
    restock,
    request: randomUUID(),
  })

const readConfirmation = async (visitor: TestVisitor, reference: string) =>
  (await visitor.getPage(`/order/${reference}/confirmation`)).text

test('R-CREDIT-1: credited pieces that have not left are not sent, and their stock is free', async () => {
  const { reference, visitor } = await createPaidOrder(shop, { 'FH-SEAL-1': 3, 'FH-OIL-1': 2 })
  const available = await getAvailable(shop, 'FH-OIL-1')
  await despatch(staff, reference, { 1: 2 })
  expect((await withdraw(reference, { 2: 1 })).message).toMatch(/ was issued\. 1 piece won’t be sent\.$/)
  expect(await getAvailable(shop, 'FH-OIL-1')).toBe(available + 1)
  const staffPage = toText((await staff.getPage(`/admin/orders/${reference}`)).text)
  expect(staffPage).toMatch(/FH-OIL-1 +Oil filter, spin-on +1 won’t be sent +2 +0 despatched, 1 to go/)
  expect((await despatch(staff, reference, { 2: 2 })).message).toContain('Only 1 of FH-OIL-1 is still to go')
  expect(await readConfirmation(visitor, reference)).toContain('Still to come')
  // Pieces that came back are credited first: the third seal still goes out.
  expect((await withdraw(reference, { 1: 1 }, true)).message).not.toContain('be sent')
  await withdraw(reference, { 1: 1, 2: 1 })
  expect(await getOrderState(shop, reference)).toBe('despatched')
  expect(await getAvailable(shop, 'FH-OIL-1')).toBe(available + 2)
  expect((await staff.getPage('/admin/picking')).text).not.toContain(reference)
  expect(await readConfirmation(visitor, reference)).not.toContain('Still to come')
})

test('R-CREDIT-1: an order of which nothing would be sent is cancelled instead', async () => {
  const { reference, ledger } = await createPaidOrder(shop)
  expect((await withdraw(reference, { 1: 3 })).message).toMatch(
    /^Nothing of this order would be left to send\. Cancel it instead/,
  )
  expect(ledger().refunded).toBe(0)
})

test('R-CREDIT-1: the customer reads in e-mail and order page that credited pieces will not be sent', async () => {
  const { visitor, reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 3 })
  await despatch(staff, reference, { 1: 1 })
  expect((await visitor.getPage(`/account/orders/${reference}`)).text).not.toContain('we won’t be sending')
  await withdraw(reference, { 1: 1 })
  expect((await visitor.getPage(`/account/orders/${reference}`)).text).toContain(
    'Credited, so we won’t be sending: 1 × FH-OIL-1.',
  )
  const [email] = await shop.sql<{ notSent: object[] }>(
    `select facts->'notSent' as "notSent" from mail_outbox where kind = 'credit-note' and facts->>'reference' = $1`,
    [reference],
  )
  expect(email!.notSent).toMatchObject([{ code: 'FH-OIL-1', quantity: 1 }])
})
