import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToBasket, openMemberBrowser } from '../support/browser-checkout.ts'
import { expectAccessibleAtAllWidths } from '../support/browser-staff.ts'
import { fillCheckoutAsGuest, openBrowserVisitor } from '../support/browser-visitor.ts'
import { browser, setUpBrowser } from '../support/e2e-fixture.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'

setUpBrowser()
let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ takesCards: false })
})
afterAll(() => shop?.close())

/** A guest's order; returns its reference and what is to be transferred, in pounds. */
async function orderByTransfer(page: Page): Promise<{ reference: string; amount: string }> {
  await page.goto('/')
  await addToBasket(page, { 'FH-OIL-1': 2 })
  await fillCheckoutAsGuest(page, `transfer-${Date.now()}@example.org`, 'Pay by bank transfer')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order: transfer £/ }).click()
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
  const text = await page.getByRole('main').innerText()
  const amount = /Please transfer £([\d.]+) to:/.exec(text)![1]!
  expect(text).toContain('We hold the goods for you until Tuesday 1 December.')
  return { reference: /FH[2-9A-Z]{8}/.exec(page.url())![0], amount }
}

test('R-CHECKOUT-34, R-CASH-1: a guest pays by bank transfer, staff enter the line of the statement, and take back what was wrong', async () => {
  const guest = await openBrowserVisitor(browser, shop.url)
  const { reference, amount } = await orderByTransfer(guest.page)
  await expectAccessibleAtAllWidths(guest.page)

  const { page } = await openMemberBrowser(browser, shop.url, 'staff@example.com')
  await page.goto('/admin/pro-formas')
  await page.getByText('7 days left').waitFor()
  await expectAccessibleAtAllWidths(page)
  await page.getByRole('link', { name: 'Enter a bank payment' }).click()
  await page.getByLabel('Line of the bank statement').fill(`24/11 FPI BYRON ${reference} ${amount}`)
  await page.getByRole('button', { name: 'Read the line' }).click()
  await page.getByRole('heading', { name: `Order ${reference}` }).waitFor()
  await expectAccessibleAtAllWidths(page)
  await page.getByRole('button', { name: 'Enter the payment' }).click()
  await page.getByText('The order goes on.').first().waitFor()

  await page.goto('/admin/cash')
  await page
    .locator('dl > div')
    .filter({ hasText: `Bank transfer£${amount}` })
    .waitFor()
  await expectAccessibleAtAllWidths(page)
  await page.getByRole('link', { name: /Entered wrongly\?/ }).click()
  await page.getByRole('button', { name: 'Cancel the entry' }).click()
  await page.getByText('Say what was wrong with the entry.').first().waitFor()
  await expectAccessibleAtAllWidths(page)
  await page.getByLabel('What was wrong').fill('Another Byron')
  await page.getByRole('button', { name: 'Cancel the entry' }).click()
  await page.getByText(`Order ${reference} waits for £${amount} again.`).first().waitFor()
  await page.getByText('Bank transfer, entered wrongly').waitFor()
  await guest.page.reload()
  await guest.page.getByText(`Please transfer £${amount} to:`).waitFor()
  expect(guest.consoleErrors).toEqual([])
  if (process.env.SHOTS) {
    mkdirSync(process.env.SHOTS, { recursive: true })
    for (const width of [360, 1280]) {
      await guest.page.setViewportSize({ width, height: 900 })
      await guest.page.screenshot({ path: `${process.env.SHOTS}/confirmation-${width}.png`, fullPage: true })
    }
  }
})
