import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, openBrowserVisitor } from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'

// The finder with outdated links, slow responses and failing calls.

setUpBrowser()

const finder = '/find-replacement-filters'
const resultsRegion = (page: Page) => page.getByRole('region', { name: 'Filters found' })
const choicesRegion = (page: Page) => page.getByRole('region', { name: 'Your choice' })

test('a visitor with an old link to a page that no longer exists sees the last one', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto(`${finder}#search?query=FH-AIR-1&page=99`)
  await resultsRegion(page)
    .getByRole('row', { name: /FH-AIR-1/ })
    .waitFor()
})

test('a visitor with an old link to a machine that no longer exists reads so, and gets no link to its page', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto(`${finder}#make?manufacturer=jcb&model=none-such&variant=999999`)
  await resultsRegion(page)
    .getByRole('heading', { name: /^Unknown JCB machine/ })
    .waitFor()
  await resultsRegion(page).getByText('No Products found', { exact: true }).last().waitFor()
  expect(await resultsRegion(page).getByRole('link').count()).toBe(0)
})

test('a visitor whose sizes and shapes could not be loaded tries again with a button', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.route('**/filter-finder/attributes', route => route.abort())
  await page.goto(`${finder}#type`)
  const tryAgain = choicesRegion(page).getByRole('button', { name: 'Try again' })
  await tryAgain.waitFor()
  await expectAccessible(page)
  await page.unroute('**/filter-finder/attributes')
  await tryAgain.click()
  await choicesRegion(page)
    .getByRole('checkbox', { name: /^Cabin filter/ })
    .waitFor()
})

test('a visitor opens the rest of a long list, and a ticked option of it stays visible after a reload', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.goto(`${finder}#type`)
  await choicesRegion(page)
    .getByText(/more of Filter type$/)
    .click()
  const ring = choicesRegion(page).getByRole('checkbox', { name: /^Sealing ring/ })
  await ring.click()
  await expect.poll(() => ring.isChecked()).toBe(true)
  await resultsRegion(page)
    .getByRole('row', { name: /FH-SEAL-1/ })
    .waitFor()
  await page.reload()
  await expect.poll(() => ring.isVisible()).toBe(true)
  await expectAccessible(page)
  expect(consoleErrors).toEqual([])
})

test('a visitor who waits for results reads so, and is offered another try after ten seconds', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.clock.install()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/search\?query=cabin&/, async route => {
    await released
    await route.continue().catch(() => {})
  })
  const firstRequest = page.waitForRequest(/\/search\?query=cabin&/)
  await page.goto(`${finder}#search?query=cabin`)
  await firstRequest
  await page.clock.runFor(1_000)
  await expect.poll(() => resultsRegion(page).getByRole('status').innerText()).toBe('Loading…')
  expect(await resultsRegion(page).getByRole('alert').count()).toBe(0)
  await page.clock.runFor(11_000)
  await resultsRegion(page).getByRole('alert').waitFor()
  const secondRequest = page.waitForRequest(/\/search\?query=cabin&/)
  await resultsRegion(page).getByRole('button', { name: 'Try again' }).click()
  await secondRequest
  release()
  await resultsRegion(page)
    .getByRole('heading', { name: /“cabin”/ })
    .waitFor()
  await expect.poll(() => resultsRegion(page).getByRole('alert').count()).toBe(0)
})
