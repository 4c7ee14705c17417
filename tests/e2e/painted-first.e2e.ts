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

test('a visitor downloads at most 90 KB of scripts and 15 KB of styles for a screen', () => {
  const { styles, script, scripts } = readAssets()
  expect(screens).toContain('features/checkout/CheckoutPage')
  expect(styles).toHaveLength(1)
  expect(transferSize(styles[0]!)).toBeLessThanOrEqual(15 * kilobyte)
  const tooHeavy = screens
    .map(screen => ({
      screen,
      bytes: [script!, ...scripts(screen)].reduce((sum, file) => sum + transferSize(file), 0),
    }))
    .filter(({ bytes }) => bytes > 90 * kilobyte)
  expect(tooHeavy).toEqual([])
})

test('a visitor downloads at most 70 KB of HTML for results of any kind', async () => {
  const kinds = ['', 'oil filter', 'air filter', 'element', 'seal', 'caterpillar', 'liebherr coolant filter']
  for (const query of kinds) {
    const reply = await fetch(`${shop.url}/search?query=${encodeURIComponent(query)}`)
    const html = await reply.text()
    expect(html.split('class="price"').length, query).toBeGreaterThan(20)
    expect(Buffer.byteLength(html), query).toBeLessThanOrEqual(70_000)
  }
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

test.for(['/basket', '/filterhouse/fh-oil-1'])(
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

test('a visitor’s browser leaves the filters and rows of results as the server drew them', async () => {
  const countParts = (html: string) => ['&amp;filters=', 'class="price"'].map(part => html.split(part).length)
  const text = await (
    await fetch(`${shop.url}/search?query=oil`, { headers: { accept: 'text/html' } })
  ).text()
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/search?query=oil')
  await waitForHydration(page)
  const [filters, rows] = countParts(await page.locator('main').innerHTML())
  expect([filters, rows]).toEqual(countParts(text))
  expect(filters).toBeGreaterThan(3)
  expect(rows).toBeGreaterThan(5)
  expect(consoleErrors).toEqual([])
})

test('a visitor without JavaScript sees the pages in the shop’s fonts too', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { javaScriptEnabled: false })
  await page.goto('/')
  const fonts = await page.locator('body').evaluate(body => getComputedStyle(body).fontFamily)
  expect(fonts).toMatch(/^"Plex Sans",/)
})
