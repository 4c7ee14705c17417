import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatPounds, pence } from '../../src/lib/money.ts'
import { launchChromium } from '../support/chromium.ts'
import * as customers from '../support/day-orders.ts'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

// A day of the shop and the end of its month, in the browser. Each test goes on from the one before.

/** The orders of the day: how they were placed decides what may happen to them. References. */
interface DayOrders {
  /** By guests, with a card. */
  cards: string[]
  /** On account, of Northfield Plant Hire. */
  accounts: string[]
  headBuyer: string
  /** Sent for approval, and approved. */
  approved: string
  /** Quoted, and accepted on account. */
  quoted: string
  collected: string
  /** Its account is on stop. */
  held: string
  /** More FH-HYD-1 than there are. */
  short: string[]
}

const trade = 'trade@example.com'

let shop: TestShop
let browser: Browser
let staff: TestVisitor
let page: Page
const orders = { cards: [], accounts: [], short: [] } as unknown as DayOrders
beforeAll(async () => {
  shop = await startTestShop({ worker: true })
  browser = await launchChromium()
  await signInStaff()
  await shop.setStock('FH-HYD-1', 3)
  for (const code of ['FH-SEAL-1', 'FH-OIL-1', 'FH-AIR-1']) await shop.setStock(code, 60)
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

async function signInStaff(): Promise<void> {
  staff = await shop.signIn('staff@example.com')
  await page?.context().close()
  page = await (await openContext(staff)).newPage()
}

/** The browser of somebody who is signed in. */
async function openContext(visitor: TestVisitor): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: shop.url,
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    extraHTTPHeaders: { 'x-forwarded-for': visitor.ip },
  })
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: shop.url })))
  return context
}

const openShop = () => ({ browser, url: shop.url })
const buyOnAccount = (
  email: string,
  goods: Record<string, number>,
  purchaseOrder: string,
  isCollected = false,
) => customers.orderOnAccount(openShop(), email, goods, { purchaseOrder, isCollected })

const openOrder = async (reference: string): Promise<void> => {
  await page.goto(`/admin/orders/${reference}`)
  await page.getByRole('heading', { level: 1, name: `Order ${reference}` }).waitFor()
}

const main = () => page.getByRole('main')
const press = (name: string | RegExp) => main().getByRole('button', { name }).first().click()
const read = (text: string | RegExp) => page.getByText(text).first().waitFor()

async function getState(reference: string): Promise<string> {
  const [row] = await shop.sql<{ state: string }>('select state from orders where reference = $1', [
    reference,
  ])
  return row!.state
}

/** Sends what the form proposes; the carrier that was used last is chosen. */
async function despatch(reference: string, carrier: string | null = null): Promise<void> {
  await openOrder(reference)
  if (carrier) await page.getByLabel('Carrier', { exact: true }).selectOption(carrier)
  await page
    .getByLabel(/^Tracking number/)
    .first()
    .fill(`TRACK${reference}`)
  await press('Despatch')
  await read(/has been despatched with/)
}

test('guests order by card', async () => {
  const buy = (email: string, goods: Record<string, number>) =>
    customers.orderByCard(openShop(), email, goods)
  orders.cards.push(
    await buy('first-guest@example.org', { 'FH-SEAL-1': 3, 'FH-OIL-1': 2 }),
    await buy('second-guest@example.org', { 'FH-SEAL-1': 8 }),
  )
})

test('customers order on account, one of them to collect, and one whose account is on stop', async () => {
  orders.accounts.push(
    await buyOnAccount(trade, { 'FH-OIL-1': 6, 'FH-AIR-1': 2 }, 'PO-1001'),
    await buyOnAccount(trade, { 'FH-SEAL-1': 8 }, 'PO-1002'),
    await buyOnAccount(trade, { 'FH-AIR-1': 3 }, 'PO-1003'),
  )
  orders.headBuyer = await buyOnAccount('head@example.com', { 'FH-SEAL-1': 9 }, 'PO-1008')
  orders.collected = await buyOnAccount(trade, { 'FH-OIL-1': 1 }, 'PO-1009', true)
  orders.held = await buyOnAccount('stopped@example.com', { 'FH-SEAL-1': 8 }, 'PO-1010')
})

test('an apprentice asks, and the head buyer approves', async () => {
  const request = await customers.orderWithApproval(openShop(), { 'FH-OIL-1': 2 })
  const [order] = await shop.sql<{ reference: string }>(
    'select o.reference from orders o join orders s on s.id = o.source_id where s.reference = $1',
    [request],
  )
  orders.approved = order!.reference
})

test('a customer asks for a quote, staff price it, and it is ordered', async () => {
  orders.quoted = await customers.orderQuote(openShop(), { 'FH-AIR-1': 10 }, async quote => {
    await page.goto(`/admin/quotes/${quote}`)
    await page.getByLabel('Offer each for FH-AIR-1, £').fill('41.00')
    await page.getByLabel('Carriage, £ ex VAT').fill('12.50')
    await press('Send quote')
    await read(`Quote ${quote} was sent to ${trade}.`)
  })
})

test('stock is short for two of the 12 orders that have come in', async () => {
  orders.short.push(
    await buyOnAccount(trade, { 'FH-HYD-1': 5, 'FH-SEAL-1': 1 }, 'PO-1004'),
    await buyOnAccount(trade, { 'FH-HYD-1': 4 }, 'PO-1005'),
  )
  const rows = await shop.sql<{ reference: string; state: string }>(
    `select reference, state from orders where placed_at is not null and request_hash not like 'demo %'`,
  )
  expect(rows.map(row => row.state)).toEqual(Array.from({ length: 12 }, () => 'placed'))
  expect(rows.map(row => row.reference).sort()).toEqual(Object.values(orders).flat().sort())
  const [stock] = await shop.sql<{ available: number }>(
    `select available from stock s join product p on p.id = s.product_id where p.code = 'FH-HYD-1'`,
  )
  expect(stock!.available).toBe(-6)
})

test('an order goes out in two parcels, each with its invoice', async () => {
  const reference = orders.accounts[0]!
  await openOrder(reference)
  await page.getByLabel(/FH-OIL-1/).fill('4')
  await page.getByLabel('Carrier', { exact: true }).selectOption('DPD')
  await page
    .getByLabel(/^Tracking number/)
    .first()
    .fill('15501234567890')
  await press('Despatch')
  await read('Parcel 1 has been despatched with DPD')
  expect(await getState(reference)).toBe('part_despatched')
  await despatch(reference)
  expect(await getState(reference)).toBe('despatched')
  const invoices = await shop.sql<{ number: number }>(
    `select d.number from sales_document d join orders o on o.id = d.order_id where o.reference = $1`,
    [reference],
  )
  expect(invoices).toHaveLength(2)
})

test('the tracking number of its first parcel is corrected, and the customer follows the right one', async () => {
  const reference = orders.accounts[0]!
  await openOrder(reference)
  const parcel = page.getByRole('heading', { name: /^Parcel 1, despatched/ }).locator('..')
  await parcel.getByText('Change carrier or tracking number').click()
  await parcel.getByLabel(/^Tracking number/).fill('15509999999999')
  await parcel.getByRole('button', { name: 'Save' }).click()
  await read('Parcel 1: DPD 15501234567890 → DPD 15509999999999')
  const customer = await (await openContext(await shop.signIn(trade))).newPage()
  await customer.goto(`/account/orders/${reference}`)
  const link = customer.getByRole('link', { name: 'Track 15509999999999' })
  expect(await link.getAttribute('href')).toContain('15509999999999')
  await customer.context().close()
})

test('one order is corrected before it leaves', async () => {
  const reference = orders.accounts[2]!
  await page.goto(`/admin/orders/${reference}/correct`)
  await page.getByLabel('PO number').fill('PO-1003/B')
  await page
    .getByLabel(/^Quantity/)
    .first()
    .fill('2')
  await press('Save and email the customer')
  await page.getByRole('checkbox').last().check()
  await press('Save and email the customer')
  await openOrder(reference)
  await read('PO-1003/B')
})

/** What is picked and despatched together. */
const listPicked = () => [
  ...orders.cards,
  ...orders.accounts.slice(1),
  orders.headBuyer,
  orders.approved,
  orders.quoted,
]

test('the others are picked from bin to bin, and one air filter is not there', async () => {
  await page.goto('/admin/picking')
  for (const reference of listPicked()) await page.locator(`input[value="${reference}"]`).check()
  await press('Make pick list')
  await page.getByRole('heading', { level: 1, name: /^Pick list/ }).waitFor()
  for (const [nth, code] of ['fh oil 1', 'FH-SEAL-1'].entries()) {
    await page.getByLabel('Scan or type a part number').fill(code)
    await page.getByLabel('Scan or type a part number').press('Enter')
    await read(`${nth + 1} complete, ${2 - nth} to go`)
  }
  // 2 for the corrected order and 10 for the quoted one, which came later.
  await page.getByText('Not enough there…').click()
  await page.getByLabel('How many are there?').fill('11')
  await press('Confirm these')
  await read(/11 × FH-AIR-1 picked: .* 1 short\./)
  await press('Finish list')
  await read('This list is finished.')
})

test('what was picked goes out, and what was short stays to come', async () => {
  for (const reference of listPicked()) {
    await despatch(reference)
    expect(await getState(reference)).toBe(reference === orders.quoted ? 'part_despatched' : 'despatched')
  }
})

test('the order of an account on stop is released and goes out', async () => {
  await openOrder(orders.held)
  expect(await page.getByRole('button', { name: 'Despatch' }).count()).toBe(0)
  await page.getByLabel('Why it is released').fill('Paid on the telephone')
  await press('Send all the same')
  await read('Released: Paid on the telephone')
  await despatch(orders.held)
})

test('an order is collected', async () => {
  await openOrder(orders.collected)
  await press(/Ready to collect/i)
  await read(/will get an email/)
  await page
    .getByLabel(/Collected by|Handed to|Name/)
    .first()
    .fill('Adam Prentice')
  await press(/Hand over/)
  expect(await getState(orders.collected)).toBe('collected')
})

test('a delivery comes in, and the back orders go out', async () => {
  await page.goto('/admin/stock')
  await page.getByRole('link', { name: 'Book goods in' }).click()
  await page.getByLabel('Supplier').fill('Donaldson')
  await page.getByLabel('Their delivery note number').fill('DN 4711')
  await page.getByLabel(/What was delivered/).fill('FH-HYD-1 20\nFH-AIR-1 5')
  await press('Read the list')
  await read('2 lines, 25 pieces. Is that what was delivered?')
  await press('Book in')
  await page.getByRole('heading', { level: 1, name: 'Delivery note DN 4711' }).waitFor()
  const waiting = [orders.quoted, ...orders.short]
  for (const reference of waiting) await page.getByRole('link', { name: reference }).first().waitFor()
  for (const reference of waiting) {
    await despatch(reference)
    expect(await getState(reference)).toBe('despatched')
  }
})

test('a line is refunded to the card, with a credit note', async () => {
  const reference = orders.cards[1]!
  await openOrder(reference)
  await page.getByText('Refund…').click()
  await page
    .getByLabel(/FH-SEAL-1/)
    .last()
    .fill('2')
  await page.locator('#refund-reason').fill('Two came bent')
  await page.getByLabel(/^Yes, refund/).check()
  await press('Send refund')
  await read(/was refunded to the card/)
  const documents = await shop.sql<{ kind: string; refunded: number; total: number }>(
    `select d.kind, d.total, (select sum(amount)::int from payment_refund r where r.credit_note_id = d.id) as refunded
     from sales_document d join orders o on o.id = d.order_id where o.reference = $1 order by d.id`,
    [reference],
  )
  expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note'])
  expect(documents[1]!.refunded).toBe(documents[1]!.total)
})

test('a filter comes back, and is credited to the account', async () => {
  const reference = orders.accounts[0]!
  const customer = await (await openContext(await shop.signIn(trade))).newPage()
  await customer.goto(`/account/orders/${reference}`)
  await customer.getByRole('link', { name: 'Return goods' }).click()
  await customer.getByLabel(/FH-OIL-1/).fill('1')
  await customer.getByLabel('It’s faulty').check()
  await customer.getByLabel(/^What happened/).fill('It leaks.')
  await customer.getByRole('button', { name: 'Request return' }).click()
  const heading = customer.getByRole('heading', { name: /^Return RMA-\d{6}$/ })
  await heading.waitFor()
  const number = /RMA-\d{6}/.exec(await heading.innerText())![0]

  await page.goto(`/admin/returns/${number}`)
  await press('Authorise return')
  await read(`${number} has been authorised`)
  await page.getByLabel(/FH-OIL-1/).fill('1')
  await press('Goods received')
  await page.getByLabel('Into stock').fill('0')
  await page.getByLabel('Scrapped').fill('1')
  await press('Save inspection')
  await read(`${number} has been inspected.`)
  await page.locator('#credit-confirm').check()
  await press('Issue credit note')
  await read(/CN-\d{6}/)
  await customer.reload()
  await customer
    .getByText(/CN-\d{6}/)
    .first()
    .waitFor()
  await customer.context().close()
})

test('a payment on account comes in', async () => {
  await page.goto('/admin/accounts/NPH001')
  await page.getByLabel('Amount in £').first().fill('100.00')
  await page.getByLabel('Reference').first().fill('BACS 4711')
  await press('Enter payment')
  await read('£100.00 from Northfield Plant Hire entered.')
})

/** The documents of November: invoices less credit notes, in pence. */
async function sumDocuments(column: 'net' | 'vat' | 'total', condition = 'true'): Promise<number> {
  const documents = await shop.sql<{ kind: string; amount: number }>(
    `select d.kind, d.${column} as amount from sales_document d left join company c on c.id = d.company_id where ${condition}`,
  )
  expect(documents.map(({ kind }) => kind)).toContain('credit_note')
  return documents.reduce((sum, { kind, amount }) => sum + (kind === 'invoice' ? amount : -amount), 0)
}

test('the month’s statement adds up to invoices, credit notes and the payment', async () => {
  shop.clock.set('2026-12-01T09:00:00Z')
  await signInStaff()
  await page.goto('/admin/accounts/NPH001')
  const closing = formatPounds(
    pence((await sumDocuments('total', `d.on_account and c.account_number = 'NPH001'`)) - 100_00),
  )
  const statement = page.getByRole('listitem').filter({ hasText: 'November 2026, PDF' })
  expect(await statement.innerText()).toContain(closing)
  const { content } = await staff.getFile('/admin/accounts/NPH001/statements/2026-11.pdf')
  const text = (await readPdfText(content)).join('\n')
  for (const entry of ['BACS 4711', /INV-\d{6}/, /CN-\d{6}/, closing]) expect(text).toMatch(entry)
  await statement.getByRole('button').click()
  await read(/Sent on 1 December 2026/)
})

test('the month’s VAT return adds up to the documents', async () => {
  await page.goto('/admin/exports?from=2026-11-01&to=2026-11-30')
  const box = (name: string) => main().locator('dl > div', { hasText: name }).locator('dd').innerText()
  expect(await box('Box 1')).toBe(formatPounds(pence(await sumDocuments('vat'))))
  // The shop records no purchases.
  expect(await box('Box 4')).toBe('£0.00')
  const net = await sumDocuments('net')
  expect(await box('Box 6')).toBe(`£${Math.trunc(net / 100).toLocaleString('en-GB')}`)
  await read(`to the penny ${formatPounds(pence(net))}`)
})
