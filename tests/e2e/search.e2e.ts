import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { buyerWith, expectAccessible } from '../support/buyer.ts'
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

test.each([1280, 360])(
  'a fitter narrows a list by facets, a size and an order, at %i pixels',
  async width => {
    const { page, complaints } = await buyerWith(browser, shop.url, { width })
    const openFilters = async () => {
      if (width < 1000) await page.getByText(/^Filter results/).click()
    }
    const total = async () =>
      Number(/[\d,]+(?= products?)/.exec(await page.locator('h1').innerText())![0].replace(',', ''))
    await page.goto('/search?query=oil%20filter')
    const all = await total()
    expect(all).toBeGreaterThan(100)
    await expectAccessible(page)

    await openFilters()
    const filters = page.getByRole('navigation', { name: 'Filters' })
    await filters.getByRole('link', { name: /^Oil filter, spin-on/ }).click()
    await page.getByRole('link', { name: 'Remove filter: Oil filter, spin-on' }).waitFor()
    const ofType = await total()
    expect(ofType).toBeLessThan(all)

    await openFilters()
    await filters.getByLabel('Outer diameter in millimetres, within one', { exact: true }).fill('93')
    await filters.getByRole('button', { name: 'Set Outer diameter', exact: true }).click()
    await page.getByRole('link', { name: 'Remove filter: Outer diameter: 93±1 mm' }).waitFor()
    await expect.poll(total).toBeLessThan(ofType)
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Price, lowest first' }).click()
    await page
      .getByRole('link', { name: 'Price, lowest first' })
      .and(page.locator('[aria-current]'))
      .waitFor()
    const prices = await page
      .getByRole('row')
      .getByText(/^£[\d,.]+$/)
      .allInnerTexts()
    const amounts = prices.map(price => Number(price.replace(/[£,]/g, '')))
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
    await expect.poll(() => page.locator('input[name=query]').first().inputValue()).toBe('oil filter')

    await page.getByRole('link', { name: 'Clear all' }).click()
    await page.waitForURL(url => !url.search.includes('filters'))
    await expect.poll(total).toBe(all)
    expect(complaints).toEqual([])
  },
)

test('a wrong letter is put right and said; a wrong number is only offered', async () => {
  const { page } = await buyerWith(browser, shop.url)
  await page.goto('/search?query=hydrualic')
  await page.getByText('These are the results for hydraulic').waitFor()
  await page.goto('/search?query=P551713')
  await page.getByText('No Products found').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'P 551-712' }).click()
  await page.getByRole('row', { name: /FH-OIL-1/ }).waitFor()
})

test.each([1280, 360])('a fitter who types his machine is led to its filters, at %i pixels', async width => {
  const { page, complaints } = await buyerWith(browser, shop.url, { width })
  await page.goto('/search?query=jcb%203cx')
  await expectAccessible(page)
  await page
    .getByRole('region', { name: 'Filters that fit' })
    .getByRole('link', { name: 'JCB 3CX', exact: true })
    .click()
  await page.waitForURL('**/filters/jcb/3cx')
  await page.goto('/search?query=xylophone')
  await page.getByRole('link', { name: 'by machine, by its plate or by kind and size' }).click()
  await page.waitForURL('**/find-replacement-filters')
  expect(complaints).toEqual([])
})
