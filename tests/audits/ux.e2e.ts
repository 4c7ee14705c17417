import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import {
  expectAccessibleInBothSchemes,
  openBrowserVisitor,
  waitForHydration,
} from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'

// The requirements R-UX-… that every screen meets.

setUpBrowser()

const marker = { 'x-requested-with': 'XMLHttpRequest' }

const publicPaths = [
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
const accountPaths = [
  '/account',
  '/account/orders',
  '/account/quotes',
  '/account/addresses',
  '/account/details',
  '/account/approvals',
  '/account/productlists',
  '/account/productlists/new',
]

interface Screen {
  page: Page
  pendingRequests: ReadonlySet<Request>
}

/** Opens a browser of somebody with a line in the basket; a head buyer is signed in. */
async function openScreen(width: number, who: 'guest' | 'head buyer' = 'guest'): Promise<Screen> {
  const { page, context } = await openBrowserVisitor(browser, shop.url, { width })
  if (who === 'head buyer') {
    const data = { email: 'head@example.com', password: demoPassword }
    expect((await context.request.post('/login', { headers: marker, data })).ok()).toBe(true)
  }
  const data = { product: 1, quantity: 2 }
  expect((await context.request.post('/basket/add/single', { headers: marker, data })).ok()).toBe(true)
  const pendingRequests = new Set<Request>()
  page.on('request', request => pendingRequests.add(request))
  page.on('requestfinished', request => pendingRequests.delete(request))
  page.on('requestfailed', request => pendingRequests.delete(request))
  return { page, pendingRequests }
}

/** Opens a path and waits until the page is hydrated and has loaded what it requests afterwards. */
async function visit({ page, pendingRequests }: Screen, path: string): Promise<void> {
  // Another hash alone would not load the page again.
  if (path.includes('#')) await page.goto('about:blank')
  await page.goto(path)
  do {
    await waitForHydration(page)
    await expect.poll(() => pendingRequests.size, { message: path }).toBe(0)
    // A response may cause another request.
    await waitForHydration(page)
  } while (pendingRequests.size > 0)
}

const getOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test.for([
  ['guest', publicPaths],
  ['head buyer', accountPaths],
] as const)(
  'R-UX-44, R-UX-48, R-UX-52, R-UX-55, R-UX-58: a %s with a disability can use each screen',
  async ([who, paths]) => {
    const screen = await openScreen(320, who)
    const titles: string[] = []
    for (const path of paths) {
      await visit(screen, path)
      const complaint = await expectAccessibleInBothSchemes(screen.page).catch(
        (error: Error) => error.message,
      )
      expect(complaint, `${path}, 320 pixels wide`).toBeUndefined()
      await expectHeadingsAndHelp(screen.page, path)
      titles.push(await screen.page.title())
      await expectRoomForLargeText(screen.page, path)
    }
    // The finder's two paths are one page.
    const duplicates = titles.filter((title, index) => titles.indexOf(title) !== index)
    expect(duplicates.length, duplicates.join(', ')).toBeLessThanOrEqual(1)
  },
)

/** One main heading, no skipped level, the language, and the help in the footer. */
async function expectHeadingsAndHelp(page: Page, path: string): Promise<void> {
  const levels = await page
    .getByRole('heading')
    .evaluateAll(headings =>
      headings.filter(heading => heading.checkVisibility()).map(({ tagName }) => Number(tagName.slice(1))),
    )
  expect(levels.filter(level => level === 1).length, `main headings of ${path}`).toBe(1)
  const jumps = levels.filter((level, index) => index > 0 && level > levels[index - 1]! + 1)
  expect(jumps, `headings of ${path}: ${levels.join(' ')}`).toEqual([])
  expect(await page.locator('html').getAttribute('lang')).toBe('en-GB')
  const help = page.getByRole('contentinfo').locator('section').first()
  expect(await help.innerText(), path).toMatch(/^Help\s+0113 496 0000/)
}

/** Text set wider, on a window that shows it twice as large, pushes nothing off the page. */
async function expectRoomForLargeText(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 640, height: 900 })
  // WCAG 1.4.12. Set by the debugger: the page's content policy allows the shop's styles only.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    )
    document.adoptedStyleSheets = [sheet]
  })
  expect(await getOverflow(page), path).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 320, height: 900 })
}

test.for([
  [1280, ['/', '/search?query=oil', '/filterhouse/fh-oil-1', '/basket', '/checkout', '/order-pad']],
  [360, ['/search?query=oil', '/basket', '/order-pad', '/find-replacement-filters#type']],
] as const)(
  'R-UX-49: a visitor gets to every control by Tab, sees the focus, and it is never covered, at %i px',
  async ([width, paths]) => {
    const screen = await openScreen(width)
    const { page } = screen
    for (const path of paths) {
      await visit(screen, path)
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content')
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press('Tab')
        const focus = await page.evaluate(inspectFocus)
        if (focus === null) break
        if (focus.problems.length === 0) continue
        // A list that the key press closes disappears a moment later.
        const getProblems = async () => (await page.evaluate(inspectFocus))?.problems
        await expect.poll(getProblems, { message: `${path}: ${focus.element}` }).toEqual([])
      }
    }
  },
)

test('R-UX-48: a visitor with a phone has buttons at least 44 px high', async () => {
  const screen = await openScreen(360)
  for (const path of ['/', '/search?query=oil', '/filterhouse/fh-oil-1', '/basket', '/checkout', '/login']) {
    await visit(screen, path)
    const lowButtons = await screen.page
      .locator('.button:visible')
      .evaluateAll(buttons =>
        buttons
          .filter(button => button.getBoundingClientRect().height < 44)
          .map(({ textContent }) => textContent),
      )
    expect(lowButtons, path).toEqual([])
  }
})

test('a visitor with forced colours sees an edge around each button and field', async () => {
  const screen = await openScreen(1280)
  const { page } = screen
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  for (const path of ['/', '/search?query=oil', '/filterhouse/fh-oil-1', '/basket', '/checkout', '/_kit']) {
    await visit(screen, path)
    const edgeless = await page.locator('.button:visible, .input:visible').evaluateAll(controls =>
      controls
        .filter(control => {
          const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(control)
          return Number.parseFloat(borderTopWidth) < 1 || borderTopColor === backgroundColor
        })
        .map(control => control.outerHTML.slice(0, 100)),
    )
    expect(edgeless, path).toEqual([])
    expect(await getOverflow(page), path).toBeLessThanOrEqual(0)
  }
})

test('a buyer who prints the basket gets all of it, and no buttons', async () => {
  const screen = await openScreen(718)
  const { page } = screen
  await visit(screen, '/basket')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await page.locator('button:visible, .button:visible, nav:visible').count()).toBe(0)
  await page.getByRole('row', { name: /FH-OIL-1/ }).waitFor()
  await page.locator('.print-only').getByText('0113 496 0000').waitFor()
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(background).toBe('rgb(255, 255, 255)')
})

/** The focused element with its problems; null when the focus has left the page. */
function inspectFocus(): { element: string; problems: string[] } | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  focused.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const box = focused.getBoundingClientRect()
  const problems: string[] = []
  // The ring of a field may be on its parent.
  const hasRing = [focused, focused.parentElement!].some(
    element =>
      Number.parseFloat(getComputedStyle(element).outlineWidth) >= 2 &&
      getComputedStyle(element).outlineStyle !== 'none',
  )
  if (!hasRing) problems.push('no ring')
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  const isOnTop =
    top !== null && (focused.contains(top) || top.contains(focused) || top.closest('label') !== null)
  if (box.width > 0 && !isOnTop) problems.push(`covered by ${top?.outerHTML.slice(0, 80)}`)
  return { element: focused.outerHTML.slice(0, 120), problems }
}
