import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsvRows } from '../support/csv.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { correctMoney } from './correction-calls.ts'
import { despatch } from './despatch-calls.ts'
import { createDearerOrder, payLink } from './payment-link-calls.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  await shop.setStock('FH-OIL-1', 100)
})
afterAll(() => shop.close())

const at = async (iso: string) => {
  shop.clock.set(iso)
  staff = await shop.signIn('staff@example.com')
}

/** Box 1 of a month in pence, and the lines above it for an order. */
async function getMonth(month: string, lastDay: number, reference: string) {
  const { content } = await staff.getFile(`/admin/exports/vat.csv?from=${month}-01&to=${month}-${lastDay}`)
  const rows = readCsvRows(content.toString())
  const box = rows.find(row => row['Tax point']!.startsWith('Box 1'))!
  const lines = rows.filter(row => row['Order number'] === reference)
  return { vat: Math.round(Number(box.VAT) * 100), lines: lines.map(row => row.Document) }
}

async function getVat(reference: string): Promise<number> {
  const [row] = await shop.sql<{ vat: number }>('select vat from orders where reference = $1', [reference])
  return row!.vat
}

test('R-LEDGER-8: two payments of an order count on their days; its invoice moves nothing between periods', async () => {
  await at('2027-02-10T10:00:00Z')
  const order = await createDearerOrder(shop, staff)
  const { reference } = order
  const february = () => getMonth('2027-02', 28, reference)
  const march = () => getMonth('2027-03', 31, reference)
  const april = () => getMonth('2027-04', 30, reference)
  const first = await february()
  expect(first.lines).toEqual(['Card payment, not invoiced yet'])
  expect(first.vat).toBe(Math.round(order.total / 6))
  await at('2027-03-10T10:00:00Z')
  await payLink(shop.createVisitor(), order.link, order.due)
  const second = await march()
  expect(second.vat + first.vat).toBe(await getVat(reference))
  await at('2027-04-10T10:00:00Z')
  expect((await despatch(staff, reference, { 1: 1 })).success).toBe(true)
  expect((await despatch(staff, reference, { 1: 2 })).success).toBe(true)
  expect((await february()).vat).toBe(first.vat)
  const invoiced = await march()
  expect(invoiced.vat).toBe(second.vat)
  expect(invoiced.lines).toHaveLength(3)
  expect(invoiced.lines).toContain('Invoiced now, counted when it was paid')
  expect((await april()).vat).toBe(0)
  const { text } = await staff.getPage('/admin/exports?from=2027-03-01&to=2027-03-31')
  expect(text).toContain('Invoices of 1 order counted when it was paid at 20%')
})

test('R-LEDGER-8: what a correction refunds of two payments is taken off to the penny', async () => {
  await at('2027-05-10T10:00:00Z')
  const order = await createDearerOrder(shop, staff)
  await payLink(shop.createVisitor(), order.link, order.due)
  await at('2027-06-10T10:00:00Z')
  const lines = [{ position: 1, quantity: 2, code: 'FH-SEAL-1' }]
  expect((await correctMoney(staff, order.reference, { lines })).success).toBe(true)
  expect((await despatch(staff, order.reference, { 1: 2 })).success).toBe(true)
  const months = [
    await getMonth('2027-05', 31, order.reference),
    await getMonth('2027-06', 30, order.reference),
  ]
  expect(months[0]!.vat + months[1]!.vat).toBe(await getVat(order.reference))
})
