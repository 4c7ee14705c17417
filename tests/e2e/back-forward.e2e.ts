import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { buyerWith, wakened } from '../support/buyer.ts'
import { memberWith, putIn } from '../support/checkout.ts'
import { launchChromium } from '../support/chromium.ts'

let shop: BuiltShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchChromium({ remembersPages: true })])
})

afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

/** Opens it, and leaves something on it that only the browser's memory brings back. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await wakened(page)
  await page.evaluate(() => document.body.setAttribute('data-remembered', 'yes'))
}

/** After Back: the very page that was left, not one that was loaded again. */
async function cameBack(page: Page, path: string): Promise<boolean> {
  await page.evaluate(() => history.back())
  const where = () => page.evaluate(() => location.pathname + location.search + document.readyState)
  await expect.poll(() => where().catch(() => ''), { message: path }).toBe(`${path}complete`)
  return (await page.locator('body').getAttribute('data-remembered')) === 'yes'
}

const away = async (page: Page) => {
  await page.goto('/newsletter')
  await wakened(page)
}
const miniBasket = (page: Page, items: RegExp) =>
  page.getByRole('banner').getByRole('link', { name: items }).waitFor()

const everybodys = [
  '/',
  '/search?query=oil',
  '/filterhouse/fh-oil-1',
  '/terms-conditions',
  '/find-replacement-filters',
]

test.each(everybodys)('%s comes back at once after Back, with the basket of now', async path => {
  const { page } = await buyerWith(browser, shop.url)
  await visit(page, path)
  await miniBasket(page, /Basket, 0 items/)
  await away(page)
  await putIn(page, { 'FH-OIL-1': 3 })
  expect(await cameBack(page, path)).toBe(true)
  await miniBasket(page, /Basket, 3 items/)
})

test('the basket and the pages of who is signed in come back too; the basket shows what lies in it now', async () => {
  const { page } = await memberWith(browser, shop.url, 'retail@example.com', { 'FH-OIL-1': 1 })
  // A browser's first page may leave a cookie of its own, and with each new one Chromium forgets what is no-store.
  await page.goto('/terms-conditions', { waitUntil: 'networkidle' })
  for (const path of ['/', '/basket', '/account']) {
    await visit(page, path)
    await away(page)
    expect(await cameBack(page, path), path).toBe(true)
  }
  await visit(page, '/basket')
  await away(page)
  await putIn(page, { 'FH-OIL-1': 4 })
  await cameBack(page, '/basket')
  await expect
    .poll(() =>
      page
        .getByRole('table')
        .getByRole('textbox', { name: /^Quantity/ })
        .inputValue(),
    )
    .toBe('5')
})

test('the checkout is asked for anew: what was ordered or changed meanwhile never comes back', async () => {
  const { page } = await memberWith(browser, shop.url, 'retail@example.com', { 'FH-OIL-1': 1 })
  await visit(page, '/checkout')
  await away(page)
  expect(await cameBack(page, '/checkout')).toBe(false)
})

test('after signing out nothing personal comes back', async () => {
  const { page } = await memberWith(browser, shop.url, 'retail@example.com')
  await visit(page, '/account')
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/$/)
  await page.evaluate(() => history.back())
  await page.waitForURL(/\/login\?redirectTo=%2Faccount$/)
  expect(await page.getByRole('main').innerText()).not.toContain('retail@example.com')
})

test('on the home page the same make can be chosen again after Back', async () => {
  const { page } = await buyerWith(browser, shop.url)
  await visit(page, '/')
  const make = page.getByLabel('Manufacturer')
  const [name] = (await make.locator('option').nth(1).allInnerTexts()) as [string]
  await make.selectOption({ label: name })
  await page.waitForURL(/find-replacement-filters#make/)
  expect(await cameBack(page, '/')).toBe(true)
  expect(await make.inputValue()).toBe('')
  await make.selectOption({ label: name })
  await page.waitForURL(/find-replacement-filters#make/)
})
