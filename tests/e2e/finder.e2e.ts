import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import {
  expectAccessible,
  expectAccessibleAtAnyWidth,
  openBrowserVisitor,
  waitForHydration,
} from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'

setUpBrowser()

const finder = '/find-replacement-filters'
const resultsRegion = (page: Page) => page.getByRole('region', { name: 'Filters found' })
const listCodes = async (page: Page) => {
  const rows = await resultsRegion(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .allInnerTexts()
  return rows.map(row => /FH-\w+-\d+/.exec(row)?.[0]).toSorted()
}
const expectFiltersOfMachine = async (page: Page) => {
  await resultsRegion(page).getByRole('heading', { name: 'JCB 3CX 2012-2018 4 products' }).waitFor()
  await expect.poll(() => listCodes(page)).toEqual(['FH-AIR-1', 'FH-FUEL-1', 'FH-HYD-1', 'FH-OIL-1'])
}
const plateField = (page: Page) => page.getByLabel('Serial number or full PIN')
const getSelectedText = (page: Page, label: string) =>
  page
    .getByLabel(label, { exact: true })
    .evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.text)

test('a fitter goes from the home page by make, model and variant to the filters, back, and forward again', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await waitForHydration(page)
  await page.getByLabel('Manufacturer').selectOption('JCB')
  await page.waitForURL(/find-replacement-filters#make\?manufacturer=jcb$/)
  await resultsRegion(page).getByText('Use the side menu to refine products').waitFor()
  await expectAccessible(page)

  await page.getByLabel('Model', { exact: true }).selectOption('3CX')
  await page.waitForURL(/model=3cx$/)
  await page.getByLabel('Variant').selectOption('3CX 2012-2018')
  await page.waitForURL(/#make\?manufacturer=jcb&model=3cx&variant=\d+$/)
  const address = page.url()
  await expectFiltersOfMachine(page)
  await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('4 products')
  await expectAccessible(page)

  // Another manufacturer clears model, variant and results.
  await page.getByLabel('Manufacturer').selectOption('Kubota')
  await resultsRegion(page).getByText('Use the side menu to refine products').waitFor()
  await expect.poll(() => getSelectedText(page, 'Model')).toBe('Select model')
  await expect.poll(() => page.getByLabel('Variant').isDisabled()).toBe(true)

  // R-UX-58: the Back button restores the choice.
  await page.goBack()
  await resultsRegion(page)
    .getByRole('heading', { name: /JCB 3CX 2012-2018/ })
    .waitFor()
  await expect.poll(() => getSelectedText(page, 'Variant')).toBe('3CX 2012-2018')
  await page.goBack()
  await resultsRegion(page).getByText('Use the side menu to refine products').waitFor()
  await expect.poll(() => getSelectedText(page, 'Model')).toBe('3CX')
  await expect.poll(() => getSelectedText(page, 'Variant')).toBe('Select variant')

  // The address alone restores the choice, in a new tab or after a reload.
  await page.goto(address)
  await page.reload()
  await resultsRegion(page)
    .getByRole('heading', { name: /JCB 3CX 2012-2018/ })
    .waitFor()
  await expect.poll(() => getSelectedText(page, 'Manufacturer')).toBe('JCB')

  // The skip link changes the hash and must not lose the choice.
  await page.getByRole('link', { name: 'Skip to the content' }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await expect.poll(() => page.url()).toBe(address)
  await resultsRegion(page)
    .getByRole('heading', { name: /JCB 3CX 2012-2018/ })
    .waitFor()

  await resultsRegion(page)
    .getByRole('row', { name: /FH-OIL-1/ })
    .getByRole('button', { name: /^Add/ })
    .click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Basket, 1 item/ })
    .waitFor()
  await resultsRegion(page).getByRole('link', { name: 'All filters of this machine on one page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Filters for JCB 3CX 2012-2018' }).waitFor()
  await expectAccessible(page)
  expect(consoleErrors).toEqual([])
})

test('a visitor with a phone sees at once that the serial number looked up is locked', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.setViewportSize({ width: 360, height: 780 })
  // The home page leads to the answer, while the make's choices above it are still loading.
  await page.route(/filter-finder\/manufacturers/, async route => {
    await new Promise(resolve => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.goto(`${finder}#make?manufacturer=jcb&serial=2100000`)
  const login = resultsRegion(page).getByRole('link', { name: 'Login' })
  await login.waitFor()
  await page.getByLabel('Mach number').waitFor()
  const { height } = page.viewportSize()!
  await expect.poll(async () => (await login.boundingBox())!.y).toBeLessThan(height - 44)
  expect((await plateField(page).boundingBox())!.y).toBeGreaterThan(0)
})

test('a visitor finds serial numbers locked until a customer with the right to use them signs in', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  const responses: string[] = []
  page.on('response', async response => {
    // After a navigation the text of an earlier response can no longer be read.
    if (response.url().includes('/filter-finder/search'))
      responses.push(await response.text().catch(() => ''))
  })
  await page.goto(`${finder}#make?manufacturer=jcb&serial=2100000`)
  await resultsRegion(page).getByText("You don't have access to this feature yet").first().waitFor()
  await resultsRegion(page).getByText('Please contact the provider for access').waitFor()
  await expect.poll(() => plateField(page).inputValue()).toBe('2100000')
  expect(await resultsRegion(page).getByRole('row').count()).toBe(0)
  await expect.poll(() => resultsRegion(page).locator('[inert][aria-hidden="true"]').count()).toBe(1)
  await expect.poll(() => responses.join()).toContain('locked')
  expect(responses.join()).not.toMatch(/FH-|3CX|price/)
  expect(await page.getByRole('link', { name: /^Call/ }).getAttribute('href')).toMatch(/^tel:\+44\d+$/)
  expect(await page.getByRole('link', { name: /^Email/ }).getAttribute('href')).toMatch(/^mailto:/)
  await expectAccessible(page)

  await resultsRegion(page).getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('Email').first().fill('trade@example.com')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/find-replacement-filters#make\?manufacturer=jcb&serial=2100000$/)
  await expectFiltersOfMachine(page)
  await expectAccessible(page)

  await plateField(page).fill('JCB3CX4TC02100457')
  await plateField(page).press('Enter')
  await page.waitForURL(/serial=JCB3CX4TC02100457$/)
  await expectFiltersOfMachine(page)

  await page.getByLabel('Mach number').fill('915 000')
  await page.getByLabel('Mach number').press('Enter')
  await page.waitForURL(/mach_number=915%20000$/)
  await expectFiltersOfMachine(page)
  await expect.poll(() => plateField(page).inputValue()).toBe('')

  // A mach number in the field for serial numbers, and digits without their prefix.
  await plateField(page).fill('915001')
  await plateField(page).press('Enter')
  await resultsRegion(page).getByText('915001 is a mach number, not a serial number.').waitFor()
  await expectFiltersOfMachine(page)
  await page.getByLabel('Manufacturer').selectOption('Caterpillar')
  await plateField(page).fill('100001')
  await plateField(page).press('Enter')
  await page
    .getByRole('status')
    .filter({ hasText: 'No Products found. 1 machine may have this number.' })
    .waitFor({ state: 'attached' })
  await expectAccessible(page)
  const candidate = resultsRegion(page).getByRole('link', { name: /^Caterpillar 312/ })
  await candidate.click()
  await page.waitForURL(/manufacturer=caterpillar&serial=[A-Z]{3}100001$/)
  await resultsRegion(page)
    .getByRole('heading', { name: /^Caterpillar 312/ })
    .waitFor()

  // The same from the header, to the machine itself.
  const search = page.getByLabel('Search by part number, cross-reference, machine or size')
  await search.fill('2100002')
  await page.getByRole('option', { name: 'JCB 3CX 2012-2018 Serial number 2100002' }).waitFor()
  await search.press('Enter')
  await page.waitForURL(/find-replacement-filters#make\?manufacturer=jcb&serial=2100002$/)
  await expectFiltersOfMachine(page)
  await waitForHydration(page)

  await page.getByLabel('Mach number').fill('1')
  await page.getByLabel('Mach number').press('Enter')
  await resultsRegion(page).getByText('No Products found').last().waitFor()
  await page.getByLabel('Mach number').fill('0')
  await page.getByLabel('Mach number').press('Enter')
  await resultsRegion(page).getByText('Use the side menu to refine products').waitFor()

  // A make without known plates has no field for numbers.
  await page.getByLabel('Manufacturer').selectOption('DAF')
  await page.getByText('We have no plate numbers for DAF yet.').waitFor()
  await expect.poll(() => page.getByLabel('Mach number').count()).toBe(0)
  await page.getByLabel('Manufacturer').selectOption('Caterpillar')
  await plateField(page).waitFor()
  await expect.poll(() => page.getByLabel('Mach number').count()).toBe(0)
  expect(consoleErrors).toEqual([])
})

test('a signed-in customer without the right to serial numbers is not sent to the login', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/login')
  await page.getByLabel('Email').first().fill('retail@example.com')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(url => url.pathname === '/')
  await page.goto(`${finder}#make?manufacturer=jcb&mach_number=915000`)
  await resultsRegion(page).getByRole('link', { name: /^Call/ }).waitFor()
  expect(await resultsRegion(page).getByRole('link', { name: 'Login' }).count()).toBe(0)
})

test('a fitter searches by size and shape: folds groups, ticks options, removes them by chips and turns pages', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await page.getByRole('link', { name: 'Select Filter Type' }).click()
  await page.waitForURL(/#type$/)
  await resultsRegion(page).getByText('Use the side menu to refine products').waitFor()
  const types = page.getByRole('group', { name: 'Filter type' })
  const outerAir = types.getByRole('checkbox', { name: /^Air filter, outer/ })
  await outerAir.check()
  await page.waitForURL(/#type\?attributes=%7B/)
  const heading = resultsRegion(page).getByRole('heading', { name: /By size and shape \d+ products/ })
  await heading.waitFor()
  const total = Number(/\d+/.exec(await heading.innerText())![0])
  expect(total).toBeGreaterThan(20)
  await expectAccessible(page)

  await resultsRegion(page).getByRole('link', { name: 'Page 2 of' }).click()
  await page.waitForURL(/&page=2$/)
  await resultsRegion(page).locator('[aria-current="page"]', { hasText: '2' }).waitFor()
  // R-UX-45: the focus goes to the heading of the results.
  await expect.poll(() => heading.evaluate(one => one === document.activeElement)).toBe(true)
  await page.goBack()
  await resultsRegion(page).locator('[aria-current="page"]', { hasText: '1' }).waitFor()

  const brands = page.getByRole('button', { name: /^Brand/ })
  const wasOpen = await brands.getAttribute('aria-expanded')
  await brands.click()
  await expect.poll(() => brands.getAttribute('aria-expanded')).not.toBe(wasOpen)
  await page.reload()
  await expect.poll(() => brands.getAttribute('aria-expanded')).not.toBe(wasOpen)
  await expect.poll(() => outerAir.isChecked()).toBe(true)

  await resultsRegion(page).getByRole('link', { name: 'Remove filter: Air filter, outer' }).click()
  await resultsRegion(page).getByText('Use the side menu to refine products').waitFor()
  expect(consoleErrors).toEqual([])
})

test('a fitter searches by description; an empty field sends no request, and a hostile hash does no harm', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  const searchRequests: string[] = []
  page.on('request', request => {
    if (/\/(search|filter-finder\/search)\?/.test(request.url())) searchRequests.push(request.url())
  })
  await page.goto('/')
  await waitForHydration(page)
  await page.getByLabel('Description').fill('hydraulic filter')
  await page.getByLabel('Description').press('Enter')
  await page.waitForURL(/#search\?query=hydraulic%20filter$/)
  await resultsRegion(page)
    .getByRole('heading', { name: /“hydraulic filter”/ })
    .waitFor()
  const description = page.getByLabel('Description or number')
  await expect.poll(() => description.inputValue()).toBe('hydraulic filter')
  await expectAccessible(page)

  const before = searchRequests.length
  await description.fill('')
  await description.press('Enter')
  await resultsRegion(page).getByText('Use the side menu to refine products').waitFor()
  expect(searchRequests.length).toBe(before)

  for (const hash of [
    '#type?attributes=%7B',
    '#type?attributes=%7B%22__proto__%22%3A%5B%22x%22%5D%7D',
    '#nonsense',
  ]) {
    await page.goto(finder + hash)
    await resultsRegion(page).getByText('Use the side menu to refine products').waitFor()
  }
  expect(searchRequests.length).toBe(before)
  expect(consoleErrors).toEqual([])
})

test('a fitter who chooses again never sees the results of the older choice, and can try again after a failure', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto(`${finder}#search?query=cabin`)
  await resultsRegion(page)
    .getByRole('heading', { name: /“cabin”/ })
    .waitFor()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/search\?query=oil&/, async route => {
    await released
    await route.continue().catch(() => {})
  })
  const choose = (hash: string) =>
    page.evaluate(next => {
      location.hash = next
    }, hash)
  const olderRequest = page.waitForRequest(/\/search\?query=oil&/)
  await choose('#search?query=oil')
  await olderRequest
  await choose('#search?query=FH-AIR-1')
  await resultsRegion(page)
    .getByRole('row', { name: /FH-AIR-1/ })
    .waitFor()
  release()
  await page.waitForTimeout(500)
  await resultsRegion(page)
    .getByRole('heading', { name: /“FH-AIR-1”/ })
    .waitFor()

  await page.route(/\/search\?query=fuel&/, route => route.abort())
  await choose('#search?query=fuel')
  await resultsRegion(page).getByRole('alert').waitFor()
  await page.unroute(/\/search\?query=fuel&/)
  await resultsRegion(page).getByRole('button', { name: 'Try again' }).click()
  await resultsRegion(page)
    .getByRole('heading', { name: /“fuel”/ })
    .waitFor()
})

test('a fitter with a phone adds one part for each position of a machine at once', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/filters/jcb/3cx/3cx-2012-2018')
  await waitForHydration(page)
  const openFinder = page.getByRole('link', { name: 'Choose another machine' })
  expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(
    expect.arrayContaining(['Engine oil', 'Fuel, secondary', 'Air, outer', 'Hydraulic return']),
  )
  await openFinder.click()
  await expectFiltersOfMachine(page)
  await resultsRegion(page).getByRole('heading', { level: 3, name: 'Engine oil' }).waitFor()
  await resultsRegion(page).getByRole('button', { name: 'Add all available (3), £87.44' }).click()
  await resultsRegion(page).getByText('3 products were added to your basket.').waitFor()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Basket, 3 items/ })
    .waitFor()
  await expectAccessible(page)
  await page.goBack()
  await expectAccessibleAtAnyWidth(page)
  expect(consoleErrors).toEqual([])
})
