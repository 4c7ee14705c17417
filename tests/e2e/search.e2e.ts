import { expect, test } from 'vitest'
import { expectAccessible, openBrowserVisitor } from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'

setUpBrowser()

test.each([1280, 360])(
  'a fitter filters results by facets and a size, and sorts them, at %i pixels',
  async width => {
    const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url, { width })
    const openFilters = async () => {
      if (width < 1000) await page.getByText(/^Filter results/).click()
    }
    const getTotal = async () =>
      Number(/[\d,]+(?= products?)/.exec(await page.locator('h1').innerText())![0].replace(',', ''))
    await page.goto('/search?query=oil%20filter')
    const totalBefore = await getTotal()
    expect(totalBefore).toBeGreaterThan(100)
    await expectAccessible(page)

    await openFilters()
    const filters = page.getByRole('navigation', { name: 'Filters' })
    await filters.getByRole('link', { name: /^Oil filter, spin-on/ }).click()
    await page.getByRole('link', { name: 'Remove filter: Oil filter, spin-on' }).waitFor()
    const totalOfType = await getTotal()
    expect(totalOfType).toBeLessThan(totalBefore)

    await openFilters()
    await filters.getByLabel('Outer diameter in millimetres, within one', { exact: true }).fill('93')
    await filters.getByRole('button', { name: 'Set Outer diameter', exact: true }).click()
    await page.getByRole('link', { name: 'Remove filter: Outer diameter: 93±1 mm' }).waitFor()
    await expect.poll(getTotal).toBeLessThan(totalOfType)
    await expectAccessible(page)

    if (width < 1000) await page.getByText('Sort', { exact: true }).click()
    await page.getByRole('link', { name: 'Price, lowest first' }).click()
    if (width < 1000) await page.getByText('Sort', { exact: true }).click()
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
    await expect.poll(getTotal).toBe(totalBefore)
    expect(consoleErrors).toEqual([])
  },
)

test.each([1280, 1024])(
  'a buyer compares rows of at most 88 pixels that name each measure once, at %i pixels',
  async width => {
    const { page } = await openBrowserVisitor(browser, shop.url, { width })
    for (const query of [
      'oil filter',
      '',
      'FH-EDGE',
      'P551712',
      'jcb 3cx',
      'hydraulic element return with magnet',
    ]) {
      await page.goto(`/search?query=${encodeURIComponent(query)}`)
      const rows = page.getByRole('row').filter({ has: page.getByRole('link') })
      const heights = await rows.evaluateAll(all => all.map(row => row.getBoundingClientRect().height))
      expect(heights.length, query).toBeGreaterThan(0)
      expect(Math.max(...heights), query).toBeLessThanOrEqual(88)
      // However long the hint, the facts are inside what is visible of the details.
      // The hint follows number and brand.
      const hidden = await rows.locator('td > div:has(p > :nth-child(3)) > ul').evaluateAll(
        all =>
          all.filter(each => {
            const details = each.parentElement!
            return each.getBoundingClientRect().bottom > details.getBoundingClientRect().bottom
          }).length,
      )
      expect(hidden, query).toBe(0)
    }
    await page.goto('/search?query=Oil%20filter%2C%20spin-on%2080%20%C3%97%20106%20mm')
    const text = await page
      .getByRole('row', { name: /106 mm/ })
      .first()
      .innerText()
    expect(text.match(/\b106\b/g)).toHaveLength(1)
  },
)

test('a buyer gets more rows a page, and keeps them for the next search', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  const countRows = () =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .count()
  await page.goto('/search?query=oil%20filter')
  expect(await countRows()).toBe(25)
  await page.getByRole('button', { name: '50 results per page' }).click()
  await page.getByText('Showing 1 to 50 of').waitFor()
  await page.goto('/search?query=air%20filter')
  expect(await countRows()).toBe(50)
  await expectAccessible(page)
  expect(consoleErrors).toEqual([])
})

test('a fitter who mistypes a word or a number gets the corrected results with a note', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/search?query=hydrualic')
  await page.getByText('These are the results for hydraulic').waitFor()
  await page.goto('/search?query=P551713')
  await page.getByText('please check it against the number on your filter').waitFor()
  await expectAccessible(page)
  await page.getByRole('row', { name: /FH-OIL-1/ }).waitFor()
})

test.each([1280, 360])('a fitter who types a machine is led to its filters, at %i pixels', async width => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url, { width })
  await page.goto('/search?query=jcb%203cx')
  await expectAccessible(page)
  const variants = page.getByRole('region', { name: 'Which JCB 3CX?' })
  if (width < 700) await variants.getByText('5 variants').click()
  await variants.getByRole('link', { name: 'All filters of the JCB 3CX' }).click()
  await page.waitForURL('**/filters/jcb/3cx')
  await page.goto('/search?query=xylophone')
  await page.getByRole('link', { name: 'by machine, by its plate or by kind and size' }).click()
  await page.waitForURL('**/find-replacement-filters')
  expect(consoleErrors).toEqual([])
})

test.each([1280, 360])(
  'a fitter asks in own words, and takes a part of it away, at %i pixels',
  async width => {
    const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url, { width })
    await page.goto('/search?query=jcb%203cx%20heavy%20duty%20oil%20filter')
    await page.getByText('Nothing has all of this.').waitFor()
    await expectAccessible(page)
    await page.getByRole('heading', { name: 'Engine oil' }).waitFor()
    await page
      .getByRole('list', { name: 'Your search' })
      .getByRole('link', { name: 'Remove Kind: Oil filter' })
      .click()
    await page.waitForURL('**/search?query=jcb%203cx%20heavy%20duty')
    if (width < 700) await page.getByText('5 variants').click()
    await page.getByRole('link', { name: /^3CX 2012-2018/ }).click()
    await page.getByRole('row', { name: /FH-HYD-1/ }).waitFor()
    expect(consoleErrors).toEqual([])
  },
)

test('a fitter with a phone sees the first filter of a machine in the first screen', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/search?query=jcb%203cx%20oil%20filter')
  const first = page
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first()
  const { y } = (await first.boundingBox())!
  expect(y).toBeLessThan(600)
  const [filter, sort] = await Promise.all(
    [page.getByText(/^Filter results/), page.getByText('Sort', { exact: true })].map(each =>
      each.boundingBox(),
    ),
  )
  expect(filter!.y).toBe(sort!.y)
  await page.getByText('Sort', { exact: true }).click()
  await page.getByRole('link', { name: 'Price, highest first' }).click()
  await page.waitForURL('**sort=**')
})

test('a fitter pastes several numbers and takes them to the order pad', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto('/search?query=LF9009%20x%204,%20P551713%20x%201,%20P772578%20x%202')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check these in the order pad' }).click()
  await page.waitForURL('**/order-pad')
  await page.getByText('FH-OIL-1').first().waitFor()
  await page.getByText('FH-AIR-1').first().waitFor()
  await expect
    .poll(() =>
      page
        .getByLabel(/^Quantity/)
        .evaluateAll(fields => fields.map(field => (field as HTMLInputElement).value)),
    )
    .toEqual(['4', '1', '2'])
})
