import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsvRows } from '../support/csv.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { placeDespatchedOrder } from './return-calls.ts'

// R-REPORT-1 to 3: what sold, what earns, what sleeps.

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop({
    brokenInvariants: { names: /^R-(INVOICE|CREDIT|LEDGER|VAT)/, reason: 'a credit note is inserted by SQL' },
  })
  staff = await shop.signIn('staff@example.com')
  await shop.sql(`update product set cost = case code when 'FH-OIL-1' then 200 end`)
  await placeDespatchedOrder(shop, staff, { 'FH-OIL-1': 3, 'FH-AIR-1': 2 })
  await placeDespatchedOrder(shop, staff, { 'FH-OIL-1': 1 })
})
afterAll(() => shop.close())

const download = async (query: string) =>
  readCsvRows((await staff.getFile(`/admin/reports/export.csv?${query}`)).content.toString())
const sumOf = (rows: Record<string, string>[], column: string) =>
  Math.round(rows.reduce((sum, row) => sum + Number(row[column]), 0) * 100)
const getInvoiced = async () => {
  const [row] = await shop.sql<{ net: number; pieces: number }>(
    `select sum(l.net)::int as net, sum(l.quantity)::int as pieces from sales_document_line l
     join sales_document d on d.id = l.document_id where l.kind = 'goods' and d.kind = 'invoice' and d.issued_on = $1`,
    ['2026-11-24'],
  )
  return row!
}
const today = 'from=2026-11-24&until=2026-11-24'

test('R-REPORT-1: products, brands, types and customers add up to the goods of the invoices', async () => {
  const { net, pieces } = await getInvoiced()
  for (const show of ['products', 'brands', 'types', 'customers']) {
    const rows = await download(`show=${show}&${today}`)
    expect([show, sumOf(rows, 'Net'), sumOf(rows, 'Pieces')]).toEqual([show, net, pieces * 100])
  }
  const page = (await staff.getPage(`/admin/reports?show=makes&${today}`)).text
  expect(page).toContain('A part counts for each make that it fits')
})

test('R-REPORT-1: the margin is that of parts whose cost is known', async () => {
  const rows = await download(`show=products&${today}`)
  const find = (code: string) => rows.find(({ Part }) => Part === code)!
  const oil = find('FH-OIL-1')
  expect(Math.round(Number(oil.Margin) * 100)).toBe(
    Math.round(Number(oil.Net) * 100) - Number(oil.Pieces) * 200,
  )
  expect(find('FH-AIR-1').Margin).toBe('')
})

test('R-REPORT-1: the span before is beside it, and what was sold then alone is listed too', async () => {
  const { net } = await getInvoiced()
  const rows = await download('show=products&from=2026-11-25&until=2026-11-25')
  expect([sumOf(rows, 'Net'), sumOf(rows, 'Before')]).toEqual([0, net])
  const lastYear = await download('show=products&from=2027-11-24&until=2027-11-24&beside=year')
  expect(sumOf(lastYear, 'Before')).toBe(net)
})

test('R-REPORT-1: what is credited is taken off', async () => {
  const before = sumOf(await download(`show=products&${today}`), 'Net')
  await shop.sql(
    `with paper as (
       insert into sales_document (kind, number, order_id, on_account, issued_at, issued_on, tax_point, net, vat, total, vat_rate_bp, content)
       select 'credit_note', 1, order_id, false, issued_at, issued_on, tax_point, 500, 100, 600, 2000, content
       from sales_document where kind = 'invoice' order by id limit 1 returning id)
     insert into sales_document_line (document_id, nth, kind, position, product_id, quantity, net, vat, title)
     select paper.id, 1, 'goods', 0, p.id, 1, 500, 100, p.title from paper, product p where code = 'FH-OIL-1'`,
  )
  expect(sumOf(await download(`show=products&${today}`), 'Net')).toBe(before - 500)
})

test('R-REPORT-2: stock sleeps that was not despatched since the first day', async () => {
  const codes = async (query: string) => (await download(`show=sleeping&${query}`)).map(({ Part }) => Part)
  const asleep = await codes(today)
  expect(asleep).not.toContain('FH-OIL-1')
  expect(asleep.length).toBeGreaterThan(0)
  expect(await codes('from=2026-11-25&until=2026-11-25')).toContain('FH-OIL-1')
})
