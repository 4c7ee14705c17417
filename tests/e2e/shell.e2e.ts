import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
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

const vatSwitch = (page: Page) => page.getByRole('button', { name: /^Prices (?:ex|inc) VAT first/ })
const searchField = (page: Page) => page.getByLabel('Search by part number, cross-reference, machine or size')
const phaseOf = (page: Page) =>
  page
    .locator('.working')
    .getAttribute('class')
    .then(names => /phase-\d/.exec(names ?? '')?.[0])

/** Where the two prices of a page stand: the one further to the left leads. */
async function leading(page: Page): Promise<string | undefined> {
  const prices = page.getByRole('region', { name: 'Price and stock' }).locator('p').first().locator('> span')
  const placed = await prices.evaluateAll(spans =>
    spans.map(span => ({ text: span.textContent, left: span.getBoundingClientRect().left })),
  )
  return placed.sort((a, b) => a.left - b.left)[0]?.text
}

test('the filter on the home page works in three phases, 3 s each, and stands still when it is told to', async () => {
  const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 1280, height: 900 } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/')
  await wakened(page)
  await page.getByRole('button', { name: 'Pause the moving picture' }).waitFor()
  expect(await phaseOf(page)).toBe('phase-1')
  for (const phase of ['phase-2', 'phase-3', 'phase-1', 'phase-2']) {
    await page.clock.runFor(3000)
    await expect.poll(() => phaseOf(page)).toBe(phase)
  }
  await page.getByRole('button', { name: 'Pause the moving picture' }).click()
  await page.getByRole('button', { name: 'Play the moving picture' }).waitFor()
  const phase = await phaseOf(page)
  await page.clock.runFor(9000)
  expect(await phaseOf(page)).toBe(phase)
})

test('who asks for reduced motion gets a still picture, and may start it', async () => {
  const { page } = await buyerWith(browser, shop.url)
  await page.clock.install()
  await page.goto('/')
  await wakened(page)
  const play = page.getByRole('button', { name: 'Play the moving picture' })
  await play.waitFor()
  await page.clock.runFor(9000)
  expect(await phaseOf(page)).toBe('phase-1')
  await play.click()
  await page.getByRole('button', { name: 'Pause the moving picture' }).waitFor()
  await page.clock.runFor(3000)
  await expect.poll(() => phaseOf(page)).toBe('phase-2')
})

test('a private buyer turns the prices round, and they stay so on every page, kept ones too', async () => {
  const { page, complaints } = await buyerWith(browser, shop.url)
  await page.goto('/filterhouse/fh-oil-1')
  await wakened(page)
  await expect.poll(() => leading(page)).toMatch(/12\.50 excluding VAT/)
  await vatSwitch(page).click()
  await expect.poll(() => leading(page)).toMatch(/15\.00 including VAT/)
  await page.getByText('£12.50').first().waitFor()
  // As it is sent: no script has to turn it round.
  const sent = await (await page.context().request.get('/filterhouse/fh-oil-1')).text()
  expect(sent).toMatch(/<html lang="en-GB" data-vat="inc"[ >]/)
  await page.reload()
  await expectAccessible(page)
  await page.goto('/search?query=FH-OIL-1')
  expect(await page.locator('html').getAttribute('data-vat')).toBe('inc')

  const { page: other } = await buyerWith(browser, shop.url)
  await other.goto('/filterhouse/fh-oil-1')
  expect(await other.locator('html').getAttribute('data-vat')).toBeNull()
  expect(complaints).toEqual([])
})

test('without JavaScript the prices are turned round too, and the page stays', async () => {
  const { page } = await buyerWith(browser, shop.url, { javaScriptEnabled: false })
  await page.goto('/filterhouse/fh-oil-1')
  await vatSwitch(page).click()
  await expect.poll(() => leading(page)).toMatch(/15\.00 including VAT/)
  expect(new URL(page.url()).pathname).toBe('/filterhouse/fh-oil-1')
  await vatSwitch(page).click()
  await expect.poll(() => leading(page)).toMatch(/12\.50 excluding VAT/)
})

test('the parts looked at last are shown in this browser, and forgotten when they are cleared', async () => {
  const { page, complaints } = await buyerWith(browser, shop.url)
  const recent = page.getByRole('region', { name: 'Recently viewed' })
  for (const path of ['fh-oil-1', 'fh-air-1']) {
    await page.goto(`/filterhouse/${path}`)
    await wakened(page)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('recently-viewed'))).toContain(path)
  }
  await page.goto('/')
  await expect
    .poll(() => recent.getByRole('link').allInnerTexts())
    .toEqual([expect.stringContaining('FH-AIR-1'), expect.stringContaining('FH-OIL-1')])
  await expectAccessible(page)
  await recent.getByRole('button', { name: /^Clear/ }).click()
  await recent.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => localStorage.getItem('recently-viewed'))).toBeNull()
  expect(complaints).toEqual([])
})

test('an empty search field offers the last searches of this browser, and forgets them', async () => {
  const { page } = await buyerWith(browser, shop.url)
  for (const query of ['oil filter', 'P551712']) {
    await page.goto(`/search?query=${query}`)
    await wakened(page)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('last-searches'))).toContain(query)
  }
  await page.goto('/')
  await wakened(page)
  await searchField(page).focus()
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  const group = list.getByRole('group', { name: 'Last searches' })
  await expect
    .poll(() => group.getByRole('option').allInnerTexts())
    .toEqual(['P551712', 'oil filter', 'Clear last searches'])
  await expectAccessible(page)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => searchField(page).getAttribute('aria-activedescendant')).toMatch(/option-2$/)
  await page.keyboard.press('Enter')
  await list.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => localStorage.getItem('last-searches'))).toBeNull()
})

test('the menu of a phone opens by key, closes on Escape, and gives the focus back', async () => {
  const { page } = await buyerWith(browser, shop.url, { width: 360 })
  await page.goto('/terms-conditions')
  await wakened(page)
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await page.locator('summary', { hasText: 'Menu' }).focus()
  await page.keyboard.press('Enter')
  await menu.waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Menu')
})

test('a message of a form pops up, and stays in the page', async () => {
  const { page } = await buyerWith(browser, shop.url)
  await page.goto('/filterhouse/fh-oil-1')
  await wakened(page)
  await page.context().addCookies([
    {
      name: 'flash',
      value: Buffer.from(JSON.stringify({ kind: 'success', text: 'All is well.' })).toString('base64url'),
      url: shop.url,
    },
  ])
  await page.goto('/basket')
  await page.getByRole('main').getByText('All is well.').waitFor()
  const popup = page.getByRole('region', { name: 'Messages' }).getByText('All is well.')
  await popup.waitFor()
  await popup.waitFor({ state: 'hidden' })
  expect(await page.getByRole('main').getByText('All is well.').isVisible()).toBe(true)
})

test('a page that was left comes back with the basket of now', async () => {
  const { page, context } = await buyerWith(browser, shop.url)
  await page.goto('/filterhouse/fh-oil-1')
  await wakened(page)
  await page.goto('/terms-conditions')
  const added = await context.request.post('/basket/add/single', {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
    data: { product: 1, quantity: 3 },
  })
  expect(added.ok()).toBe(true)
  await page.goBack()
  await expect
    .poll(() =>
      page
        .getByRole('banner')
        .getByRole('link', { name: /^Basket/ })
        .textContent(),
    )
    .toMatch(/^Basket, 3 items/)
})

test('a page that was fetched ahead shows the basket of now', async () => {
  const { page, context } = await buyerWith(browser, shop.url)
  const watcher = await context.newCDPSession(page)
  const ready: string[] = []
  watcher.on('Preload.prefetchStatusUpdated', ({ status, prefetchUrl }) => {
    if (status === 'Ready') ready.push(prefetchUrl)
  })
  await watcher.send('Preload.enable')
  await page.goto('/search?query=FH-OIL-1')
  await wakened(page)
  const link = page.getByRole('link', { name: 'Oil filter, spin-on', exact: true })
  await link.hover()
  await expect.poll(() => ready.some(url => url.includes('/filterhouse/fh-oil-1'))).toBe(true)
  await context.request.post('/basket/add/single', {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
    data: { product: 1, quantity: 4 },
  })
  await link.click()
  await page.waitForURL('**/filterhouse/fh-oil-1*')
  const delivered = () =>
    page.evaluate(() => {
      const [way] = performance.getEntriesByType('navigation')
      return way && 'deliveryType' in way ? way.deliveryType : null
    })
  expect(await delivered()).toBe('navigational-prefetch')
  await expect
    .poll(() =>
      page
        .getByRole('banner')
        .getByRole('link', { name: /^Basket/ })
        .textContent(),
    )
    .toMatch(/^Basket, 4 items/)
})
