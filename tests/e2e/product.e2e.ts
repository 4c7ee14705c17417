import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  expectAccessible,
  expectAccessibleAtAnyWidth,
  openBrowserVisitor,
  waitForHydration,
} from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'

setUpBrowser()

const zoomButton = (page: Page) => page.getByRole('button', { name: /^Oil filter, spin-on FH-OIL-1.*zoom$/ })
const getScale = (page: Page) =>
  zoomButton(page)
    .getByRole('img')
    .evaluate(picture => new DOMMatrix(getComputedStyle(picture).transform).a)
const getOrigin = (page: Page) =>
  zoomButton(page)
    .getByRole('img')
    .evaluate(picture => getComputedStyle(picture).transformOrigin)
const wakened = (page: Page) => zoomButton(page).waitFor()
const expectScale = (page: Page, scale: number) => expect.poll(() => getScale(page)).toBe(scale)
const expectPressed = (button: Locator, isPressed: boolean) =>
  expect.poll(() => button.getAttribute('aria-pressed')).toBe(String(isPressed))

test('a fitter switches pictures and zooms with keys alone', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/filterhouse/fh-oil-1')
  await wakened(page)
  const box = await zoomButton(page).boundingBox()
  expect(Math.round(box!.width)).toBe(585)
  expect(Math.round(box!.height)).toBe(585)

  const pictures = page.getByRole('list', { name: 'Choose a picture' }).getByRole('button')
  await expect.poll(() => pictures.count()).toBe(2)
  await expectPressed(pictures.nth(0), true)
  await pictures.nth(1).focus()
  await page.keyboard.press('Enter')
  await expectPressed(pictures.nth(0), false)
  await expectPressed(pictures.nth(1), true)
  await expect.poll(() => zoomButton(page).getByRole('img').getAttribute('src')).toContain('fh-oil-1.end.jpg')

  await zoomButton(page).focus()
  await page.keyboard.press('Enter')
  await expectPressed(zoomButton(page), true)
  await expectScale(page, 2.5)
  const before = await getOrigin(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => getOrigin(page)).not.toBe(before)
  for (let times = 0; times < 5; times++) await page.keyboard.press('+')
  // R-CATALOGUE-3: the zoom ends at ten times.
  await expectScale(page, 10)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectPressed(zoomButton(page), false)
  await expectScale(page, 1)
  expect(consoleErrors).toEqual([])
})

test('a fitter with a mouse zooms in where the picture is clicked, and moves it with the pointer', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/filterhouse/fh-oil-1')
  await wakened(page)
  await zoomButton(page).click({ position: { x: 100, y: 500 } })
  await expectScale(page, 2.5)
  const before = await getOrigin(page)
  await zoomButton(page).hover({ position: { x: 500, y: 100 } })
  await expect.poll(() => getOrigin(page)).not.toBe(before)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByText('5×').waitFor()
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expectScale(page, 1)
})

test('a fitter who types a quantity before the scripts have loaded adds that many', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await released
    await route.continue()
  })
  await page.goto('/filterhouse/fh-oil-1', { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: /^Quantity/ }).fill('3')
  release()
  await wakened(page)
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Basket, 3 items/ })
    .waitFor()
})

test.each([360, 390])(
  'a fitter with a phone of %i pixels sees name, price, stock and Add at once',
  async width => {
    const { page } = await openBrowserVisitor(browser, shop.url)
    await page.setViewportSize({ width, height: 844 })
    for (const path of [
      'fh-oil-1',
      'fh-oil-1?for=P551712',
      'fh-edge-1',
      'fh-edge-3',
      'fh-hyd-1',
      'fh-edge-5',
    ]) {
      await page.goto(`/filterhouse/${path}`)
      const offer = page.getByRole('region', { name: 'Price and stock' })
      const parts = [
        page.getByRole('heading', { level: 1 }),
        offer.getByText(/^£/).first(),
        offer.getByText(/in stock|Available in/).first(),
        offer.getByRole('button', { name: 'Add to basket' }),
      ]
      for (const part of parts) {
        const { y, height } = (await part.boundingBox())!
        expect(y + height, path).toBeLessThanOrEqual(844)
      }
    }
  },
)

test('a fitter with a phone buys from the bar at the lower edge, which hides nothing that has the focus', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.setViewportSize({ width: 360, height: 844 })
  await page.goto('/donaldson/p164176')
  await waitForHydration(page)
  const add = page.getByRole('button', { name: 'Add to basket', exact: true })
  expect(await add.count()).toBe(1)
  await page.getByRole('textbox', { name: /^Quantity of P164176/ }).fill('2')
  await page.getByRole('heading', { name: 'Fits' }).scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
  await expect.poll(() => add.count()).toBe(2)
  await expectAccessible(page)

  // Each element in turn, backwards and forwards: its middle is its own.
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let times = 0; times < 12; times++) {
      await page.keyboard.press(key)
      expect(await page.evaluate(isFocusVisible), `${key} ${times}`).toBe(true)
    }
  }

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await add.last().click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Basket, 2 items/ })
    .waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(() => add.count()).toBe(1)
  expect(consoleErrors).toEqual([])
})

function isFocusVisible(): boolean {
  const element = document.activeElement!
  const { left, top, width, height } = element.getBoundingClientRect()
  const at = document.elementFromPoint(left + width / 2, top + height / 2)
  return at !== null && (element.contains(at) || at.contains(element))
}

test('a fitter without JavaScript follows a link to the large picture, and sees all lists', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { javaScriptEnabled: false })
  await page.goto('/filterhouse/fh-oil-1')
  const large = page.getByRole('link', { name: /show larger/ })
  expect(await large.getAttribute('href')).toBe('/media/product/image/fh-oil-1.jpg?w=1170&h=1170')
  expect(await page.getByRole('button', { name: 'Zoom in' }).isVisible()).toBe(false)
  const text = await page.getByRole('main').innerText()
  for (const part of ['JCB', '3CX 2012-2018', 'Donaldson', 'P 551-712']) expect(text).toContain(part)
})

test('a fitter who finds a part out of stock sees alternatives in stock, with the reason', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/filterhouse/fh-hyd-1')
  const alternatives = page.getByRole('region', { name: 'In stock instead' })
  const row = alternatives.getByRole('listitem').first()
  expect(await row.innerText()).toMatch(/same dimensions|replaces/)
  expect(await row.innerText()).toMatch(/in stock/)
  await row.getByRole('link').click()
  await page.getByText(/FH-HYD-1.*the number you searched/).waitFor()
  expect(await page.getByText('Direct replacement').count()).toBe(0)
  expect(consoleErrors).toEqual([])
})

test('a fitter with a phone adds the same part of another brand, and follows a number that is sold here', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/donaldson/p164176')
  const equivalents = page.getByRole('region', { name: 'Same part, other brands' })
  const row = equivalents.getByRole('row', { name: /FH-HE-7291/ })
  const text = await row.innerText()
  for (const part of [/Filterhouse/, /replaces Donaldson P164176/, /£\d/, /in stock/, /Delivery \w+day \d/])
    expect(text).toMatch(part)
  await row.getByRole('button', { name: 'Add FH-HE-7291 to basket' }).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Basket, 1 item/ })
    .waitFor()
  await page.getByRole('region', { name: 'Replaces' }).getByRole('link', { name: 'HD 9065' }).click()
  await page.waitForURL('**/mann-filter/hd-9065')
  expect(consoleErrors).toEqual([])
})

test('a fitter is led from a discontinued part to its successor, and from a kit to its contents', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/filterhouse/fh-edge-7')
  await page.getByText('Replaced by').waitFor()
  await page
    .getByRole('link', { name: /FH-EDGE-8/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Tank breather, the new one' }).waitFor()
  await page.goto('/filterhouse/fh-edge-1')
  const kit = page.getByRole('table', { name: 'In this kit' })
  await kit.getByRole('link', { name: /FH-OIL-1/ }).click()
  await page.waitForURL('**/filterhouse/fh-oil-1')
})

test.each([
  '/filterhouse/fh-oil-1?for=P551712',
  '/filterhouse/fh-hyd-1',
  '/filterhouse/fh-edge-1',
  '/filterhouse/fh-edge-3',
  '/filterhouse/fh-edge-5',
  '/filterhouse/fh-edge-7',
  '/donaldson/p164176',
])('a fitter with a disability can use the screen of %s, at any width', async path => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto(path)
  await expectAccessibleAtAnyWidth(page)
})
