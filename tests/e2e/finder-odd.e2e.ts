import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { buyerWith, expectAccessible } from '../support/buyer.ts'
import { launchChromium } from '../support/chromium.ts'

// The finder when something is amiss: old links, a slow line, a call that fails.

let shop: BuiltShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchChromium()])
})

afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const finder = '/find-replacement-filters'
const results = (page: Page) => page.getByRole('region', { name: 'Filters found' })
const choices = (page: Page) => page.getByRole('region', { name: 'Your choice' })

test('an old link to a page that is no longer there shows the last one', async () => {
  const { page } = await buyerWith(browser, shop.url)
  await page.goto(`${finder}#search?query=FH-AIR-1&page=99`)
  await results(page)
    .getByRole('row', { name: /FH-AIR-1/ })
    .waitFor()
})

test('an old link to a machine that is no longer there says so, and offers no page of it', async () => {
  const { page } = await buyerWith(browser, shop.url)
  await page.goto(`${finder}#make?manufacturer=jcb&model=none-such&variant=999999`)
  await results(page)
    .getByRole('heading', { name: /^Unknown JCB machine/ })
    .waitFor()
  await results(page).getByText('No Products found', { exact: true }).last().waitFor()
  expect(await results(page).getByRole('link').count()).toBe(0)
})

test('sizes and shapes that could not be loaded are asked for again at the press of a button', async () => {
  const { page } = await buyerWith(browser, shop.url)
  await page.route('**/filter-finder/attributes', route => route.abort())
  await page.goto(`${finder}#type`)
  const again = choices(page).getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await expectAccessible(page)
  await page.unroute('**/filter-finder/attributes')
  await again.click()
  await choices(page)
    .getByRole('checkbox', { name: /^Cabin filter/ })
    .waitFor()
})

test('the rest of a long list opens, and what is ticked in it stays in sight', async () => {
  const { page, complaints } = await buyerWith(browser, shop.url)
  await page.goto(`${finder}#type`)
  await choices(page)
    .getByText(/more of Filter type$/)
    .click()
  const ring = choices(page).getByRole('checkbox', { name: /^Sealing ring/ })
  await ring.click()
  await expect.poll(() => ring.isChecked()).toBe(true)
  await results(page)
    .getByRole('row', { name: /FH-SEAL-1/ })
    .waitFor()
  await page.reload()
  await expect.poll(() => ring.isVisible()).toBe(true)
  await expectAccessible(page)
  expect(complaints).toEqual([])
})

test('on a slow line the wait is told, and after ten seconds asking again is offered', async () => {
  const { page } = await buyerWith(browser, shop.url)
  await page.clock.install()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/search\?query=cabin&/, async route => {
    await held
    await route.continue().catch(() => {})
  })
  const asked = page.waitForRequest(/\/search\?query=cabin&/)
  await page.goto(`${finder}#search?query=cabin`)
  await asked
  await page.clock.runFor(1_000)
  await expect.poll(() => results(page).getByRole('status').innerText()).toBe('Loading…')
  expect(await results(page).getByRole('alert').count()).toBe(0)
  await page.clock.runFor(11_000)
  await results(page).getByRole('alert').waitFor()
  const second = page.waitForRequest(/\/search\?query=cabin&/)
  await results(page).getByRole('button', { name: 'Try again' }).click()
  await second
  release()
  await results(page)
    .getByRole('heading', { name: /“cabin”/ })
    .waitFor()
  await expect.poll(() => results(page).getByRole('alert').count()).toBe(0)
})
