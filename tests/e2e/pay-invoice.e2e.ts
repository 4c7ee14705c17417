import { afterAll, beforeAll, expect, test } from 'vitest'
import { despatch } from '../api/despatch-calls.ts'
import { placeAccountOrder } from '../api/shoppers.ts'
import { expectAccessibleAtAllWidths } from '../support/browser-staff.ts'
import { declinedCard, payInFrame } from '../support/browser-visitor.ts'
import { browser, setUpBrowser } from '../support/e2e-fixture.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'

setUpBrowser()
let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop?.close())

test('R-LEDGER-12: a head buyer pays an invoice by card, with a declined card first', async () => {
  const staff = await shop.signIn('staff@example.com')
  const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
  expect((await despatch(staff, reference, { 1: 2 })).success).toBe(true)
  const head = await shop.signIn('head@example.com')
  const context = await browser.newContext({
    baseURL: shop.url,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-forwarded-for': head.ip },
  })
  await context.addCookies([...head.cookies].map(([name, value]) => ({ name, value, url: shop.url })))
  const page = await context.newPage()
  await page.goto('/account/statements')
  await expectAccessibleAtAllWidths(page)
  await page.getByRole('link', { name: 'Pay by card for INV-000001' }).click()
  await page.getByRole('heading', { name: /^£[\d.]+ to pay$/ }).waitFor()
  await expectAccessibleAtAllWidths(page)
  const pay = page.getByRole('button', { name: /^Pay £[\d.]+ by card$/ })
  await pay.click()
  await payInFrame(page, declinedCard)
  await page.getByText('Your card was not accepted and nothing was charged.').waitFor()
  await pay.click()
  await page.frameLocator('iframe[title="Card payment"]').getByRole('button').first().waitFor()
  await expectAccessibleAtAllWidths(page)
  await payInFrame(page)
  await page.getByText(/^Thank you, we have your payment of £[\d.]+\.$/).waitFor()
  await page.goto('/account/statements')
  await page.getByText('Nothing is open on your account.').waitFor()
  await context.close()
})
