import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { buyerWith, expectAccessible, wakened } from '../support/buyer.ts'
import { launchChromium } from '../support/chromium.ts'

// The rules of docs/ux.md that hold for every screen.

let shop: BuiltShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchChromium()])
})

afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const marker = { 'x-requested-with': 'XMLHttpRequest' }

const open = [
  '/',
  '/search?query=oil',
  '/search?query=qqqq-no-such-thing',
  '/filterhouse/fh-oil-1',
  '/find-replacement-filters#make',
  '/find-replacement-filters#type',
  '/filters/jcb',
  '/basket',
  '/checkout',
  '/login',
  '/password/forgot',
  '/terms-conditions',
  '/order-pad',
  '/nowhere/at-all',
  '/_kit',
]
const signedIn = [
  '/account',
  '/account/orders',
  '/account/quotes',
  '/account/addresses',
  '/account/details',
  '/account/approvals',
  '/account/productlists',
  '/account/productlists/new',
]

/** A buyer with something in his basket; signed in as a head buyer for the pages of an account. */
async function buyer(width: number, who: 'guest' | 'head buyer' = 'guest'): Promise<Page> {
  const { page, context } = await buyerWith(browser, shop.url, { width })
  if (who === 'head buyer') {
    const data = { email: 'head@example.com', password: demoPassword }
    expect((await context.request.post('/login', { headers: marker, data })).ok()).toBe(true)
  }
  const data = { product: 1, quantity: 2 }
  expect((await context.request.post('/basket/add/single', { headers: marker, data })).ok()).toBe(true)
  return page
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(path)
  await wakened(page)
  // What a screen asks for after it woke is part of it.
  await page.waitForLoadState('networkidle')
}

const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test.for([
  ['light', 'guest', open],
  ['dark', 'guest', open],
  ['light', 'head buyer', signedIn],
  ['dark', 'head buyer', signedIn],
] as const)(
  'rules 44, 48, 55: at 320 px each screen is accessible, in %s for a %s, without scrolling sideways',
  async ([colorScheme, who, paths]) => {
    const page = await buyer(320, who)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const path of paths) {
      await visit(page, path)
      const complaint = await expectAccessible(page).catch((error: Error) => error.message)
      expect(complaint, path).toBeUndefined()
    }
  },
)

test('rule 55: words may be set wider and twice as large, and nothing is pushed off the page', async () => {
  const page = await buyer(640)
  for (const path of open) {
    await visit(page, path)
    // WCAG 1.4.12. By the browser's own door: the pages allow no style that is not the shop's.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
      )
      document.adoptedStyleSheets = [sheet]
    })
    expect(await overflowOf(page), path).toBeLessThanOrEqual(0)
  }
})

test('rules 52, 55, 58: each screen has a title of its own, one main heading, no step left out, and help at the same place', async () => {
  const [guest, head] = [await buyer(1280), await buyer(1280, 'head buyer')]
  const titles: string[] = []
  for (const [page, paths] of [[guest, open] as const, [head, signedIn] as const]) {
    for (const path of paths) {
      await visit(page, path)
      const levels = await page
        .getByRole('heading')
        .evaluateAll(all => all.filter(one => one.checkVisibility()).map(one => Number(one.tagName.slice(1))))
      expect(levels.filter(level => level === 1).length, `main headings of ${path}`).toBe(1)
      const jumps = levels.filter((level, index) => index > 0 && level > levels[index - 1]! + 1)
      expect(jumps, `headings of ${path}: ${levels.join(' ')}`).toEqual([])
      expect(await page.locator('html').getAttribute('lang')).toBe('en-GB')
      const help = page.getByRole('contentinfo').locator('section').first()
      expect(await help.innerText(), path).toMatch(/^Help\s+0113 496 0000/)
      titles.push(await page.title())
    }
  }
  // The finder's ways are one page.
  const twice = titles.filter((title, index) => titles.indexOf(title) !== index)
  expect(twice.length, twice.join(', ')).toBeLessThanOrEqual(1)
})

test.for([
  [1280, ['/', '/search?query=oil', '/filterhouse/fh-oil-1', '/basket', '/checkout', '/order-pad']],
  [360, ['/search?query=oil', '/basket', '/order-pad', '/find-replacement-filters#type']],
] as const)(
  'rule 49: by Tab one comes to everything, sees where one is, and it is never covered, at %i px',
  async ([width, paths]) => {
    const page = await buyer(width)
    for (const path of paths) {
      await visit(page, path)
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content')
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press('Tab')
        const seen = await page.evaluate(lookAtFocus)
        if (seen === null) break
        // What the press closes is gone a moment later.
        const problems = async () => (await page.evaluate(lookAtFocus))?.problems
        await expect.poll(problems, { message: `${path}: ${seen.what}` }).toEqual([])
      }
    }
  },
)

test('rules 48, 49: buttons are 44 px high under a thumb', async () => {
  const page = await buyer(360)
  for (const path of ['/', '/search?query=oil', '/filterhouse/fh-oil-1', '/basket', '/checkout', '/login']) {
    await visit(page, path)
    const low = await page
      .locator('.button:visible')
      .evaluateAll(all =>
        all.filter(one => one.getBoundingClientRect().height < 44).map(one => one.textContent),
      )
    expect(low, path).toEqual([])
  }
})

test('in forced colours what can be pressed or filled in keeps an edge', async () => {
  const page = await buyer(1280)
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  for (const path of ['/', '/search?query=oil', '/filterhouse/fh-oil-1', '/basket', '/checkout', '/_kit']) {
    await visit(page, path)
    const edgeless = await page.locator('.button:visible, .input:visible').evaluateAll(all =>
      all
        .filter(one => {
          const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(one)
          return Number.parseFloat(borderTopWidth) < 1 || borderTopColor === backgroundColor
        })
        .map(one => one.outerHTML.slice(0, 100)),
    )
    expect(edgeless, path).toEqual([])
    expect(await overflowOf(page), path).toBeLessThanOrEqual(0)
  }
})

test('on paper there is nothing to press, and all of the basket', async () => {
  const page = await buyer(718)
  await visit(page, '/basket')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await page.locator('button:visible, .button:visible, nav:visible').count()).toBe(0)
  await page.getByRole('row', { name: /FH-OIL-1/ }).waitFor()
  await page.locator('.print-only').getByText('0113 496 0000').waitFor()
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(ground).toBe('rgb(255, 255, 255)')
})

/** What is wrong with the place of the focus; null: it has left the page. */
function lookAtFocus(): { what: string; problems: string[] } | null {
  const at = document.activeElement
  if (!at || at === document.body) return null
  at.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const box = at.getBoundingClientRect()
  const problems: string[] = []
  // A field may leave the ring to the frame around it.
  const ring = [at, at.parentElement!].some(
    one =>
      Number.parseFloat(getComputedStyle(one).outlineWidth) >= 2 &&
      getComputedStyle(one).outlineStyle !== 'none',
  )
  if (!ring) problems.push('no ring')
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  const isOnTop = top !== null && (at.contains(top) || top.contains(at) || top.closest('label') !== null)
  if (box.width > 0 && !isOnTop) problems.push(`covered by ${top?.outerHTML.slice(0, 80)}`)
  return { what: at.outerHTML.slice(0, 120), problems }
}
