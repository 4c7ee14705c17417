import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import {
  buyerWith,
  declinedCard,
  expectAccessible,
  fillCheckoutAsGuest,
  payInFrame,
  wakened,
} from '../support/buyer.ts'
import { memberWith, next, open, putIn, typeAddress } from '../support/checkout.ts'
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

test('a trade buyer orders on account in three stages: his company’s address is known, and so is how he pays', async () => {
  const { page, complaints } = await memberWith(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 2 })
  await page.goto('/checkout')
  await wakened(page)
  await open(page, 'Delivery address')
  await page.getByRole('radio', { name: /Unit 4, Northfield Yard/ }).waitFor()
  await expectAccessible(page)
  await next(page, 'Continue to delivery date')
  await page.getByText(/^Order (in|by) .+ for delivery \w+day \d+ \w+$/).waitFor()
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await expectAccessible(page)
  // Specification §4: billing and purchase options are skipped.
  await next(page, 'Continue to confirmation')
  await open(page, 'Confirmation')
  await page.getByText('Order number is empty').waitFor()
  await page.getByRole('button', { name: "Don't warn me again" }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Place Order on account' }).click()
  await page.getByText('You need to agree before completing your order').first().waitFor()
  await agree(page)
  await page.getByRole('button', { name: 'Place Order on account' }).click()
  await page.waitForURL(/\/order\/FH[2-9A-Z]{8}\/confirmation$/)
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
  expect(complaints).toEqual([])

  // The warning stays away for good.
  await putIn(page, { 'FH-OIL-1': 1 })
  await page.goto('/checkout')
  await wakened(page)
  await next(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await next(page, 'Continue to confirmation')
  await open(page, 'Confirmation')
  await expect.poll(() => page.getByRole('button', { name: /^Place Order/ }).isVisible()).toBe(true)
  expect(await page.getByText('Order number is empty').count()).toBe(0)
})

test('who chooses account again after a card gets his account billing address back, and is told', async () => {
  const { page } = await memberWith(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  await page.goto('/checkout')
  await wakened(page)
  await next(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await next(page, 'Continue to confirmation')
  await open(page, 'Confirmation')
  await page.getByRole('button', { name: 'Change purchase options' }).click()
  await page.getByRole('radio', { name: 'Pay by card' }).check()
  await next(page, 'Continue to confirmation')
  await page.getByRole('button', { name: 'Change billing address' }).click()
  await page.getByRole('checkbox', { name: 'Same as delivery address' }).uncheck()
  await page.getByRole('radio', { name: 'Add New Address' }).check()
  await typeAddress(page, 'billing', { address1: '9 Other Road' })
  await next(page, 'Continue to confirmation')
  await page.getByRole('button', { name: /^Place Order: pay/ }).waitFor()
  await page.getByRole('button', { name: 'Change purchase options' }).click()
  await page.getByRole('radio', { name: 'Pay on account' }).check()
  await page
    .getByText(/^Billing Address Changed: Your billing address for your order/)
    .first()
    .waitFor()
  await next(page, 'Continue to confirmation')
  await expect.poll(() => page.getByText('9 Other Road').count()).toBe(0)
})

test('a company on stop is told, and orders all the same', async () => {
  const { page } = await memberWith(browser, shop.url, 'stopped@example.com', { 'FH-OIL-1': 1 })
  await page.goto('/checkout')
  await wakened(page)
  await next(page, 'Continue to delivery date')
  await page
    .getByRole('radio', { name: /before 17:30/ })
    .first()
    .check()
  await next(page, 'Continue to confirmation')
  await page
    .getByText(
      'Your account is currently on stop. Orders on account will be accepted but not immediately despatched.',
    )
    .waitFor()
  await expectAccessible(page)
  await agree(page)
  await page.getByRole('button', { name: 'Place Order on account' }).click()
  await page.waitForURL(/\/confirmation$/)
})

test('who wants to collect is asked once more; no clears the choice, yes makes delivery free', async () => {
  const { page } = await memberWith(browser, shop.url, 'retail@example.com', { 'FH-OIL-1': 2 })
  await page.goto('/checkout')
  await wakened(page)
  // Four of his six addresses, and the rest on request.
  await open(page, 'Delivery address')
  await expect.poll(() => page.getByRole('radio').count()).toBe(5)
  await page.getByRole('button', { name: 'Show All Addresses' }).click()
  await expect.poll(() => page.getByRole('radio').count()).toBe(7)
  await page.getByRole('button', { name: 'Show Less Addresses' }).click()
  await next(page, 'Continue to delivery date')
  const collection = page.getByRole('radio', { name: /^Collection/ })
  await collection.check()
  await page.getByRole('dialog', { name: 'Collect your order?' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => collection.isChecked()).toBe(false)
  await next(page, 'Continue to purchase options')
  await page.getByText('Invalid delivery method chosen.').first().waitFor()
  await collection.check()
  await page.getByRole('button', { name: 'Yes, I will collect' }).click()
  await expect.poll(() => collection.isChecked()).toBe(true)
  await next(page, 'Continue to purchase options')
  // One of his addresses is for billing: straight to the purchase options.
  await open(page, 'Purchase options')
  // 2 × £12.50 and a fifth of it: nothing for carriage.
  await page.getByRole('radio', { name: 'Pay by card' }).check()
  await next(page, 'Continue to confirmation')
  await page.getByRole('button', { name: 'Place Order: pay £30.00' }).waitFor()
})

test('goods for Norway want a code for customs, and bear no VAT', async () => {
  const { page } = await memberWith(browser, shop.url, 'retail@example.com', { 'FH-OIL-1': 4 })
  await page.goto('/checkout')
  await wakened(page)
  await page.getByRole('radio', { name: 'Add New Address' }).check()
  await typeAddress(page, 'delivery', {
    address1: 'Storgata 1',
    town: 'Oslo',
    postcode: '0155',
    country: 'NO',
    telephone: '+47 22 12 34 56',
  })
  await next(page, 'Continue to delivery date')
  await page
    .getByText('In order to process your order to Norway we will need your TAX code for customs purposes')
    .first()
    .waitFor()
  await expectAccessible(page)
  await page.getByLabel('TAX/EORI code').fill('NO 974 760 673 MVA')
  await page.getByRole('checkbox', { name: 'Use as my billing address too' }).check()
  await next(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /customs/ }).check()
  // Its billing address is known: straight to the purchase options.
  await next(page, 'Continue to purchase options')
  await open(page, 'Purchase options')
  await page.getByRole('radio', { name: 'Pay by card' }).check()
  await next(page, 'Continue to confirmation')
  // 4 × £12.50 and £38.00 carriage.
  await page.getByRole('button', { name: 'Place Order: pay £88.00' }).waitFor()
})

test('after a declined card another way to pay is open to him, and the order he left is known as unpaid', async () => {
  const { page, context } = await buyerWith(browser, shop.url)
  await page.goto('/')
  await putIn(page, { 'FH-OIL-1': 1 })
  await fillCheckoutAsGuest(page, `declined-${Date.now()}@example.org`)
  await agree(page)
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await payInFrame(page, declinedCard)
  await page
    .getByText(/was not accepted and nothing was charged/)
    .first()
    .waitFor()
  // Methods may be changed again.
  await page.getByRole('button', { name: 'Change purchase options' }).click()
  await page.getByRole('radio', { name: 'Pay by card' }).waitFor()
  await page.close()

  const later = await context.newPage()
  await later.goto('/checkout')
  await later.getByText(/^Order FH[2-9A-Z]{8} is not paid yet: nothing was charged/).waitFor()
  await wakened(later)
  await agree(later)
  await later.getByRole('button', { name: /^Place Order: pay/ }).click()
  await payInFrame(later)
  await later.waitForURL(/\/confirmation$/)
  await later.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
})

test('goods on account may go anywhere; the bill goes to the account, and customs get the company’s code', async () => {
  const { page } = await memberWith(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 2 })
  await page.goto('/checkout')
  await wakened(page)
  await page.getByRole('radio', { name: 'Add New Address' }).check()
  const oslo = { town: 'Oslo', postcode: '0155', country: 'NO', telephone: '+47 22 12 34 56' }
  await typeAddress(page, 'delivery', oslo)
  await page.getByText(/we give GB980780684 of your account/).waitFor()
  await page.getByRole('checkbox', { name: 'Use as my billing address too' }).check()
  await next(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /customs/ }).check()
  await next(page, 'Continue to confirmation')
  await page
    .getByText(/^Billing Address Changed: Your billing address for your order/)
    .first()
    .waitFor()
  await expect
    .poll(() => page.getByText('Bill to', { exact: true }).locator('..').innerText())
    .toContain('Northfield Yard')
  await agree(page)
  await page.getByRole('button', { name: 'Place Order on account' }).click()
  await page.waitForURL(/\/confirmation$/)
})

test('the terms can be read within the last stage; without an answer they can be asked for again', async () => {
  const { page } = await memberWith(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  await page.goto('/checkout')
  await wakened(page)
  await next(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await next(page, 'Continue to confirmation')
  await open(page, 'Confirmation')
  await page.route('**/terms-conditions', route => route.abort())
  await page.getByText('Read the terms and conditions here').click()
  await page.getByText(/^We could not reach the shop/).waitFor()
  await page.unroute('**/terms-conditions')
  await page.getByRole('button', { name: 'Try again' }).click()
  const terms = page.getByRole('region', { name: 'Terms and conditions' })
  await terms.getByRole('heading', { name: /Your order and when it binds/ }).waitFor()
  await expectAccessible(page)
  // The page of its own stays one click away.
  const link = page.getByRole('link', { name: 'terms and conditions (opens in new window)' })
  expect(await link.getAttribute('target')).toBe('_blank')
})
