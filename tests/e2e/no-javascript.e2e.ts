import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { buyerWith } from '../support/buyer.ts'
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

// Contract §2: plain HTML forms do for search, basket, voucher and login.
test('without JavaScript one can search, fill and change the basket, use a voucher and sign in', async () => {
  const { page } = await buyerWith(browser, shop.url, { javaScriptEnabled: false })
  await page.goto('/')
  await page.getByLabel('The number on your filter').fill('lf 9009')
  await page.getByRole('button', { name: 'Find it' }).click()
  const row = page.getByRole('row', { name: /FH-OIL-1/ })
  await row.getByRole('button', { name: /^Add/ }).click()
  await page.getByText('Oil filter, spin-on was added to your basket.').first().waitFor()

  await page.goto('/basket')
  await page
    .getByRole('textbox', { name: /^Quantity/ })
    .first()
    .fill('4')
  await page
    .getByRole('button', { name: /Update/ })
    .first()
    .click()
  await expect.poll(() => page.getByRole('main').innerText()).toContain('£50.00')

  await page.getByText('Add Voucher').first().click()
  await page
    .getByLabel(/Discount code|Voucher code|Code/i)
    .first()
    .fill('save10')
  await page
    .getByRole('button', { name: /Apply|Add Voucher/ })
    .first()
    .click()
  await page.getByText('Thank you! The discount has been added to your basket.').first().waitFor()
  await expect.poll(() => page.getByRole('main').innerText()).toContain('SAVE10')

  await page.goto('/login?redirectTo=/basket')
  await page.getByLabel('Email').first().fill('trade@example.com')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('That email address and password do not match an account.').first().waitFor()
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/basket$/)
  await expect
    .poll(() => page.getByRole('main').innerText(), { message: 'the basket came along' })
    .toContain('FH-OIL-1')

  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await page.getByText('Your basket is empty').waitFor()
})
