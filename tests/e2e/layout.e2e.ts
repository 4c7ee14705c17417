import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { expectAccessible, openBrowserVisitor, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'

setUpBrowser()

const vatSwitch = (page: Page) => page.getByRole('button', { name: /^Prices (?:ex|inc) VAT first/ })
const searchField = (page: Page) => page.getByLabel('Search by part number, cross-reference, machine or size')
const getPhase = (page: Page) =>
  page
    .locator('.working')
    .getAttribute('class')
    .then(names => /phase-\d/.exec(names ?? '')?.[0])

/** The price that leads: the one further to the left. */
async function getLeadingPrice(page: Page): Promise<string | undefined> {
  const prices = page.getByRole('region', { name: 'Price and stock' }).locator('p').first().locator('> span')
  const positions = await prices.evaluateAll(spans =>
    spans.map(span => ({ text: span.textContent, left: span.getBoundingClientRect().left })),
  )
  return positions.sort((a, b) => a.left - b.left)[0]?.text
}

test('a visitor sees the filter on the home page work in three phases of 3 s, and can pause it', async () => {
  const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 1280, height: 900 } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Pause the moving picture' }).waitFor()
  expect(await getPhase(page)).toBe('phase-1')
  for (const phase of ['phase-2', 'phase-3', 'phase-1', 'phase-2']) {
    await page.clock.runFor(3000)
    await expect.poll(() => getPhase(page)).toBe(phase)
  }
  await page.getByRole('button', { name: 'Pause the moving picture' }).click()
  await page.getByRole('button', { name: 'Play the moving picture' }).waitFor()
  const phase = await getPhase(page)
  await page.clock.runFor(9000)
  expect(await getPhase(page)).toBe(phase)
})

test('a visitor who prefers reduced motion sees a still picture, and can start it', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.clock.install()
  await page.goto('/')
  await waitForHydration(page)
  const play = page.getByRole('button', { name: 'Play the moving picture' })
  await play.waitFor()
  await page.clock.runFor(9000)
  expect(await getPhase(page)).toBe('phase-1')
  await play.click()
  await page.getByRole('button', { name: 'Pause the moving picture' }).waitFor()
  await page.clock.runFor(3000)
  await expect.poll(() => getPhase(page)).toBe('phase-2')
})

test('a private buyer switches to prices with VAT first, which all pages then show, cached ones too', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/filterhouse/fh-oil-1')
  await waitForHydration(page)
  await expect.poll(() => getLeadingPrice(page)).toMatch(/12\.50 excluding VAT/)
  await vatSwitch(page).click()
  await expect.poll(() => getLeadingPrice(page)).toMatch(/15\.00 including VAT/)
  await page.getByText('£12.50').first().waitFor()
  // The server sends it so: no script has to switch the prices.
  const html = await (await page.context().request.get('/filterhouse/fh-oil-1')).text()
  expect(html).toMatch(/<html lang="en-GB" data-vat="inc"[ >]/)
  await page.reload()
  await expectAccessible(page)
  await page.goto('/search?query=FH-OIL-1')
  expect(await page.locator('html').getAttribute('data-vat')).toBe('inc')

  const { page: other } = await openBrowserVisitor(browser, shop.url)
  await other.goto('/filterhouse/fh-oil-1')
  expect(await other.locator('html').getAttribute('data-vat')).toBeNull()
  expect(consoleErrors).toEqual([])
})

test('a buyer without JavaScript switches the prices, and stays on the page', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { javaScriptEnabled: false })
  await page.goto('/filterhouse/fh-oil-1')
  await vatSwitch(page).click()
  await expect.poll(() => getLeadingPrice(page)).toMatch(/15\.00 including VAT/)
  expect(new URL(page.url()).pathname).toBe('/filterhouse/fh-oil-1')
  await vatSwitch(page).click()
  await expect.poll(() => getLeadingPrice(page)).toMatch(/12\.50 excluding VAT/)
})

test('a visitor sees the parts viewed last in this browser, and can clear them', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  const recent = page.getByRole('region', { name: 'Recently viewed' })
  for (const path of ['fh-oil-1', 'fh-air-1']) {
    await page.goto(`/filterhouse/${path}`)
    await waitForHydration(page)
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
  expect(consoleErrors).toEqual([])
})

test('a visitor with an empty search field is offered the last searches of this browser, and can clear them', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  for (const query of ['oil filter', 'P551712']) {
    await page.goto(`/search?query=${query}`)
    await waitForHydration(page)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('last-searches'))).toContain(query)
  }
  await page.goto('/')
  await waitForHydration(page)
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

test('a visitor with a phone opens the menu by key, closes it with Escape, and has the focus back on it', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto('/terms-conditions')
  await waitForHydration(page)
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

test('a buyer sees the message of a form as a toast, and it stays in the page', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/filterhouse/fh-oil-1')
  await waitForHydration(page)
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

test('a buyer who goes back sees the current basket', async () => {
  const { page, context } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/filterhouse/fh-oil-1')
  await waitForHydration(page)
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

test('a buyer who opens a prefetched page sees the current basket', async () => {
  const { page, context } = await openBrowserVisitor(browser, shop.url)
  const devTools = await context.newCDPSession(page)
  const prefetched: string[] = []
  devTools.on('Preload.prefetchStatusUpdated', ({ status, prefetchUrl }) => {
    if (status === 'Ready') prefetched.push(prefetchUrl)
  })
  await devTools.send('Preload.enable')
  await page.goto('/search?query=FH-OIL-1')
  await waitForHydration(page)
  const link = page.getByRole('link', { name: 'Oil filter, spin-on', exact: true })
  await link.hover()
  await expect.poll(() => prefetched.some(url => url.includes('/filterhouse/fh-oil-1'))).toBe(true)
  await context.request.post('/basket/add/single', {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
    data: { product: 1, quantity: 4 },
  })
  await link.click()
  await page.waitForURL('**/filterhouse/fh-oil-1*')
  const getDeliveryType = () =>
    page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation')
      return navigation && 'deliveryType' in navigation ? navigation.deliveryType : null
    })
  expect(await getDeliveryType()).toBe('navigational-prefetch')
  await expect
    .poll(() =>
      page
        .getByRole('banner')
        .getByRole('link', { name: /^Basket/ })
        .textContent(),
    )
    .toMatch(/^Basket, 4 items/)
})

test('a visitor with a tablet has every link of the main navigation that a desktop has', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 1280 })
  await page.goto('/terms-conditions')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  const listVisible = () => navigation.getByRole('link').filter({ visible: true }).allTextContents()
  const links = await listVisible()
  expect(links).toEqual(expect.arrayContaining(['Order pad', 'Oil filters', 'Separators', 'Breathers']))
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await listVisible()).toEqual(links)
    await expectAccessible(page)
  }
})

test('a visitor with a phone finds the account on the first screen of the menu', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.setViewportSize({ width: 360, height: 640 })
  const openMenu = () => page.locator('summary', { hasText: 'Menu' }).click()
  const link = (name: string) => page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name })
  const isOnFirstScreen = async (name: string) => {
    const box = await link(name).boundingBox()
    return box !== null && box.y + box.height < 640
  }
  await page.goto('/terms-conditions')
  await openMenu()
  expect(await isOnFirstScreen('Sign in')).toBe(true)

  await page.goto('/login')
  await waitForHydration(page)
  await page.getByLabel('Email').fill('retail@example.com')
  await page.getByLabel('Password', { exact: true }).fill('filters-2026')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(url => url.pathname !== '/login')
  await openMenu()
  for (const name of ['your account', 'Orders', 'Product lists'])
    expect(await isOnFirstScreen(name)).toBe(true)
  await expectAccessible(page)
})

test('a buyer reads in a toast which part was added, goes on to the basket, and every Add button stays free', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  for (const [width, height] of [
    [360, 740],
    [768, 900],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/search?query=oil+filter')
    await waitForHydration(page)
    const button = page.getByRole('button', { name: /^Add .+ to basket$/ }).nth(1)
    const [, code] = /Add (.+) to basket/.exec((await button.textContent()) ?? '')!
    await button.click()
    const toast = page.getByRole('region', { name: 'Messages' }).getByRole('status')
    await toast.getByText(`${code} `).waitFor()
    for (const distance of [0, 70, 140, 210]) {
      await page.mouse.wheel(0, distance)
      await page.evaluate(
        () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      expect(await listCoveredButtons(page), `${width} px, scrolled by ${distance}`).toEqual([])
    }
    await toast.getByRole('link', { name: 'View basket' }).click()
    await page.waitForURL('**/basket')
  }
})

/** The amber buttons of which a toast covers a part. */
function listCoveredButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[aria-label="Messages"] [role] > *')]
    const boxes = toasts.map(toast => toast.getBoundingClientRect())
    return [...document.querySelectorAll('.button-next')]
      .filter(button => {
        const { top, bottom, left, right } = button.getBoundingClientRect()
        return boxes.some(box => top < box.bottom && bottom > box.top && left < box.right && right > box.left)
      })
      .map(button => button.textContent ?? '')
  })
}
