import type { Browser, Locator, Page } from 'playwright-core'
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

const zoomSwitch = (page: Page) => page.getByRole('button', { name: /^Oil filter, spin-on FH-OIL-1.*zoom$/ })
const scaleOf = (page: Page) =>
  zoomSwitch(page)
    .getByRole('img')
    .evaluate(picture => new DOMMatrix(getComputedStyle(picture).transform).a)
const originOf = (page: Page) =>
  zoomSwitch(page)
    .getByRole('img')
    .evaluate(picture => getComputedStyle(picture).transformOrigin)
const wakened = (page: Page) => zoomSwitch(page).waitFor()
const expectScale = (page: Page, scale: number) => expect.poll(() => scaleOf(page)).toBe(scale)
const expectPressed = (button: Locator, isPressed: boolean) =>
  expect.poll(() => button.getAttribute('aria-pressed')).toBe(String(isPressed))

test('a fitter looks at the other picture and comes near with keys alone', async () => {
  const { page, complaints } = await buyerWith(browser, shop.url)
  await page.goto('/filterhouse/fh-oil-1')
  await wakened(page)
  const box = await zoomSwitch(page).boundingBox()
  expect(Math.round(box!.width)).toBe(585)
  expect(Math.round(box!.height)).toBe(585)

  const pictures = page.getByRole('list', { name: 'Choose a picture' }).getByRole('button')
  await expect.poll(() => pictures.count()).toBe(2)
  await expectPressed(pictures.nth(0), true)
  await pictures.nth(1).focus()
  await page.keyboard.press('Enter')
  await expectPressed(pictures.nth(0), false)
  await expectPressed(pictures.nth(1), true)
  await expect
    .poll(() => zoomSwitch(page).getByRole('img').getAttribute('src'))
    .toContain('fh-oil-1.plain.jpg')

  await zoomSwitch(page).focus()
  await page.keyboard.press('Enter')
  await expectPressed(zoomSwitch(page), true)
  await expectScale(page, 2.5)
  const before = await originOf(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => originOf(page)).not.toBe(before)
  for (let times = 0; times < 5; times++) await page.keyboard.press('+')
  // Specification §9: ten times, and no more.
  await expectScale(page, 10)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectPressed(zoomSwitch(page), false)
  await expectScale(page, 1)
  expect(complaints).toEqual([])
})

test('with a mouse the picture comes near where it is pressed and follows the pointer', async () => {
  const { page } = await buyerWith(browser, shop.url)
  await page.goto('/filterhouse/fh-oil-1')
  await wakened(page)
  await zoomSwitch(page).click({ position: { x: 100, y: 500 } })
  await expectScale(page, 2.5)
  const before = await originOf(page)
  await zoomSwitch(page).hover({ position: { x: 500, y: 100 } })
  await expect.poll(() => originOf(page)).not.toBe(before)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByText('5×').waitFor()
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expectScale(page, 1)
})

test('a quantity typed before the script has come is the one that is added', async () => {
  const { page } = await buyerWith(browser, shop.url)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await held
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

test('without a script the picture is a link to the large one, and all lists are there', async () => {
  const { page } = await buyerWith(browser, shop.url, { javaScriptEnabled: false })
  await page.goto('/filterhouse/fh-oil-1')
  const large = page.getByRole('link', { name: /show larger/ })
  expect(await large.getAttribute('href')).toBe('/media/product/image/fh-oil-1.jpg?w=1170&h=1170')
  expect(await page.getByRole('button', { name: 'Zoom in' }).isVisible()).toBe(false)
  const text = await page.getByRole('main').innerText()
  for (const part of ['JCB', '3CX 2012-2018', 'Donaldson', 'P 551-712']) expect(text).toContain(part)
})

test('who finds nothing on the shelf is shown what is there instead, and why', async () => {
  const { page, complaints } = await buyerWith(browser, shop.url)
  await page.goto('/filterhouse/fh-hyd-1')
  const instead = page.getByRole('region', { name: 'In stock instead' })
  const row = instead.getByRole('listitem').first()
  expect(await row.innerText()).toMatch(/same dimensions|replaces/)
  expect(await row.innerText()).toMatch(/in stock/)
  await row.getByRole('link').click()
  await page.getByText(/FH-HYD-1.*the number you searched/).waitFor()
  expect(await page.getByText('Direct replacement').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a part that is no longer sold leads to its successor, a kit to its contents', async () => {
  const { page } = await buyerWith(browser, shop.url)
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
])('the screen of %s is accessible and holds on every width', async path => {
  const { page } = await buyerWith(browser, shop.url)
  for (const [width, colorScheme] of [
    [320, 'light'],
    [360, 'dark'],
    [768, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(path)
    await expectAccessible(page)
  }
})
