import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { type Buyer, buyerWith, wakened } from '../support/buyer.ts'
import { next, open, putIn } from '../support/checkout.ts'
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

/** Somebody whose scripts come only when he is told to have them. */
async function onASlowLine(): Promise<Buyer & { release: () => void; scriptsCome: () => Promise<void> }> {
  const buyer = await buyerWith(browser, shop.url)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await buyer.page.route('**/assets/*.js', async route => {
    await held
    await route.continue()
  })
  const scriptsCome = async () => {
    release()
    await wakened(buyer.page)
  }
  return { ...buyer, release, scriptsCome }
}

const openSoon = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' })

test('a make that is chosen before the page listens leads to its machines once it does', async () => {
  const { page, release } = await onASlowLine()
  await openSoon(page, '/')
  await page.getByLabel('Manufacturer').selectOption({ index: 1 })
  // It leaves this page as soon as it wakes.
  release()
  await page.waitForURL(/find-replacement-filters#make\?manufacturer=/)
})

test('words typed before the page listens are searched for', async () => {
  const { page, scriptsCome } = await onASlowLine()
  await openSoon(page, '/')
  await page.getByLabel('Description').fill('cabin filter')
  await scriptsCome()
  await page.getByLabel('Description').press('Enter')
  await page.waitForURL(/#search\?query=cabin%20filter$/)
})

test('a number of pieces typed early counts', async () => {
  const { page, scriptsCome } = await onASlowLine()
  await openSoon(page, '/filterhouse/fh-oil-1')
  await page.getByRole('textbox', { name: /^Quantity/ }).fill('4')
  await scriptsCome()
  await page.getByRole('button', { name: /^One more/ }).click()
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Basket, 5 items/ })
    .waitFor()
})

test('what a guest types into the checkout before it listens is not lost', async () => {
  const { page, scriptsCome, complaints } = await onASlowLine()
  await page.request.get('/')
  await putIn(page, { 'FH-OIL-1': 1 })
  await openSoon(page, '/checkout')
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron')
  await page.getByLabel('Email', { exact: true }).fill(`early-${Date.now()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('a long enough one')
  await scriptsCome()
  await page.getByLabel('Telephone').fill('0113 496 0999')
  await next(page, 'Continue to delivery')
  await open(page, 'Delivery address')
  expect(await page.getByLabel('First name').inputValue()).toBe('Ada')
  expect(complaints).toEqual([])
})
