import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import { addToBasket, openMemberBrowser, pressButton, waitForStage } from '../support/browser-checkout.ts'
import {
  expectAccessible,
  fillCheckoutAsGuest,
  openBrowserVisitor,
  waitForHydration,
} from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

const agree = (page: Page) => page.getByRole('checkbox', { name: /I agree/ }).check()
const disconnect = (page: Page, path: string) => page.route(`**${path}`, route => route.abort())
const reconnect = (page: Page, path: string) => page.unroute(`**${path}`)

/** Goes through the stages as a trade buyer, up to the last one, and accepts the terms. */
async function goToConfirmation(page: Page): Promise<void> {
  await page.goto('/checkout')
  await waitForHydration(page)
  await pressButton(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await pressButton(page, 'Continue to confirmation')
  await waitForStage(page, 'Confirmation')
  await agree(page)
}

test('a buyer whose network fails reads so at each stage, loses nothing, and goes on at the next try', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 2 })
  await disconnect(page, '/checkout/load')
  await page.goto('/checkout')
  await page.getByText('An Error occurred while loading the checkout').waitFor()
  await expectAccessible(page)
  await reconnect(page, '/checkout/load')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.getByText('An Error occurred').count()).toBe(0)

  await disconnect(page, '/checkout/save')
  await pressButton(page, 'Continue to delivery date')
  await page.getByText(/^Error saving delivery information\. We couldn’t reach the shop/).waitFor()
  await reconnect(page, '/checkout/save')
  await disconnect(page, '/checkout/delivery')
  await pressButton(page, 'Continue to delivery date')
  await page.getByText(/^Error loading delivery options/).waitFor()
  await expectAccessible(page)
  await reconnect(page, '/checkout/delivery')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()

  await disconnect(page, '/basket')
  await pressButton(page, 'Continue to confirmation')
  await page.getByText(/couldn’t update the prices/).waitFor()
  await reconnect(page, '/basket')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.getByText(/couldn’t update the prices/).count()).toBe(0)

  await agree(page)
  await disconnect(page, '/checkout/complete')
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.getByRole('dialog', { name: 'Your order was not placed' }).waitFor()
  await page.getByRole('button', { name: 'OK' }).click()
  await reconnect(page, '/checkout/complete')
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.waitForURL(/\/confirmation$/)
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
})

test('a buyer whose network fails between two stages tries again, and goes on', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  const code = '/assets/LateStages-*.js'
  await page.goto('/checkout')
  await waitForHydration(page)
  for (const path of [code, '/checkout']) await disconnect(page, path)
  await pressButton(page, 'Continue to delivery date')
  await page.getByText('An Error occurred while loading the checkout').waitFor()
  for (const path of [code, '/checkout']) await reconnect(page, path)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
})

test('a guest whose checkout a new release replaces between two stages goes on by itself, and loses nothing', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await addToBasket(page, { 'FH-OIL-1': 1 })
  // The scripts of the old release are gone until the page is loaded again.
  let documents = 0
  page.on('request', request => {
    if (request.isNavigationRequest() && request.url().endsWith('/checkout')) documents++
  })
  await page.route('**/assets/LateStages-*.js', route =>
    documents < 2 ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await fillCheckoutAsGuest(page, `release-${Date.now()}@example.org`)
  expect(documents).toBe(2)
  await agree(page)
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await page.getByText('Test mode: no money is taken.').waitFor()
})

test('a buyer whose scripts stay away reads so after one reload, until the next try, and goes on', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  const code = '/assets/LateStages-*.js'
  await page.route(`**${code}`, route => route.fulfill({ status: 404 }))
  const { promise: isAlerted, resolve } = Promise.withResolvers<void>()
  await page.goto('/checkout')
  await waitForHydration(page)
  // The reply that comes after the alert does not remove it.
  await page.route('**/checkout/load', async route => {
    await isAlerted
    await route.continue()
  })
  await pressButton(page, 'Continue to delivery date')
  const alert = page.getByText('An Error occurred while loading the checkout')
  await alert.waitFor()
  const loaded = page.waitForResponse('**/checkout/load')
  resolve()
  await (await loaded).finished()
  await alert.waitFor()
  await reconnect(page, code)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
})

test('a buyer can change nothing while the order is being placed, and everything after it has failed', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  await goToConfirmation(page)
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/checkout/save', async route => {
    await released
    await route.abort()
  })
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  const change = page.getByRole('button', { name: 'Change purchase options' })
  await expect.poll(() => change.isDisabled()).toBe(true)
  release()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => change.isDisabled()).toBe(false)
})

test('a guest whose session has ended goes on at the same stage', async () => {
  const { page, context } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await addToBasket(page, { 'FH-OIL-1': 1 })
  await fillCheckoutAsGuest(page, `ended-${Date.now()}@example.org`)
  await context.clearCookies({ name: /session/ })
  await agree(page)
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await page.getByText('Test mode: no money is taken.').waitFor()
})

test('a guest who reloads types no password again, unless the session has ended too', async () => {
  const { page, context } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await addToBasket(page, { 'FH-OIL-1': 1 })
  await fillCheckoutAsGuest(page, `again-${Date.now()}@example.org`)
  await page.reload()
  await waitForStage(page, 'Confirmation')
  await context.clearCookies({ name: /session/ })
  await waitForHydration(page)
  await agree(page)
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await page.getByText('Password is required.').first().waitFor()
  await page.getByRole('button', { name: 'Change contact' }).first().click()
  await page.getByText(/type your password again/).waitFor()
  await page.getByLabel('Password', { exact: true }).fill('a long enough one')
  await pressButton(page, 'Continue to confirmation')
  await waitForStage(page, 'Confirmation')
  await agree(page)
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await page.getByText('Test mode: no money is taken.').waitFor()
})

test('a buyer who was signed out meanwhile signs in again and finds everything as it was', async () => {
  const { page, context } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  await goToConfirmation(page)
  await page.getByRole('button', { name: 'Change purchase options' }).click()
  await page.getByLabel('PO number').fill('PO-31')
  await context.clearCookies({ name: /session/ })
  await pressButton(page, 'Continue to confirmation')
  await page.getByRole('dialog', { name: 'You have been signed out' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(/\/login\?redirectTo=\/checkout$/)
  await page.getByRole('main').getByLabel('Email address').fill('trade@example.com')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/checkout$/)
  await waitForHydration(page)
  await waitForStage(page, 'Confirmation')
  await expect.poll(() => page.getByRole('main').innerText()).toContain('PO-31')
  await page.getByRole('button', { name: /^Place Order on account/ }).waitFor()
})

test('a buyer with two tabs places one order', async () => {
  const { page, context } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  await goToConfirmation(page)
  const other = await context.newPage()
  await other.goto('/checkout')
  await waitForHydration(other)
  await waitForStage(other, 'Confirmation')
  await agree(other)
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.waitForURL(/\/confirmation$/)
  await other.getByRole('button', { name: /^Place Order on account/ }).click()
  await other.waitForURL(/\/confirmation$/)
  expect(new URL(other.url()).pathname).toBe(new URL(page.url()).pathname)
})

test('a buyer whose total has changed since it was shown sees the new one before anything is ordered', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 2 })
  await goToConfirmation(page)
  await expect.poll(() => page.getByRole('main').innerText()).toContain('£39.60')
  // As if in another tab; ten of them are delivered free.
  await addToBasket(page, { 'FH-OIL-1': 8 })
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.getByText(/^The total has changed since you last saw it: it is now £150\.00/).waitFor()
  await expect.poll(() => page.getByRole('main').innerText()).toContain('FREE')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.waitForURL(/\/confirmation$/)
  await expect.poll(() => page.getByRole('main').innerText()).toContain('£150.00')
})

test('B05: a buyer whose voucher was used up meanwhile reads so with the new total, and can order at it', async () => {
  const enterVoucher = (page: Page) =>
    page.request.post('/basket/discount', {
      headers: { 'x-requested-with': 'XMLHttpRequest' },
      data: { code: 'ONCE' },
    })
  const { page } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 2 })
  await enterVoucher(page)
  await goToConfirmation(page)
  const totalBefore = await page.getByRole('main').innerText()
  expect(totalBefore).not.toContain('£39.60')
  const other = await openMemberBrowser(browser, shop.url, 'head@example.com', { 'FH-OIL-1': 2 })
  await enterVoucher(other.page)
  await goToConfirmation(other.page)
  await other.page.getByRole('button', { name: /^Place Order on account/ }).click()
  await other.page.waitForURL(/\/confirmation$/)
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.getByText(/^ONCE was removed from your basket: .* The total is now £39\.60\./).waitFor()
  await expect
    .poll(() => page.getByRole('main').getByText('£39.60', { exact: true }).count())
    .toBeGreaterThan(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.waitForURL(/\/confirmation$/)
  await expect.poll(() => page.getByRole('main').innerText()).toContain('£39.60')
})

test('a buyer whose delivery day has passed is led back to stage 3, with the reason', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  await page.goto('/checkout')
  await waitForHydration(page)
  await pressButton(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /Choose a day/ }).check()
  await expect.poll(() => page.getByLabel('Delivery day').locator('option').count()).toBeGreaterThan(10)
  await page.getByLabel('Delivery day').selectOption({ index: 3 })
  await pressButton(page, 'Continue to confirmation')
  await waitForStage(page, 'Confirmation')
  // As if the buyer came back after the chosen day.
  await page.goto('/terms-conditions')
  await page.evaluate(() => {
    const stored = JSON.parse(sessionStorage.getItem('checkout')!)
    sessionStorage.setItem(
      'checkout',
      JSON.stringify({ ...stored, draft: { ...stored.draft, deliveryDay: '2026-01-05' } }),
    )
  })
  await page.goto('/checkout')
  await waitForHydration(page)
  await waitForStage(page, 'Confirmation')
  await agree(page)
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await waitForStage(page, 'Delivery date and method')
  await page.getByText(/day can no longer be kept/).waitFor()
})

test('a buyer whose item has sold out meanwhile reads which one, orders nothing and is led back to the basket', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-AIR-1': 5 })
  await goToConfirmation(page)
  const other = await openMemberBrowser(browser, shop.url, 'stopped@example.com', { 'FH-AIR-1': 1 })
  await goToConfirmation(other.page)
  await other.page.getByRole('button', { name: /^Place Order on account/ }).click()
  await other.page.waitForURL(/\/confirmation$/)
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Please remove this item from your basket.').waitFor()
  await expect.poll(() => dialog.innerText()).toContain('FH-AIR-1')
  await expectAccessible(page)
  // Closing the dialog leads to stage 3.
  await page.keyboard.press('Escape')
  await waitForStage(page, 'Delivery date and method')
  await pressButton(page, 'Continue to confirmation')
  await agree(page)
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.getByRole('button', { name: 'Return to basket' }).click()
  await page.waitForURL(/\/basket$/)
})
