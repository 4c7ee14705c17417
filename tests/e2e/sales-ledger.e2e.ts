import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { despatch } from '../api/despatch-calls.ts'
import { placeAccountOrder } from '../api/shoppers.ts'
import { expectAccessibleAtAllWidths } from '../support/browser-staff.ts'
import { browser, setUpBrowser } from '../support/e2e-fixture.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

setUpBrowser()
let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop?.close())

/** A page of somebody who is signed in. */
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
  const consoleErrors: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') consoleErrors.push(message.text())
  })
  page.on('pageerror', error => consoleErrors.push(error.message))
  await page.goto(path)
  return { page, consoleErrors }
}

test('R-LEDGER-2: staff enter a payment by keyboard, move it to another invoice, and the head buyer sees it', async () => {
  const staff = await shop.signIn('staff@example.com')
  for (const quantity of [2, 3]) {
    const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': quantity })
    expect((await despatch(staff, reference, { 1: quantity })).success).toBe(true)
  }
  const { page, consoleErrors } = await openPage(staff, '/admin/accounts')
  await expectAccessibleAtAllWidths(page)
  await page.getByLabel('Find an account').fill('northfield')
  await page.keyboard.press('Enter')
  await page.getByText('1 account for “northfield”').waitFor()
  await page.getByRole('link', { name: 'Northfield Plant Hire' }).click()
  await page.getByRole('heading', { level: 1, name: 'Northfield Plant Hire' }).waitFor()

  await page.getByLabel('Amount in £').first().fill('ten')
  await page.getByLabel('Reference').fill('BACS 77')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /Enter an amount in pounds and pence/ }).waitFor()
  await expectAccessibleAtAllWidths(page)
  expect(await page.getByLabel('Reference').inputValue()).toBe('BACS 77')
  await page.getByLabel('Amount in £').first().fill('10.00')
  await page.keyboard.press('Enter')
  await page.getByText('£10.00 from Northfield Plant Hire entered.').first().waitFor()
  await expectAccessibleAtAllWidths(page)

  await page.getByRole('link', { name: 'Bank transfer BACS 77' }).click()
  const amounts = page.getByLabel(/^INV-\d+, amount in £/)
  expect(await amounts.evaluateAll(inputs => inputs.map(input => (input as HTMLInputElement).value))).toEqual(
    ['10.00', ''],
  )
  await amounts.nth(0).fill('4')
  await amounts.nth(1).fill('6')
  await page.getByText('Cancel this payment…').click()
  await expectAccessibleAtAllWidths(page)
  await page.getByRole('button', { name: 'Save allocation' }).click()
  await page.getByText('Allocation of Bank transfer BACS 77 saved.').first().waitFor()

  await page.getByRole('navigation', { name: 'Back office' }).getByText('More').click()
  await page.getByRole('link', { name: 'Exports' }).click()
  await page.getByRole('heading', { name: 'VAT return' }).waitFor()
  await expectAccessibleAtAllWidths(page)
  expect(consoleErrors.filter(line => !line.includes('422'))).toEqual([])

  const head = await openPage(await shop.signIn('head@example.com'), '/account/statements')
  await head.page.getByRole('heading', { level: 1, name: 'Statements' }).waitFor()
  expect(await head.page.getByRole('link', { name: /^INV-/ }).count()).toBe(2)
  await expectAccessibleAtAllWidths(head.page)
  expect(head.consoleErrors).toEqual([])
})
