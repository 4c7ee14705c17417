import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { buyerWith, expectAccessible, fillCheckoutAsGuest, wakened } from '../support/buyer.ts'
import { memberWith, next, open, putIn } from '../support/checkout.ts'
import { launchChromium } from '../support/chromium.ts'

let shop: BuiltShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchChromium()])
})

afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const agree = (page: Page) => page.getByRole('checkbox', { name: /I agree/ }).check()
const away = (page: Page, path: string) => page.route(`**${path}`, route => route.abort())
const back = (page: Page, path: string) => page.unroute(`**${path}`)

/** A trade buyer at the last stage, his terms accepted. */
async function tradeAtTheEnd(page: Page): Promise<void> {
  await page.goto('/checkout')
  await wakened(page)
  await next(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await next(page, 'Continue to confirmation')
  await open(page, 'Confirmation')
  await agree(page)
}

test('where the network is away, each step says so, loses nothing, and goes on at the next try', async () => {
  const { page } = await memberWith(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 2 })
  await away(page, '/checkout/load')
  await page.goto('/checkout')
  await page.getByText('An Error occurred while loading the checkout').waitFor()
  await expectAccessible(page)
  await back(page, '/checkout/load')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.getByText('An Error occurred').count()).toBe(0)

  await away(page, '/checkout/save')
  await next(page, 'Continue to delivery date')
  await page.getByText(/^Error saving delivery information\. We could not reach the shop/).waitFor()
  await back(page, '/checkout/save')
  await away(page, '/checkout/delivery')
  await next(page, 'Continue to delivery date')
  await page.getByText(/^Error loading delivery options/).waitFor()
  await expectAccessible(page)
  await back(page, '/checkout/delivery')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()

  await away(page, '/basket')
  await next(page, 'Continue to confirmation')
  await page.getByText(/could not read the prices again/).waitFor()
  await back(page, '/basket')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.getByText(/could not read the prices again/).count()).toBe(0)

  await agree(page)
  await away(page, '/checkout/complete')
  await page.getByRole('button', { name: 'Place Order on account' }).click()
  await page.getByRole('dialog', { name: 'Your order was not placed' }).waitFor()
  await page.getByRole('button', { name: 'OK' }).click()
  await back(page, '/checkout/complete')
  await page.getByRole('button', { name: 'Place Order on account' }).click()
  await page.waitForURL(/\/confirmation$/)
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
})

test('while the order is being placed nothing can be changed; when it fails everything can', async () => {
  const { page } = await memberWith(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  await tradeAtTheEnd(page)
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/checkout/save', async route => {
    await held
    await route.abort()
  })
  await page.getByRole('button', { name: 'Place Order on account' }).click()
  const change = page.getByRole('button', { name: 'Change purchase options' })
  await expect.poll(() => change.isDisabled()).toBe(true)
  release()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => change.isDisabled()).toBe(false)
})

test('a guest whose session ended goes on where he was', async () => {
  const { page, context } = await buyerWith(browser, shop.url)
  await page.goto('/')
  await putIn(page, { 'FH-OIL-1': 1 })
  await fillCheckoutAsGuest(page, `ended-${Date.now()}@example.org`)
  await context.clearCookies({ name: /session/ })
  await agree(page)
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await page.getByText('Test mode: no money is taken.').waitFor()
})

test('after a reload the password is not asked again, unless the shop has forgotten it too', async () => {
  const { page, context } = await buyerWith(browser, shop.url)
  await page.goto('/')
  await putIn(page, { 'FH-OIL-1': 1 })
  await fillCheckoutAsGuest(page, `again-${Date.now()}@example.org`)
  await page.reload()
  await open(page, 'Confirmation')
  await context.clearCookies({ name: /session/ })
  await wakened(page)
  await agree(page)
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await page.getByText('Password is required.').first().waitFor()
  await page.getByRole('button', { name: 'Change contact' }).first().click()
  await page.getByText(/type your password once more/).waitFor()
  await page.getByLabel('Password', { exact: true }).fill('a long enough one')
  await next(page, 'Continue to confirmation')
  await open(page, 'Confirmation')
  await agree(page)
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await page.getByText('Test mode: no money is taken.').waitFor()
})

test('who was signed out meanwhile signs in again and finds everything as he left it', async () => {
  const { page, context } = await memberWith(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  await tradeAtTheEnd(page)
  await page.getByRole('button', { name: 'Change purchase options' }).click()
  await page.getByLabel('Order number').fill('PO-31')
  await context.clearCookies({ name: /session/ })
  await next(page, 'Continue to confirmation')
  await page.getByRole('dialog', { name: 'You have been signed out' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(/\/login\?redirectTo=\/checkout$/)
  await page.getByRole('main').getByLabel('Email address').fill('trade@example.com')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/checkout$/)
  await wakened(page)
  await open(page, 'Confirmation')
  await expect.poll(() => page.getByRole('main').innerText()).toContain('PO-31')
  await page.getByRole('button', { name: 'Place Order on account' }).waitFor()
})

test('two tabs of one buyer make one order', async () => {
  const { page, context } = await memberWith(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  await tradeAtTheEnd(page)
  const other = await context.newPage()
  await other.goto('/checkout')
  await wakened(other)
  await open(other, 'Confirmation')
  await agree(other)
  await page.getByRole('button', { name: 'Place Order on account' }).click()
  await page.waitForURL(/\/confirmation$/)
  await other.getByRole('button', { name: 'Place Order on account' }).click()
  await other.waitForURL(/\/confirmation$/)
  expect(new URL(other.url()).pathname).toBe(new URL(page.url()).pathname)
})

test('when the total has changed since he saw it, it is shown anew before anything is ordered', async () => {
  const { page } = await memberWith(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 2 })
  await tradeAtTheEnd(page)
  await expect.poll(() => page.getByRole('main').innerText()).toContain('£39.60')
  // In another tab; ten of them go free of carriage.
  await putIn(page, { 'FH-OIL-1': 8 })
  await page.getByRole('button', { name: 'Place Order on account' }).click()
  await page.getByText(/^The total has changed since you last saw it: it is now £150\.00/).waitFor()
  await expect.poll(() => page.getByRole('main').innerText()).toContain('FREE')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Place Order on account' }).click()
  await page.waitForURL(/\/confirmation$/)
  await expect.poll(() => page.getByRole('main').innerText()).toContain('£150.00')
})

test('a day that went meanwhile leads back to stage 3, with the reason', async () => {
  const { page } = await memberWith(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  await page.goto('/checkout')
  await wakened(page)
  await next(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /Choose a day/ }).check()
  await expect.poll(() => page.getByLabel('Delivery day').locator('option').count()).toBeGreaterThan(10)
  await page.getByLabel('Delivery day').selectOption({ index: 3 })
  await next(page, 'Continue to confirmation')
  await open(page, 'Confirmation')
  // He comes back when the day he named is past.
  await page.goto('/terms-conditions')
  await page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('checkout')!)
    sessionStorage.setItem(
      'checkout',
      JSON.stringify({ ...kept, draft: { ...kept.draft, deliveryDay: '2026-01-05' } }),
    )
  })
  await page.goto('/checkout')
  await wakened(page)
  await open(page, 'Confirmation')
  await agree(page)
  await page.getByRole('button', { name: 'Place Order on account' }).click()
  await open(page, 'Delivery date and method')
  await page.getByText(/day can no longer be kept/).waitFor()
})

test('an item that went meanwhile is named, and the way leads back to the basket; nothing is ordered', async () => {
  const { page } = await memberWith(browser, shop.url, 'trade@example.com', { 'FH-AIR-1': 5 })
  await tradeAtTheEnd(page)
  const other = await memberWith(browser, shop.url, 'stopped@example.com', { 'FH-AIR-1': 1 })
  await tradeAtTheEnd(other.page)
  await other.page.getByRole('button', { name: 'Place Order on account' }).click()
  await other.page.waitForURL(/\/confirmation$/)
  await page.getByRole('button', { name: 'Place Order on account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Please remove this item from your basket.').waitFor()
  await expect.poll(() => dialog.innerText()).toContain('FH-AIR-1')
  await expectAccessible(page)
  // Closed, it leaves him at stage 3.
  await page.keyboard.press('Escape')
  await open(page, 'Delivery date and method')
  await next(page, 'Continue to confirmation')
  await agree(page)
  await page.getByRole('button', { name: 'Place Order on account' }).click()
  await page.getByRole('button', { name: 'Return to basket' }).click()
  await page.waitForURL(/\/basket$/)
})
