import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { buyerWith, expectAccessible, wakened } from '../support/buyer.ts'
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

const finder = '/find-replacement-filters'
const results = (page: Page) => page.getByRole('region', { name: 'Filters found' })
const codesOf = async (page: Page) => {
  const rows = await results(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .allInnerTexts()
  return rows.map(row => /FH-\w+-\d+/.exec(row)?.[0]).toSorted()
}
const filtersOfMachine = async (page: Page) => {
  await results(page).getByRole('heading', { name: 'JCB 3CX 2012-2018 4 products' }).waitFor()
  await expect.poll(() => codesOf(page)).toEqual(['FH-AIR-1', 'FH-FUEL-1', 'FH-HYD-1', 'FH-OIL-1'])
}
const plate = (page: Page) => page.getByLabel('Serial number or full PIN')
const chosenText = (page: Page, label: string) =>
  page
    .getByLabel(label, { exact: true })
    .evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.text)

test('a fitter goes from the home page by make, model and variant to the filters, back, and there again', async () => {
  const { page, complaints } = await buyerWith(browser, shop.url)
  await page.goto('/')
  await wakened(page)
  await page.getByLabel('Manufacturer').selectOption('JCB')
  await page.waitForURL(/find-replacement-filters#make\?manufacturer=jcb$/)
  await results(page).getByText('Use the side menu to refine products').waitFor()
  await expectAccessible(page)

  await page.getByLabel('Model', { exact: true }).selectOption('3CX')
  await page.waitForURL(/model=3cx$/)
  await page.getByLabel('Variant').selectOption('3CX 2012-2018')
  await page.waitForURL(/#make\?manufacturer=jcb&model=3cx&variant=\d+$/)
  const address = page.url()
  await filtersOfMachine(page)
  await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('4 products')
  await expectAccessible(page)

  // Another manufacturer clears model, variant and results.
  await page.getByLabel('Manufacturer').selectOption('Kubota')
  await results(page).getByText('Use the side menu to refine products').waitFor()
  await expect.poll(() => chosenText(page, 'Model')).toBe('Select model')
  await expect.poll(() => page.getByLabel('Variant').isDisabled()).toBe(true)

  // The Back button brings all of it again.
  await page.goBack()
  await results(page)
    .getByRole('heading', { name: /JCB 3CX 2012-2018/ })
    .waitFor()
  await expect.poll(() => chosenText(page, 'Variant')).toBe('3CX 2012-2018')
  await page.goBack()
  await results(page).getByText('Use the side menu to refine products').waitFor()
  await expect.poll(() => chosenText(page, 'Model')).toBe('3CX')
  await expect.poll(() => chosenText(page, 'Variant')).toBe('Select variant')

  // The address alone is enough: a reload, a new tab.
  await page.goto(address)
  await page.reload()
  await results(page)
    .getByRole('heading', { name: /JCB 3CX 2012-2018/ })
    .waitFor()
  await expect.poll(() => chosenText(page, 'Manufacturer')).toBe('JCB')

  // The skip link does not lose the choice.
  await page.getByRole('link', { name: 'Skip to the content' }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await expect.poll(() => page.url()).toBe(address)
  await results(page)
    .getByRole('heading', { name: /JCB 3CX 2012-2018/ })
    .waitFor()

  await results(page)
    .getByRole('row', { name: /FH-OIL-1/ })
    .getByRole('button', { name: /^Add/ })
    .click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Basket, 1 item/ })
    .waitFor()
  await results(page).getByRole('link', { name: 'All filters of this machine on one page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Filters for JCB 3CX 2012-2018' }).waitFor()
  await expectAccessible(page)
  expect(complaints).toEqual([])
})

test('a serial number is locked for a stranger, and opens once a full customer has signed in', async () => {
  const { page, complaints } = await buyerWith(browser, shop.url)
  const answers: string[] = []
  page.on('response', async response => {
    // One whose page is left before it is read has no text any more.
    if (response.url().includes('/filter-finder/search')) answers.push(await response.text().catch(() => ''))
  })
  await page.goto(`${finder}#make?manufacturer=jcb&serial=2100000`)
  await results(page).getByText("You don't have access to this feature yet").first().waitFor()
  await results(page).getByText('Please contact the provider for access').waitFor()
  await expect.poll(() => plate(page).inputValue()).toBe('2100000')
  expect(await results(page).getByRole('row').count()).toBe(0)
  await expect.poll(() => results(page).locator('[inert][aria-hidden="true"]').count()).toBe(1)
  await expect.poll(() => answers.join()).toContain('locked')
  expect(answers.join()).not.toMatch(/FH-|3CX|price/)
  expect(await page.getByRole('link', { name: /^Call/ }).getAttribute('href')).toMatch(/^tel:\d+$/)
  expect(await page.getByRole('link', { name: /^Email/ }).getAttribute('href')).toMatch(/^mailto:/)
  await expectAccessible(page)

  await results(page).getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('Email').first().fill('trade@example.com')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/find-replacement-filters#make\?manufacturer=jcb&serial=2100000$/)
  await filtersOfMachine(page)
  await expectAccessible(page)

  await plate(page).fill('JCB3CX4TC02100457')
  await plate(page).press('Enter')
  await page.waitForURL(/serial=JCB3CX4TC02100457$/)
  await filtersOfMachine(page)

  await page.getByLabel('Mach number').fill('915 000')
  await page.getByLabel('Mach number').press('Enter')
  await page.waitForURL(/mach_number=915%20000$/)
  await filtersOfMachine(page)
  await expect.poll(() => plate(page).inputValue()).toBe('')

  await page.getByLabel('Mach number').fill('1')
  await page.getByLabel('Mach number').press('Enter')
  await results(page).getByText('No Products found').last().waitFor()
  await page.getByLabel('Mach number').fill('0')
  await page.getByLabel('Mach number').press('Enter')
  await results(page).getByText('Use the side menu to refine products').waitFor()

  // A make whose plates we do not know asks for no number; signed in without the right, nobody is sent to log in.
  await page.getByLabel('Manufacturer').selectOption('DAF')
  await page.getByText('We have no numbers of DAF plates yet.').waitFor()
  await expect.poll(() => page.getByLabel('Mach number').count()).toBe(0)
  await page.getByLabel('Manufacturer').selectOption('Caterpillar')
  await plate(page).waitFor()
  await expect.poll(() => page.getByLabel('Mach number').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('somebody signed in without the right is not asked to log in again', async () => {
  const { page } = await buyerWith(browser, shop.url)
  await page.goto('/login')
  await page.getByLabel('Email').first().fill('retail@example.com')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(url => url.pathname === '/')
  await page.goto(`${finder}#make?manufacturer=jcb&mach_number=915000`)
  await results(page).getByRole('link', { name: /^Call/ }).waitFor()
  expect(await results(page).getByRole('link', { name: 'Login' }).count()).toBe(0)
})

test('by size and shape: groups fold and remember it, ticks narrow, chips take back, pages turn', async () => {
  const { page, complaints } = await buyerWith(browser, shop.url)
  await page.goto('/')
  await page.getByRole('link', { name: 'Select Filter Type' }).click()
  await page.waitForURL(/#type$/)
  await results(page).getByText('Use the side menu to refine products').waitFor()
  const types = page.getByRole('group', { name: 'Filter type' })
  const outerAir = types.getByRole('checkbox', { name: /^Air filter, outer/ })
  await outerAir.check()
  await page.waitForURL(/#type\?attributes=%7B/)
  const heading = results(page).getByRole('heading', { name: /By size and shape \d+ products/ })
  await heading.waitFor()
  const all = Number(/\d+/.exec(await heading.innerText())![0])
  expect(all).toBeGreaterThan(20)
  await expectAccessible(page)

  await results(page).getByRole('link', { name: 'Page 2 of' }).click()
  await page.waitForURL(/&page=2$/)
  await results(page).locator('[aria-current="page"]', { hasText: '2' }).waitFor()
  // Rule 45: the reader starts at the heading of the results.
  await expect.poll(() => heading.evaluate(one => one === document.activeElement)).toBe(true)
  await page.goBack()
  await results(page).locator('[aria-current="page"]', { hasText: '1' }).waitFor()

  const brands = page.getByRole('button', { name: /^Brand/ })
  const wasOpen = await brands.getAttribute('aria-expanded')
  await brands.click()
  await expect.poll(() => brands.getAttribute('aria-expanded')).not.toBe(wasOpen)
  await page.reload()
  await expect.poll(() => brands.getAttribute('aria-expanded')).not.toBe(wasOpen)
  await expect.poll(() => outerAir.isChecked()).toBe(true)

  await results(page).getByRole('link', { name: 'Remove filter: Air filter, outer' }).click()
  await results(page).getByText('Use the side menu to refine products').waitFor()
  expect(complaints).toEqual([])
})

test('by description: from the panel, with the words kept; nothing typed asks nothing; a hostile hash harms nothing', async () => {
  const { page, complaints } = await buyerWith(browser, shop.url, { width: 360 })
  const asked: string[] = []
  page.on('request', request => {
    if (/\/(search|filter-finder\/search)\?/.test(request.url())) asked.push(request.url())
  })
  await page.goto('/')
  await wakened(page)
  await page.getByLabel('Description').fill('hydraulic filter')
  await page.getByLabel('Description').press('Enter')
  await page.waitForURL(/#search\?query=hydraulic%20filter$/)
  await results(page)
    .getByRole('heading', { name: /“hydraulic filter”/ })
    .waitFor()
  const words = page.getByLabel('Description or number')
  await expect.poll(() => words.inputValue()).toBe('hydraulic filter')
  await expectAccessible(page)

  const before = asked.length
  await words.fill('')
  await words.press('Enter')
  await results(page).getByText('Use the side menu to refine products').waitFor()
  expect(asked.length).toBe(before)

  for (const hash of [
    '#type?attributes=%7B',
    '#type?attributes=%7B%22__proto__%22%3A%5B%22x%22%5D%7D',
    '#nonsense',
  ]) {
    await page.goto(finder + hash)
    await results(page).getByText('Use the side menu to refine products').waitFor()
  }
  expect(asked.length).toBe(before)
  expect(complaints).toEqual([])
})

test('an answer to an older choice never replaces a newer one, and a failure offers to try again', async () => {
  const { page } = await buyerWith(browser, shop.url)
  await page.goto(`${finder}#search?query=cabin`)
  await results(page)
    .getByRole('heading', { name: /“cabin”/ })
    .waitFor()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/search\?query=oil&/, async route => {
    await held
    await route.continue().catch(() => {})
  })
  const choose = (hash: string) =>
    page.evaluate(next => {
      location.hash = next
    }, hash)
  const older = page.waitForRequest(/\/search\?query=oil&/)
  await choose('#search?query=oil')
  await older
  await choose('#search?query=FH-AIR-1')
  await results(page)
    .getByRole('row', { name: /FH-AIR-1/ })
    .waitFor()
  release()
  await page.waitForTimeout(500)
  await results(page)
    .getByRole('heading', { name: /“FH-AIR-1”/ })
    .waitFor()

  await page.route(/\/search\?query=fuel&/, route => route.abort())
  await choose('#search?query=fuel')
  await results(page).getByRole('alert').waitFor()
  await page.unroute(/\/search\?query=fuel&/)
  await results(page).getByRole('button', { name: 'Try again' }).click()
  await results(page)
    .getByRole('heading', { name: /“fuel”/ })
    .waitFor()
})

test('without a script the makes lead to the filters of a machine all the same', async () => {
  const { page } = await buyerWith(browser, shop.url, { javaScriptEnabled: false })
  await page.goto(finder)
  await page.getByLabel('Manufacturer').selectOption('JCB')
  await page.getByRole('button', { name: 'Show models' }).click()
  await page.waitForURL(/\/filters\/jcb$/)
  await page.getByRole('link', { name: /^3CX 5 variants/ }).click()
  await page.getByRole('link', { name: /^3CX 2012-2018/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Filters for JCB 3CX 2012-2018' }).waitFor()
  expect(await page.getByRole('row', { name: /FH-OIL-1/ }).innerText()).toContain('Engine oil')
})
