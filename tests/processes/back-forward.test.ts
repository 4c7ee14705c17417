import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToBasket, openMemberBrowser } from '../support/browser-checkout.ts'
import { openBrowserVisitor, waitForHydration } from '../support/browser-visitor.ts'
import { launchChromium } from '../support/chromium.ts'
import { setUpShop, shop } from '../support/e2e-fixture.ts'

setUpShop()

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium({ remembersPages: true })
})

afterAll(() => browser?.close())

/** Opens a page and marks it, so that the page in the back/forward cache differs from a newly loaded one. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
  await page.evaluate(() => document.body.setAttribute('data-remembered', 'yes'))
}

/** Goes back; true when the page came from the back/forward cache, false when it was loaded again. */
async function isRestoredByBack(page: Page, path: string): Promise<boolean> {
  await page.evaluate(() => history.back())
  const getAddress = () => page.evaluate(() => location.pathname + location.search + document.readyState)
  await expect.poll(() => getAddress().catch(() => ''), { message: path }).toBe(`${path}complete`)
  return (await page.locator('body').getAttribute('data-remembered')) === 'yes'
}

const leave = async (page: Page) => {
  await page.goto('/newsletter')
  await waitForHydration(page)
}
const waitForMiniBasket = (page: Page, items: RegExp) =>
  page.getByRole('banner').getByRole('link', { name: items }).waitFor()

const sharedPages = [
  '/',
  '/search?query=oil',
  '/filterhouse/fh-oil-1',
  '/terms-conditions',
  '/find-replacement-filters',
]

test.each(sharedPages)(
  'a visitor who goes back to %s sees it at once, with the current basket',
  async path => {
    const { page } = await openBrowserVisitor(browser, shop.url)
    await visit(page, path)
    await waitForMiniBasket(page, /Basket, 0 items/)
    await leave(page)
    await addToBasket(page, { 'FH-OIL-1': 3 })
    expect(await isRestoredByBack(page, path)).toBe(true)
    await waitForMiniBasket(page, /Basket, 3 items/)
  },
)

test('a signed-in buyer who goes back sees the pages at once, and the basket with its current lines', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'retail@example.com', { 'FH-OIL-1': 1 })
  // The first page may set a cookie, and with each new one Chromium drops no-store pages from its back/forward cache.
  await page.goto('/terms-conditions', { waitUntil: 'networkidle' })
  for (const path of ['/', '/basket', '/account']) {
    await visit(page, path)
    await leave(page)
    expect(await isRestoredByBack(page, path), path).toBe(true)
  }
  await visit(page, '/basket')
  await leave(page)
  await addToBasket(page, { 'FH-OIL-1': 4 })
  await isRestoredByBack(page, '/basket')
  await expect
    .poll(() =>
      page
        .getByRole('table')
        .getByRole('textbox', { name: /^Quantity/ })
        .inputValue(),
    )
    .toBe('5')
})

test('a buyer who goes back to the checkout gets it from the shop, never an order or basket that has changed since', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'retail@example.com', { 'FH-OIL-1': 1 })
  await visit(page, '/checkout')
  await leave(page)
  expect(await isRestoredByBack(page, '/checkout')).toBe(false)
})

test('a buyer who has signed out and goes back sees nothing personal', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'retail@example.com')
  await visit(page, '/account')
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/$/)
  await page.evaluate(() => history.back())
  await page.waitForURL(/\/login\?redirectTo=%2Faccount$/)
  expect(await page.getByRole('main').innerText()).not.toContain('retail@example.com')
})

test('a visitor who goes back to the home page can choose the same make again', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await visit(page, '/')
  const make = page.getByLabel('Manufacturer')
  const [name] = (await make.locator('option').nth(1).allInnerTexts()) as [string]
  await make.selectOption({ label: name })
  await page.waitForURL(/find-replacement-filters#make/)
  expect(await isRestoredByBack(page, '/')).toBe(true)
  expect(await make.inputValue()).toBe('')
  await make.selectOption({ label: name })
  await page.waitForURL(/find-replacement-filters#make/)
})
