import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { despatch } from '../api/despatch-calls.ts'
import { insertDocument } from '../api/ledger-calls.ts'
import { placeAccountOrder } from '../api/shoppers.ts'
import { expectAccessibleAtAllWidths } from '../support/browser-staff.ts'
import { browser, setUpBrowser } from '../support/e2e-fixture.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

setUpBrowser()
let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({
    env: { REMINDER_DAYS: '7, 21, 35' },
    brokenInvariants: { names: /^R-INVOICE-4/, reason: 'overdue invoices are inserted by SQL' },
  })
})
afterAll(() => shop?.close())

async function openPage(visitor: TestVisitor, path: string) {
  const context = await browser.newContext({
    baseURL: shop.url,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-forwarded-for': visitor.ip },
  })
  onTestFinished(() => context.close())
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: shop.url })))
  const page = await context.newPage()
  await page.goto(path)
  return page
}

const countEmails = async (kind: string) =>
  (await shop.sql(`select from mail_outbox where kind = $1`, [kind])).length

test('R-INVOICE-11, R-LEDGER-11: staff set where invoices go, send one again, and send and pause reminders', async () => {
  const staff = await shop.signIn('staff@example.com')
  const page = await openPage(staff, '/admin/customers/NPH001')
  await page.getByText('Change the details').click()
  await page.getByLabel('Emails of their accounts department').fill('ap@northfield.example')
  await page.getByLabel('Invoices and credit notes to them').selectOption('One email a day, at 18:00')
  await page.getByRole('button', { name: 'Save details' }).click()
  await page.getByText('Details of Northfield Plant Hire saved.').first().waitFor()

  const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
  expect((await despatch(staff, reference, { 1: 2 })).success).toBe(true)
  await page.reload()
  await page.getByLabel('Invoice or credit note number').fill('INV-999')
  await page.getByRole('button', { name: 'Send it again' }).click()
  await page.getByText('has no invoice or credit note of this number').first().waitFor()
  await expectAccessibleAtAllWidths(page)
  await page.getByLabel('Invoice or credit note number').fill('inv 1')
  await page.getByRole('button', { name: 'Send it again' }).click()
  await page.getByText('INV-000001 goes to ap@northfield.example by email.').first().waitFor()
  expect(await countEmails('documents')).toBe(1)

  for (const [net, dueOn] of [
    [10_000, '2026-11-10'],
    [8_000, '2026-11-12'],
  ] as const)
    await insertDocument(shop, { reference, net, dueOn })
  await page.goto('/admin/reminders')
  await page.getByText('Pause INV-000003').click()
  await page.getByRole('button', { name: 'Pause its reminders' }).last().click()
  await page.getByText('Say what is disputed.').first().waitFor()
  await expectAccessibleAtAllWidths(page)
  await page.getByLabel('What is disputed').last().fill('Two came bent')
  await page.getByRole('button', { name: 'Pause its reminders' }).last().click()
  await page.getByText('Paused: Two came bent').waitFor()
  await expectAccessibleAtAllWidths(page)
  await page.getByRole('button', { name: 'Send the ticked reminders' }).click()
  await page.getByText('Reminders go to Northfield Plant Hire by email.').first().waitFor()
  expect(await countEmails('payment-reminder')).toBe(1)
})

test('R-INVOICE-12: a customer opens an invoice by its number', async () => {
  const trade = await shop.signIn('trade@example.com')
  const page = await openPage(trade, '/account/orders')
  await page.getByLabel('Invoice or credit note number').fill('CN-77')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByText('You have no invoice or credit note of this number.').waitFor()
  expect(await page.getByLabel('Invoice or credit note number').inputValue()).toBe('CN-77')
  await expectAccessibleAtAllWidths(page)
})
