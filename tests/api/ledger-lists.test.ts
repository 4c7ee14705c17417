import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsvRows } from '../support/csv.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { toText } from './despatch-calls.ts'
import { enterPayment, insertDocument } from './ledger-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

// R-ADMIN-6, R-LEDGER-9: the lists of accounts and of open invoices.

let shop: TestShop
let staff: TestVisitor
let reference: string
let old: number
let recent: number
let undated: number

beforeAll(async () => {
  shop = await startTestShop({
    brokenInvariants: {
      names: /^R-INVOICE-4: what has left/,
      reason: 'documents are inserted by SQL for orders that did not leave',
    },
  })
  staff = await shop.signIn('staff@example.com')
  const order = await placeAccountOrder(
    shop,
    'trade@example.com',
    { 'FH-OIL-1': 2 },
    { purchase_order: 'PO 900' },
  )
  reference = order.reference
  await shop.sql(`update company set name = '=Northfield' where account_number = 'NPH001'`)
  const [other] = await shop.sql<{ id: number }>(
    `insert into company (account_number, name) values ('ZED001', 'Zed Quarries') returning id`,
  )
  const second = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
  await shop.sql('update orders set company_id = $1 where reference = $2', [other!.id, second.reference])
  const insert = async (of: string, net: number, dueOn: string | null) =>
    (await insertDocument(shop, { reference: of, net, dueOn, issuedAt: '2026-08-03T09:00:00Z' })).number
  old = await insert(reference, 50_000, '2026-08-20')
  recent = await insert(reference, 30_000, '2026-11-20')
  undated = await insert(second.reference, 90_000, null)
  await insert(reference, 1_000, '2026-08-04')
  // The one that was due first is paid.
  await enterPayment(staff, 'NPH001', { amount: '12' })
}, 60_000)
afterAll(() => shop.close())

const list = async (query: string): Promise<number[]> => {
  const { status, text } = await staff.getPage(`/admin/open-invoices?${query}`)
  expect(status).toBe(200)
  const [, rows = ''] = text.split('<tbody')
  return [...rows.split('</tbody')[0]!.matchAll(/\/documents\/INV-(\d+)\.pdf/g)].map(([, number]) =>
    Number(number),
  )
}
const getRows = async (path: string) => readCsvRows((await staff.getFile(path)).content.toString().slice(1))
const saveView = async (section: string, query: string) =>
  (await staff.post<{ url: string }>('/admin/views', { section, name: 'Mine', query })).body.url

test('R-LEDGER-9: open invoices of all companies are filtered by age, found, and sorted', async () => {
  expect(await list('')).toEqual([undated, old, recent])
  expect(await list('sort=open&direction=down')).toEqual([undated, old, recent])
  expect(await list('sort=company&direction=up')).toEqual([old, recent, undated])
  expect(await list('show=overdue')).toEqual([old, recent])
  expect(await list('show=over_90')).toEqual([old])
  expect(await list('show=to_30')).toEqual([recent])
  expect(await list('show=not_due')).toEqual([undated])
  expect(await list('query=zed')).toEqual([undated])
  expect(await list('query=nph001')).toEqual([old, recent])
  expect(await list(`query=INV-${String(old).padStart(6, '0')}`)).toEqual([old])
  expect(await list(`query=${reference.toLowerCase()}`)).toEqual([old, recent])
  expect(await list('query=po+900')).toEqual([old, recent])
  expect(await list('query=100%25')).toEqual([])
  expect(await list('show=nonsense&sort=x&direction=y&page=0')).toHaveLength(3)
  const { text } = await staff.getPage('/admin/open-invoices?show=overdue&sort=open&direction=down')
  expect(toText(text)).toMatch(/2 invoices, £960\.00 open ?\./)
  expect(text).toMatch(
    /aria-sort="descending"[^>]*><a href="[^"]*show=overdue&amp;sort=open&amp;direction=up"/,
  )
})

test('R-ADMIN-6: open invoices are saved as a view and exported as they are listed', async () => {
  expect(await saveView('open-invoices', 'show=overdue&sort=due&direction=up&page=2')).toBe(
    '/admin/open-invoices?direction=up&show=overdue&sort=due',
  )
  const { text } = await staff.getPage('/admin/open-invoices?show=overdue')
  expect(text).toMatch(/aria-current="page"[^>]*>Mine</)
  const rows = await getRows('/admin/open-invoices/export.csv?show=overdue')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    Invoice: `INV-${String(old).padStart(6, '0')}`,
    Due: '2026-08-20',
    'Days overdue': '96',
    Account: 'NPH001',
    Company: "'=Northfield",
    'PO number': 'PO 900',
    Total: '600.00',
    Open: '600.00',
  })
})

test('R-ADMIN-6: accounts are saved as a view and exported as they are listed', async () => {
  await shop.sql(`update company set credit_limit = 50000 where account_number = 'NPH001'`)
  const url = await saveView('accounts', 'show=overdue&sort=balance&direction=down')
  const { text } = await staff.getPage(url)
  expect(text).toMatch(/aria-current="page"[^>]*>Mine</)
  expect(text).toContain('/admin/accounts/export.csv?show=overdue&amp;sort=balance&amp;direction=down')
  const rows = await getRows('/admin/accounts/export.csv?show=owing&sort=balance&direction=down')
  expect(rows.map(row => row.Account)).toEqual(['ZED001', 'NPH001'])
  expect(rows[1]).toMatchObject({
    Company: "'=Northfield",
    Balance: '960.00',
    Overdue: '960.00',
    'Credit limit': '500.00',
  })
  expect(Number(rows[1]!.Available)).toBeLessThan(-400)
  expect(rows[0]).toMatchObject({ 'Credit limit': '', Available: '' })
})

test('R-LEDGER-1: accounts on stop are a group of the list, and an account without a limit says so once', async () => {
  const { text } = await staff.getPage('/admin/accounts?show=on_stop')
  expect(text).toContain('Dale Aggregates')
  expect(text).not.toContain('ZED001')
  expect(text.match(/>No limit</g)).toHaveLength(1)
  expect(text).toMatch(/Owed £[\d,.]+, £960\.00 overdue\./)
})
