import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { issueDueInvoices } from '../../src/features/billing/due-invoices.server.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { changeOrder, despatch, getOrderState } from './despatch-calls.ts'
import { cancelOrder, createPaidOrder } from './order-admin-calls.ts'
import { createDearerOrder } from './payment-link-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

// R-INVOICE-9: what a card has paid for is invoiced within 30 days of the payment, sent or not.

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
})
beforeEach(async () => {
  shop.clock.set('2026-11-24T09:00:00Z')
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const goods = { 'FH-SEAL-1': 5, 'FH-OIL-1': 2 }
const waitUntil = async (iso: string) => {
  shop.clock.set(iso)
  staff = await shop.signIn('staff@example.com')
}
const listDocuments = (reference: string) =>
  shop.sql<{ kind: string; total: number; taxPoint: string; issuedOn: string }>(
    `select d.kind, d.total, d.tax_point::text as "taxPoint", d.issued_on::text as "issuedOn"
     from sales_document d join orders o on o.id = d.order_id where o.reference = $1 order by d.id`,
    [reference],
  )

test('a paid order that has not left is invoiced whole after 28 days, once, and its parcels bring no other invoice', async () => {
  const { reference, total } = await createPaidOrder(shop, goods)
  await waitUntil('2026-12-22T08:00:00Z')
  expect(await issueDueInvoices(shop.context)).toBe(0)
  await waitUntil('2026-12-22T10:00:00Z')
  const issued = await runConcurrently(3, () => issueDueInvoices(shop.context))
  expect(issued.reduce((all, count) => all + count, 0)).toBe(1)
  const invoice = { kind: 'invoice', total, taxPoint: '2026-11-24', issuedOn: '2026-12-22' }
  expect(await listDocuments(reference)).toEqual([invoice])
  expect((await despatch(staff, reference, { 1: 2 })).success).toBe(true)
  expect((await despatch(staff, reference, { 1: 3, 2: 2 })).success).toBe(true)
  expect(await issueDueInvoices(shop.context)).toBe(0)
  expect(await listDocuments(reference)).toEqual([invoice])
})

test('of one that has left in part, the rest is invoiced', async () => {
  const { reference, total } = await createPaidOrder(shop, goods)
  expect((await despatch(staff, reference, { 1: 2 })).success).toBe(true)
  await waitUntil('2026-12-23T10:00:00Z')
  expect(await issueDueInvoices(shop.context)).toBe(1)
  const totals = (await listDocuments(reference)).map(document => document.total)
  expect(totals).toHaveLength(2)
  expect(totals[0]! + totals[1]!).toBe(total)
})

test('cancelled afterwards, all of it is credited', async () => {
  const { reference, total } = await createPaidOrder(shop, goods)
  await waitUntil('2026-12-23T10:00:00Z')
  expect(await issueDueInvoices(shop.context)).toBe(1)
  expect((await cancelOrder(staff, reference)).success).toBe(true)
  expect((await listDocuments(reference)).map(document => [document.kind, document.total])).toEqual([
    ['invoice', total],
    ['credit_note', total],
  ])
})

test('a held order is invoiced after its release, one that is still to be paid in part or was cancelled is not', async () => {
  const { reference } = await createPaidOrder(shop, goods)
  expect((await changeOrder(staff, reference, 'hold', { reason: 'Check' })).body.success).toBe(true)
  const dearer = await createDearerOrder(shop, staff)
  const cancelled = await createPaidOrder(shop, goods)
  await cancelOrder(staff, cancelled.reference)
  const account = await placeAccountOrder(shop, 'trade@example.com', goods)
  await waitUntil('2026-12-23T10:00:00Z')
  expect(await issueDueInvoices(shop.context)).toBe(0)
  expect((await changeOrder(staff, reference, 'release', { reason: 'Checked' })).body.success).toBe(true)
  expect(await issueDueInvoices(shop.context)).toBe(1)
  expect(await listDocuments(reference)).toHaveLength(1)
  for (const { reference: other } of [dearer, cancelled, account])
    expect(await listDocuments(other)).toEqual([])
  expect(await getOrderState(shop, account.reference)).toBe('placed')
})
