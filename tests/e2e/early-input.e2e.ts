import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addToBasket, pressButton, waitForStage } from '../support/browser-checkout.ts'
import { type BrowserVisitor, openBrowserVisitor, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'

setUpBrowser()

/** A visitor whose scripts arrive only when the test releases them. */
async function openSlowBrowser(): Promise<
  BrowserVisitor & { release: () => void; releaseAndHydrate: () => Promise<void> }
> {
  const buyer = await openBrowserVisitor(browser, shop.url)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await buyer.page.route('**/assets/*.js', async route => {
    await released
    await route.continue()
  })
  const releaseAndHydrate = async () => {
    release()
    await waitForHydration(buyer.page)
  }
  return { ...buyer, release, releaseAndHydrate }
}

const openWithoutScripts = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' })

test('a visitor who chooses a make before the page is hydrated is led to its machines afterwards', async () => {
  const { page, release } = await openSlowBrowser()
  await openWithoutScripts(page, '/')
  await page.getByLabel('Manufacturer').selectOption({ index: 1 })
  // Hydration applies the choice, which leaves this page.
  release()
  await page.waitForURL(/find-replacement-filters#make\?manufacturer=/)
})

test('a visitor who types a description before the page is hydrated can search for it', async () => {
  const { page, releaseAndHydrate } = await openSlowBrowser()
  await openWithoutScripts(page, '/')
  await page.getByLabel('Description').fill('cabin filter')
  await releaseAndHydrate()
  await page.getByLabel('Description').press('Enter')
  await page.waitForURL(/#search\?query=cabin%20filter$/)
})

test('a visitor who types a quantity before the page is hydrated adds that many', async () => {
  const { page, releaseAndHydrate } = await openSlowBrowser()
  await openWithoutScripts(page, '/filterhouse/fh-oil-1')
  await page.getByRole('textbox', { name: /^Quantity/ }).fill('4')
  await releaseAndHydrate()
  await page.getByRole('button', { name: /^One more/ }).click()
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Basket, 5 items/ })
    .waitFor()
})

test('a guest who types into the checkout before it is hydrated loses nothing', async () => {
  const { page, releaseAndHydrate, consoleErrors } = await openSlowBrowser()
  await page.request.get('/')
  await addToBasket(page, { 'FH-OIL-1': 1 })
  await openWithoutScripts(page, '/checkout')
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron')
  await page.getByLabel('Email', { exact: true }).fill(`early-${Date.now()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('a long enough one')
  await releaseAndHydrate()
  await page.getByLabel('Telephone').fill('0113 496 0999')
  await pressButton(page, 'Continue to delivery')
  await waitForStage(page, 'Delivery address')
  expect(await page.getByLabel('First name').inputValue()).toBe('Ada')
  expect(consoleErrors).toEqual([])
})
