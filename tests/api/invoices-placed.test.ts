import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueDueInvoices } from '../../src/features/billing/due-invoices.server.ts'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { completeOrder, createMemberSend, sendSave } from './checkout-calls.ts'
import { correctOrder } from './correction-calls.ts'
import { changeOrder, despatch, getOrderState } from './despatch-calls.ts'
import { cancelOrder, createPaidOrder } from './order-admin-calls.ts'
import { placeAccountOrder, signInWithBasket } from './shoppers.ts'

// A shop that invoices the whole order when it is placed.

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ env: { INVOICE_WHEN: 'placed' } })
})
afterAll(() => shop.close())

const listTotals = (reference: string) =>
  shop.sql<{ total: number; parcel_id: number | null }>(
    `select d.total, d.parcel_id from sales_document d join orders o on o.id = d.order_id where o.reference = $1`,
    [reference],
  )

test('R-INVOICE-4: the whole order is invoiced once it is placed, and its parcels bring no other invoice', async () => {
  const staff = await shop.signIn('staff@example.com')
  const { visitor, reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 3 })
  expect(await issueDueInvoices(shop.context)).toBe(1)
  expect(await issueDueInvoices(shop.context)).toBe(0)
  expect(await listTotals(reference)).toHaveLength(1)
  expect((await despatch(staff, reference, { 1: 1 })).success).toBe(true)
  expect((await despatch(staff, reference, { 1: 2 })).success).toBe(true)
  expect(await listTotals(reference)).toEqual([{ total: 5460, parcel_id: null }])
  const { content } = await visitor.getFile(`/account/orders/${reference}/invoice.pdf`)
  expect(readPdfText(content).join('\n')).toContain('INV-000001')
})

test('an order that is despatched or opened before the job comes to it is invoiced then', async () => {
  const staff = await shop.signIn('staff@example.com')
  const sent = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 3 })
  expect((await despatch(staff, sent.reference, { 1: 1 })).success).toBe(true)
  const opened = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
  const { content } = await opened.visitor.getFile(`/account/orders/${opened.reference}/invoice.pdf`)
  expect(readPdfText(content).join('\n')).toMatch(/INV-\d{6}/)
  expect(await issueDueInvoices(shop.context)).toBe(0)
  expect(await listTotals(sent.reference)).toMatchObject([{ total: 5460 }])
  // R-CORRECT-8: its invoice came with a parcel, and is for all of it.
  expect(
    (await correctOrder(staff, sent.reference, { lines: [{ position: 1, quantity: '2' }] })).message,
  ).toContain('has been invoiced')
})

test('R-INVOICE-10: an order that is free of charge has no invoice', async () => {
  const staff = await signInWithBasket(shop, 'staff@example.com', { 'FH-OIL-1': 2 })
  const { body } = await sendSave(staff, createMemberSend('godmode', { free_reason: 'sample' }))
  await completeOrder(staff)
  expect(await issueDueInvoices(shop.context)).toBe(0)
  expect((await staff.getPage(`/order/${body.reference}/invoice.pdf`)).status).toBe(404)
  expect((await despatch(staff, body.reference!, { 1: 2 })).success).toBe(true)
  expect(await listTotals(body.reference!)).toEqual([])
})

test('a held order is invoiced after its release', async () => {
  const staff = await shop.signIn('staff@example.com')
  const { visitor, reference } = await placeAccountOrder(shop, 'stopped@example.com', { 'FH-OIL-1': 2 })
  expect(await issueDueInvoices(shop.context)).toBe(0)
  const { content } = await visitor.getFile(`/account/orders/${reference}/invoice.pdf`)
  expect(readPdfText(content).join('\n')).toContain('Pro forma invoice')
  await changeOrder(staff, reference, 'release', { reason: 'Paid up' })
  expect(await issueDueInvoices(shop.context)).toBe(1)
  expect(await listTotals(reference)).toHaveLength(1)
})

const listKinds = async (reference: string) =>
  (
    await shop.sql<{ kind: string; total: number }>(
      `select d.kind, d.total from sales_document d join orders o on o.id = d.order_id
       where o.reference = $1 order by d.id`,
      [reference],
    )
  ).map(({ kind, total }) => [kind, total])

test('R-CREDIT-3: cancelling an order on account that was invoiced when placed issues a credit note for it', async () => {
  const staff = await shop.signIn('staff@example.com')
  const { visitor, reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
  await issueDueInvoices(shop.context)
  expect((await cancelOrder(staff, reference)).success).toBe(true)
  expect(await listKinds(reference)).toEqual([
    ['invoice', 3960],
    ['credit_note', 3960],
  ])
  const page = (await visitor.getPage(`/account/orders/${reference}`)).text
  expect(page).toContain('Credit note CN-')
})

test('R-CREDIT-3: a card payment that is taken back before anything has left credits the invoice', async () => {
  shop.simulator.control.fault('drop_our_answer')
  const { reference, total } = await createPaidOrder(shop)
  await issueDueInvoices(shop.context)
  await shop.simulator.control.advance(16)
  expect(await getOrderState(shop, reference)).toBe('payment_reversed')
  expect(await listKinds(reference)).toEqual([
    ['invoice', total],
    ['credit_note', total],
  ])
  const staff = await shop.signIn('staff@example.com')
  const page = (await staff.getPage(`/admin/orders/${reference}`)).text
  const [url] = /\/admin\/orders\/\w+\/documents\/CN-\d+\.pdf/.exec(page)!
  const text = readPdfText((await staff.getFile(url)).content)
    .join(' ')
    .replaceAll('\n', ' ')
  expect(text).toContain('The card provider took the payment back, so nothing is refunded.')
  expect(text).not.toContain('To be refunded')
})

test('R-CREDIT-3: a card payment that is taken back when a part has left credits the rest', async () => {
  const staff = await shop.signIn('staff@example.com')
  shop.simulator.control.fault('drop_our_answer')
  const { reference, total } = await createPaidOrder(shop, { 'FH-SEAL-1': 5 })
  await issueDueInvoices(shop.context)
  expect((await despatch(staff, reference, { 1: 2 })).success).toBe(true)
  await shop.simulator.control.advance(16)
  expect(await getOrderState(shop, reference)).toBe('payment_reversed')
  expect(await listKinds(reference)).toEqual([
    ['invoice', total],
    ['credit_note', expect.any(Number)],
  ])
  const lines = await shop.sql(
    `select l.kind, l.quantity from sales_document d join sales_document_line l on l.document_id = d.id
     join orders o on o.id = d.order_id where o.reference = $1 and d.kind = 'credit_note'`,
    [reference],
  )
  expect(lines).toEqual([{ kind: 'goods', quantity: 3 }])
})
