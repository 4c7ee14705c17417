import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientFolder, readAssets } from '../../src/infra/pages/assets.ts'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { buyerWith, wakened } from '../support/buyer.ts'
import { launchChromium } from '../support/chromium.ts'

// Decision 025: what a page loads, and when.

let shop: BuiltShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchChromium()])
})

afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

// As Lighthouse counts them.
const kilobyte = 1024
const screens = globSync('src/features/**/*Page.tsx').map(file => file.replace(/^src\/(.*)\.tsx$/, '$1'))
const sizeIn = (file: string) => statSync(join(clientFolder, file), { throwIfNoEntry: false })?.size
/** Compressed; the smallest files are not. */
const sizeOf = (file: string) => sizeIn(`${file}.br`) ?? sizeIn(file)!

test('no screen weighs more than 91 KB of scripts and 15 KB of styles', () => {
  const { styles, script, scripts } = readAssets()
  expect(screens).toContain('features/checkout/CheckoutPage')
  expect(styles).toHaveLength(1)
  expect(sizeOf(styles[0]!)).toBeLessThanOrEqual(15 * kilobyte)
  const tooHeavy = screens
    .map(screen => ({
      screen,
      bytes: [script!, ...scripts(screen)].reduce((sum, file) => sum + sizeOf(file), 0),
    }))
    .filter(({ bytes }) => bytes > 91 * kilobyte)
  expect(tooHeavy).toEqual([])
})

test('what checks the calls stays on the server', () => {
  const scripts = globSync('assets/*.js', { cwd: clientFolder })
  expect(scripts.length).toBeGreaterThan(screens.length)
  const withZod = scripts.filter(file => readFileSync(join(clientFolder, file), 'utf8').includes('ZodError'))
  expect(withZod).toEqual([])
})

test('the head asks for a style sheet and one small script alone', async () => {
  const html = await (await fetch(shop.url)).text()
  const [head] = html.split('</head>')
  expect(head!.match(/<script(?![^>]*ld\+json)[^>]*>/g)).toHaveLength(1)
  expect(head!.match(/rel="(stylesheet|preload|modulepreload)"/g)).toEqual(['rel="stylesheet"'])
})

test('the first page puts the fonts on by and by; the next one comes in them', async () => {
  const { page, context } = await buyerWith(browser, shop.url)
  const first = await page.goto('/')
  expect(await first!.text()).toContain('<html lang="en-GB"><head>')
  expect(await first!.headerValue('link')).toBeNull()
  await wakened(page)
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain('fonts')
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"Plex Sans",/)

  const next = await page.goto('/search?query=oil')
  expect(await next!.text()).toContain('<html lang="en-GB" data-fonts=""><head>')
  expect(await next!.headerValue('link')).toMatch(/plex-sans.*rel=preload.*plex-mono.*rel=preload/)
})

test.for(['/search?query=oil', '/filterhouse/fh-oil-1'])(
  'the browser hydrates %s with the ids that the server rendered',
  async path => {
    const { page, complaints } = await buyerWith(browser, shop.url)
    await page.goto(path)
    await wakened(page)
    const ids = await page.evaluate(() =>
      [...document.querySelectorAll('#root [id]')].map(element => {
        const key = Object.keys(element).find(name => name.startsWith('__reactProps'))
        return [element.id, key && (element as unknown as Record<string, { id?: string }>)[key]!.id]
      }),
    )
    expect(ids.filter(([rendered]) => rendered!.startsWith('_R_')).length).toBeGreaterThan(0)
    expect(ids.filter(([rendered, hydrated]) => hydrated !== undefined && hydrated !== rendered)).toEqual([])
    expect(complaints).toEqual([])
  },
)

test('without script the pages are in the shop’s fonts too', async () => {
  const { page } = await buyerWith(browser, shop.url, { javaScriptEnabled: false })
  await page.goto('/')
  const fonts = await page.locator('body').evaluate(body => getComputedStyle(body).fontFamily)
  expect(fonts).toMatch(/^"Plex Sans",/)
})
