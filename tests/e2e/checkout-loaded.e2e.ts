import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { expectAccessible, wakened } from '../support/buyer.ts'
import { memberWith, next, open } from '../support/checkout.ts'
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

interface Demo {
  quote_id: number
  approval_id: number
}
const demo = async () => (await (await fetch(`${shop.url}/_sandbox/demo.json`)).json()) as Demo

test('an apprentice sends his order for approval: nothing to pay, no terms to accept, no method to choose', async () => {
  const { page, complaints } = await memberWith(browser, shop.url, 'apprentice@example.com', {
    'FH-OIL-1': 2,
  })
  await page.goto('/checkout')
  await wakened(page)
  await next(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await next(page, 'Continue to purchase options')
  await open(page, 'Purchase options')
  await page.getByText(/Your orders need approval/).waitFor()
  expect(await page.getByRole('radio').count()).toBe(0)
  await page.getByLabel('Order number').fill('PO-900')
  await expectAccessible(page)
  await next(page, 'Continue to confirmation')
  await expectAccessible(page)
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await page.getByRole('button', { name: 'Place Order: send for approval' }).click()
  await page.waitForURL(/\/confirmation$/)
  await page.getByRole('heading', { name: 'Your order was sent for approval' }).waitFor()
  await shop.mailWith('head@example.com')
  expect(complaints).toEqual([])
})

test('a quote fills address, day and billing before the buyer’s eyes, and is ordered at the prices offered', async () => {
  const { page, complaints } = await memberWith(browser, shop.url, 'trade@example.com', { 'FH-SEAL-1': 3 })
  const { quote_id } = await demo()
  await page.goto(`/checkout?quote_id=${quote_id}`)
  await page.getByRole('heading', { level: 1, name: /^Quote FH[2-9A-Z]{8}$/ }).waitFor()
  await page.getByText(/^Filling in from quote FH/).waitFor()
  await expectAccessible(page)
  await open(page, 'Purchase options')
  await expect.poll(() => page.getByText(/^Filling in/).count()).toBe(0)
  expect(await page.getByText('Delivery as quoted').count()).toBeGreaterThan(0)
  expect(await page.getByLabel('Order number').inputValue()).toBe('PO-7802')
  expect(await page.getByLabel('Delivery instructions').inputValue()).toBe('Ring the bell at gate 2')
  // Its items stay as they are.
  expect(await page.getByRole('link', { name: 'Change basket' }).count()).toBe(0)
  await page.getByRole('radio', { name: 'Pay on account' }).check()
  await next(page, 'Continue to confirmation')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await expectAccessible(page)
  // (20 × £11.25 + 2 × £3.60 + £12.00) and a fifth of it.
  await expect.poll(() => page.getByRole('main').innerText()).toContain('£293.04')
  // Reloading loses nothing, and fills in nothing anew.
  await page.reload()
  await wakened(page)
  await open(page, 'Confirmation')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: 'Place Order on account' }).click()
  await page.waitForURL(/\/confirmation$/)
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
  // His basket is as it was.
  await page.goto('/basket')
  await expect.poll(() => page.getByRole('main').innerText()).toContain('FH-SEAL-1')
  expect(complaints).toEqual([])
})

test('a head buyer opens what the apprentice sent, has it filled in at once, and places it', async () => {
  const { page } = await memberWith(browser, shop.url, 'head@example.com', {}, { width: 360 })
  const { approval_id } = await demo()
  await page.goto(`/checkout?approval_id=${approval_id}`)
  await page
    .getByRole('heading', { level: 1, name: /^Order FH[2-9A-Z]{8} sent by Adam Prentice for approval$/ })
    .waitFor()
  await page.getByRole('link', { name: 'orders that wait for approval' }).waitFor()
  await wakened(page)
  await page.getByRole('button', { name: 'Fill in all at once' }).click()
  await open(page, 'Purchase options')
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Pay on account' }).check()
  await next(page, 'Continue to confirmation')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: 'Place Order on account' }).click()
  await page.waitForURL(/\/confirmation$/)
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
})

test('who takes a loaded order into his own hands is not overtaken by it', async () => {
  const { page } = await memberWith(browser, shop.url, 'head@example.com')
  const { approval_id } = await demo()
  await page.goto(`/checkout?approval_id=${approval_id}`)
  await wakened(page)
  await page.locator('#delivery-town').fill('Bradford')
  await expect.poll(() => page.getByText(/^Filling in/).count()).toBe(0)
  await new Promise(resolve => setTimeout(resolve, 2_500))
  await open(page, 'Delivery address')
  expect(await page.locator('#delivery-town').inputValue()).toBe('Bradford')
  await next(page, 'Continue to delivery date')
  await open(page, 'Delivery date and method')
})

test('what is somebody else’s does not exist, and who is not signed in is asked to', async () => {
  const { page } = await memberWith(browser, shop.url, 'retail@example.com')
  const { quote_id } = await demo()
  expect((await page.goto(`/checkout?quote_id=${quote_id}`))?.status()).toBe(404)
  await page.context().clearCookies()
  await page.goto(`/checkout?quote_id=${quote_id}`)
  expect(page.url()).toContain('/login?redirectTo=')
})
