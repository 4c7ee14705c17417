import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { connect } from '../../src/infra/database/db.ts'
import { addToBasket, fillAddress, pressButton, waitForStage } from '../support/browser-checkout.ts'
import {
  expectAccessibleAtAnyWidth,
  openBrowserVisitor,
  payInFrame,
  waitForHydration,
} from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

beforeAll(async () => {
  const { pool, close } = connect({ connectionString: shop.dataEnv.DATABASE_URL! }, 1)
  await pool.query(`insert into voucher (code, kind, amount) values ('ALL', 'percentage', 10000)`)
  await close()
})

const headers = { 'x-requested-with': 'XMLHttpRequest' }
const agree = (page: Page) => page.getByRole('checkbox', { name: /I agree/ }).check()

/** A guest at the last stage, who collects goods that a voucher pays for. */
async function collectForNothing(): Promise<Page> {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await addToBasket(page, { 'FH-OIL-1': 2 })
  await page.request.post('/basket/discount', { headers, data: { code: 'ALL' } })
  await page.goto('/checkout')
  await waitForHydration(page)
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron')
  await page.getByLabel('Email', { exact: true }).fill(`nothing-${Date.now()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('a long enough one')
  await page.getByLabel('Telephone').fill('0113 496 0999')
  await pressButton(page, 'Continue to delivery')
  await waitForStage(page, 'Delivery address')
  await fillAddress(page, 'delivery', {})
  await pressButton(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /^Collection/ }).check()
  await page.getByRole('button', { name: 'Yes, I will collect' }).click()
  await pressButton(page, 'Continue to purchase options')
  await waitForStage(page, 'Purchase options')
  return page
}

test('R-CHECKOUT-29: a guest whose voucher pays for everything places the order without a card', async () => {
  const page = await collectForNothing()
  expect(await page.getByRole('radio', { name: 'Nothing to pay' }).isChecked()).toBe(true)
  expect(await page.getByRole('radio', { name: 'Pay by card' }).count()).toBe(0)
  await pressButton(page, 'Continue to confirmation')
  await page.getByRole('button', { name: 'Place Order: nothing to pay' }).waitFor()
  await expectAccessibleAtAnyWidth(page)
  await agree(page)
  await pressButton(page, 'Place Order: nothing to pay')
  await page.waitForURL(/\/confirmation$/)
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
  await expect.poll(() => page.getByRole('main').innerText()).toContain('Nothing to pay')
})

test('R-CHECKOUT-29: a guest whose voucher goes in another tab reads what there is to pay, and chooses the card', async () => {
  const page = await collectForNothing()
  await pressButton(page, 'Continue to confirmation')
  await page.getByRole('button', { name: 'Place Order: nothing to pay' }).waitFor()
  await agree(page)
  await page.request.delete('/basket/discount?code=ALL', { headers })
  await pressButton(page, 'Place Order: nothing to pay')
  await waitForStage(page, 'Purchase options')
  await page.getByText(/there is something to pay now: please choose how/).waitFor()
  await page.getByRole('radio', { name: 'Pay by card' }).check()
  await pressButton(page, 'Continue to confirmation')
  await agree(page)
  await page.getByRole('button', { name: 'Place Order: pay £30.00' }).click()
  await payInFrame(page)
  await page.waitForURL(/\/confirmation$/)
})
