import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMemberBrowser, pressButton, waitForStage } from '../support/browser-checkout.ts'
import { expectAccessibleAtAllWidths } from '../support/browser-staff.ts'
import { waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpBrowser } from '../support/e2e-fixture.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'

setUpBrowser()
let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
  await shop.sql(`update company set credit_limit = 5000 where account_number = 'NPH001'`)
})
afterAll(() => shop?.close())

test('R-ORDER-12: a buyer beyond the credit limit reads it before the press and after, and staff send it all the same', async () => {
  const buyer = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 9 })
  const { page } = buyer
  await page.goto('/checkout')
  await waitForHydration(page)
  await pressButton(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await pressButton(page, 'Continue to confirmation')
  await waitForStage(page, 'Confirmation')
  await page
    .getByText('£50.00 of your £50.00 credit is left: this order will be held until we have spoken.')
    .waitFor()
  await expectAccessibleAtAllWidths(page)
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.waitForURL(/\/confirmation$/)
  await page.getByText(/it won’t be despatched until we’ve spoken about your account’s credit/).waitFor()
  await expectAccessibleAtAllWidths(page)
  const reference = /order\/(FH\w+)\//.exec(page.url())![1]!

  const staff = await openMemberBrowser(browser, shop.url, 'staff@example.com')
  await staff.page.goto('/admin/orders?state=held')
  await staff.page.getByText(/Over the credit limit: £[\d.]+ of £50\.00 used/).waitFor()
  await staff.page.goto(`/admin/orders/${reference}`)
  await staff.page
    .getByText(/^Held: over the credit limit/)
    .first()
    .waitFor()
  await expectAccessibleAtAllWidths(staff.page)
  await staff.page.getByRole('link', { name: 'The account of Northfield Plant Hire' }).waitFor()
  await staff.page.getByLabel('Why it is released').fill('Helen pays on Friday')
  await staff.page.getByRole('button', { name: 'Send all the same' }).click()
  await staff.page.getByText(`Order ${reference} has been released and can be despatched.`).first().waitFor()
  await staff.page.getByText('Released: Helen pays on Friday').waitFor()
  await page.goto(`/account/orders/${reference}`)
  expect(await page.getByRole('main').innerText()).not.toContain('On hold')
})
