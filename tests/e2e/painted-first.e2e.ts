import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clientFolder, readAssets } from '../../src/infra/pages/assets.ts'
import { openBrowserVisitor, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'

// docs/decisions/025-painted-first.md: what a page loads, and when.

setUpBrowser()

// Lighthouse counts a kilobyte as 1024 bytes.
const kilobyte = 1024
const screens = globSync('src/features/**/*Page.tsx').map(file => file.replace(/^src\/(.*)\.tsx$/, '$1'))
const readSize = (file: string) => statSync(join(clientFolder, file), { throwIfNoEntry: false })?.size
/** The size of the compressed file; the smallest files are not compressed. */
const transferSize = (file: string) => readSize(`${file}.br`) ?? readSize(file)!

// The checkout has all its stages in one screen, and checks its fields before they are sent.
const getLimit = (screen: string) => (screen === 'features/checkout/CheckoutPage' ? 102 : 93)

test('a visitor downloads at most 93 KB of scripts and 15 KB of styles for a screen, 102 KB for the checkout', () => {
  const { styles, script, scripts } = readAssets()
  expect(screens).toContain('features/checkout/CheckoutPage')
  expect(styles).toHaveLength(1)
  expect(transferSize(styles[0]!)).toBeLessThanOrEqual(15 * kilobyte)
  const tooHeavy = screens
    .map(screen => ({
      screen,
      bytes: [script!, ...scripts(screen)].reduce((sum, file) => sum + transferSize(file), 0),
    }))
    .filter(({ screen, bytes }) => bytes > getLimit(screen) * kilobyte)
  expect(tooHeavy).toEqual([])
})

test('a visitor never downloads the validation library of the calls', () => {
  const scripts = globSync('assets/*.js', { cwd: clientFolder })
  expect(scripts.length).toBeGreaterThan(screens.length)
  const withZod = scripts.filter(file => readFileSync(join(clientFolder, file), 'utf8').includes('ZodError'))
  expect(withZod).toEqual([])
})

test('a visitor’s first paint needs a style sheet and one small script alone', async () => {
  const html = await (await fetch(shop.url)).text()
  const [head] = html.split('</head>')
  expect(head!.match(/<script(?![^>]*ld\+json)[^>]*>/g)).toHaveLength(1)
  expect(head!.match(/rel="(stylesheet|preload|modulepreload)"/g)).toEqual(['rel="stylesheet"'])
})

test('a visitor gets the fonts after the first page is painted; the next page is painted in them', async () => {
  const { page, context } = await openBrowserVisitor(browser, shop.url)
  const first = await page.goto('/')
  expect(await first!.text()).toContain('<html lang="en-GB"><head>')
  expect(await first!.headerValue('link')).toBeNull()
  await waitForHydration(page)
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain('fonts')
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"Plex Sans",/)

  const next = await page.goto('/search?query=oil')
  expect(await next!.text()).toContain('<html lang="en-GB" data-fonts=""><head>')
  expect(await next!.headerValue('link')).toMatch(/plex-sans.*rel=preload.*plex-mono.*rel=preload/)
})

test.for(['/search?query=oil', '/filterhouse/fh-oil-1'])(
  'a visitor’s browser hydrates %s with the ids that the server rendered',
  async path => {
    const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
    await page.goto(path)
    await waitForHydration(page)
    const ids = await page.evaluate(() =>
      [...document.querySelectorAll('#root [id]')].map(element => {
        const key = Object.keys(element).find(name => name.startsWith('__reactProps'))
        return [element.id, key && (element as unknown as Record<string, { id?: string }>)[key]!.id]
      }),
    )
    expect(ids.filter(([rendered]) => rendered!.startsWith('_R_')).length).toBeGreaterThan(0)
    expect(ids.filter(([rendered, hydrated]) => hydrated !== undefined && hydrated !== rendered)).toEqual([])
    expect(consoleErrors).toEqual([])
  },
)

test('a visitor without JavaScript sees the pages in the shop’s fonts too', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { javaScriptEnabled: false })
  await page.goto('/')
  const fonts = await page.locator('body').evaluate(body => getComputedStyle(body).fontFamily)
  expect(fonts).toMatch(/^"Plex Sans",/)
})
