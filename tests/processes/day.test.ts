import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatPounds, pence } from '../../src/lib/money.ts'
import { launchChromium } from '../support/chromium.ts'
import { type DayOrders, placeDayOrders } from '../support/day-orders.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

// A day of the shop and the end of its month. Each test goes on from the one before. Staff work in the browser.

let shop: TestShop
let browser: Browser
let page: Page
let orders: DayOrders
beforeAll(async () => {
  shop = await startTestShop({ worker: true })
  browser = await launchChromium()
  const staff = await signInStaff()
  await shop.setStock('FH-HYD-1', 3)
  for (const code of ['FH-SEAL-1', 'FH-OIL-1', 'FH-AIR-1']) await shop.setStock(code, 60)
  orders = await placeDayOrders(shop, staff)
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

async function signInStaff(): Promise<TestVisitor> {
  const staff = await shop.signIn('staff@example.com')
  await page?.context().close()
  page = await (await openContext(staff)).newPage()
  return staff
}

/** The browser of somebody who is signed in, or of a guest with an order. */
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

test('13 orders of all kinds come in', async () => {
  const rows = await shop.sql<{ state: string }>(
    `select state from orders where placed_at is not null and request_hash not like 'demo %'`,
  )
  expect(rows.map(row => row.state)).toEqual(Array.from({ length: 13 }, () => 'placed'))
  await checkInvariants(shop)
})

test('an order goes out in two parcels, each with its invoice', async () => {
  const [reference] = orders.accounts
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

test('one order is corrected before it leaves', async () => {
  const reference = orders.accounts[2]
  await page.goto(`/admin/orders/${reference}/correct`)
  await page.getByLabel('PO number').fill('PO-1003/B')
  await page
    .getByLabel(/^Quantity/)
    .first()
    .fill('2')
  await press(/^(Save|Correct order)$/)
  await page.getByRole('checkbox').last().check()
  await press('Correct order')
  await openOrder(reference)
  await read('PO-1003/B')
  await checkInvariants(shop)
})

test('the others are picked from bin to bin', async () => {
  const { cards, accounts, headBuyer, approved, quoted } = orders
  await page.goto('/admin/picking')
  for (const reference of [...cards, ...accounts.slice(1), headBuyer, approved, quoted])
    await page.locator(`input[value="${reference}"]`).check()
  await press('Make pick list')
  await page.getByRole('heading', { level: 1, name: /^Pick list/ }).waitFor()
  for (const [nth, code] of ['fh oil 1', 'FH-SEAL-1', 'FHAIR1'].entries()) {
    await page.getByLabel('Scan or type a part number').fill(code)
    await page.getByLabel('Scan or type a part number').press('Enter')
    await read(`${nth + 1} of 3 parts picked`)
  }
  await press('Finish list')
  await read('This list is finished.')
})

test('what was picked goes out', async () => {
  const { cards, accounts, headBuyer, approved, quoted } = orders
  for (const reference of [...cards, ...accounts.slice(1), headBuyer, approved, quoted]) {
    await despatch(reference)
    expect(await getState(reference)).toBe('despatched')
  }
  await checkInvariants(shop)
})

test('the order of an account on stop is released and goes out', async () => {
  await openOrder(orders.held)
  expect(await page.getByRole('button', { name: 'Despatch' }).count()).toBe(0)
  await page.getByLabel('Why it is released').fill('Paid on the telephone')
  await press('Release although the account is on stop')
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
  await checkInvariants(shop)
})

test('a delivery comes in, and the back orders go out', async () => {
  await page.goto('/admin/stock')
  await page.getByRole('link', { name: 'Book goods in' }).click()
  await page.getByLabel('Supplier').fill('Donaldson')
  await page.getByLabel('Their delivery note number').fill('DN 4711')
  await page.getByLabel(/What was delivered/).fill('FH-HYD-1 20')
  await press('Read the list')
  await read('1 line, 20 pieces. Is that what was delivered?')
  await press('Book in')
  await page.getByRole('heading', { level: 1, name: 'Delivery note DN 4711' }).waitFor()
  for (const reference of orders.short) {
    await page.getByRole('link', { name: reference }).first().waitFor()
  }
  for (const reference of orders.short) {
    await despatch(reference)
    expect(await getState(reference)).toBe('despatched')
  }
  await checkInvariants(shop)
})

test('a line is refunded to the card, with a credit note', async () => {
  const reference = orders.cards[1]
  await openOrder(reference)
  await page.getByText('Refund…').click()
  await page
    .getByLabel(/FH-SEAL-1/)
    .last()
    .fill('2')
  await page.locator('#refund-reason').fill('Two came bent')
  await page.getByLabel('Yes, refund this to the card').check()
  await press('Send refund')
  await read(/was refunded to the card/)
  const documents = await shop.sql<{ kind: string; refunded: number; total: number }>(
    `select d.kind, d.total, (select sum(amount)::int from payment_refund r where r.credit_note_id = d.id) as refunded
     from sales_document d join orders o on o.id = d.order_id where o.reference = $1 order by d.id`,
    [reference],
  )
  expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note'])
  expect(documents[1]!.refunded).toBe(documents[1]!.total)
  await checkInvariants(shop)
})

test('a filter comes back, and is credited to the account', async () => {
  const [reference] = orders.accounts
  const customer = await (await openContext(await shop.signIn('trade@example.com'))).newPage()
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
  await checkInvariants(shop)
})

test('a payment comes in, and the month’s statement and VAT return add up to the documents', async () => {
  shop.clock.set('2026-12-01T09:00:00Z')
  await signInStaff()
  await page.goto('/admin/accounts/NPH001')
  await page.getByLabel('Amount in £').first().fill('100.00')
  await page.getByLabel('Reference').first().fill('BACS 4711')
  await press('Enter payment')
  await read('BACS 4711')
  const [owed] = await shop.sql<{ closing: number }>(
    `select sum(case kind when 'invoice' then total else -total end)::int as closing
     from sales_document d join company c on c.id = d.company_id
     where on_account and account_number = 'NPH001' and issued_on <= '2026-11-30'`,
  )
  const statement = page.getByRole('listitem').filter({ hasText: 'November 2026, PDF' })
  expect(await statement.innerText()).toContain(formatPounds(pence(owed!.closing)))
  await statement.getByRole('button').click()
  await read(/Sent on 1 December 2026/)

  await page.goto('/admin/exports?from=2026-11-01&to=2026-11-30')
  const [sums] = await shop.sql<{ net: string; vat: string }>(
    `select sum(case kind when 'invoice' then net else -net end) as net,
       sum(case kind when 'invoice' then vat else -vat end) as vat
     from sales_document where tax_point between '2026-11-01' and '2026-11-30'`,
  )
  const box = (name: string) => main().locator('dl > div', { hasText: name }).locator('dd').innerText()
  expect(await box('Box 1')).toBe(formatPounds(pence(Number(sums!.vat))))
  await read(`to the penny ${formatPounds(pence(Number(sums!.net)))}`)
  await checkInvariants(shop)
})
