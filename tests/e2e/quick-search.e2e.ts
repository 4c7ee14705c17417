import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, openBrowserVisitor, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'

setUpBrowser()

const searchField = (page: Page) => page.getByLabel('Search by part number, cross-reference, machine or size')
const homeField = (page: Page) => page.getByLabel('The number on your filter')
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })
const option = (page: Page, name: RegExp) => suggestions(page).getByRole('option', { name })
/** The text of the active option, which a screen reader reads. */
const getActiveOption = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant')
    return id ? document.getElementById(id)?.textContent : null
  })

const expectActiveOption = (page: Page, text: string | null) =>
  expect.poll(() => getActiveOption(page)).toBe(text)

/** Types without a pause, however slow the machine is. */
async function typeWithoutPause(page: Page, text: string): Promise<void> {
  await searchField(page).evaluate((input: HTMLInputElement, letters) => {
    for (const letter of letters) {
      input.value += letter
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
  }, text)
}

/** Focuses the field and waits for the code of the suggestions, which loads with the first focus. */
async function focusSearchField(page: Page): Promise<void> {
  await searchField(page).focus()
  await expect.poll(() => searchField(page).getAttribute('aria-controls')).not.toBeNull()
}

/** Waits until a live region has this text, which a screen reader announces. */
const waitForAnnouncement = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' })

async function openProductPage(
  width = 1280,
): Promise<{ page: Page; searches: URL[]; consoleErrors: string[] }> {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url, { width })
  const searches: URL[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.pathname === '/search' && request.headers()['x-requested-with']) searches.push(url)
  })
  await page.goto('/filterhouse/fh-seal-1')
  return { page, searches, consoleErrors }
}

test('a buyer types a number, sees products and codes in groups, and opens one with the keyboard', async () => {
  const { page, searches, consoleErrors } = await openProductPage()
  await focusSearchField(page)
  await typeWithoutPause(page, 'p551')
  await option(page, /FH-OIL-1 Oil filter.*replaces Donaldson P 551-712/).waitFor()
  // One request for the whole text: more than two characters, eight of each kind, the first page.
  expect(searches.map(url => Object.fromEntries(url.searchParams))).toEqual([
    {
      query: 'p551',
      scope: 'products,codes,makes_models',
      'with-hint': '1',
      size: '8',
      page: '1',
    },
  ])
  await expect.poll(() => suggestions(page).getByRole('group').count()).toBe(2)
  await suggestions(page).getByRole('group', { name: 'Products' }).waitFor()
  await suggestions(page)
    .getByRole('group', { name: 'Codes' })
    .getByRole('option', { name: /P 551-712/ })
    .waitFor()
  await page.getByText(/^\d+ products?, \d+ codes?$/).waitFor({ state: 'attached' })
  await expectAccessible(page)

  await expect.poll(() => searchField(page).getAttribute('aria-expanded')).toBe('true')
  await expectActiveOption(page, null)
  const options = await suggestions(page).getByRole('option').allTextContents()
  expect(options[0]).toContain('FH-OIL-1')
  expect(options.at(-1)).toContain('551-712')
  expect(options.at(-1)).not.toBe(options[0])
  await page.keyboard.press('ArrowDown')
  await expectActiveOption(page, options[0]!)
  await page.keyboard.press('ArrowUp')
  // Wraps around to the last option of all groups.
  await expectActiveOption(page, options.at(-1)!)
  await page.keyboard.press('ArrowDown')
  await expectActiveOption(page, options[0]!)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/filterhouse/fh-oil-1?for=*')
  await page.getByText(/Direct replacement for Donaldson P 551-712/).waitFor()
  expect(consoleErrors).toEqual([])
})

test('a buyer sees manufacturers of machines in a group of their own', async () => {
  const { page } = await openProductPage()
  await searchField(page).fill('JCB')
  await suggestions(page)
    .getByRole('group', { name: 'Manufacturers' })
    .getByRole('option', { name: 'JCB', exact: true })
    .waitFor()
})

test('a buyer who types a machine and a kind of filter is offered both together', async () => {
  const { page } = await openProductPage(360)
  await searchField(page).fill('oil filter for jcb 3cx')
  const machine = suggestions(page)
    .getByRole('group', { name: 'Machines' })
    .getByRole('option', { name: /^JCB 3CX → Oil filters, spin-on \(\d+\)$/ })
  await machine.waitFor()
  await waitForAnnouncement(page, /\d+ machines?, \d+ products?/)
  await expectAccessible(page)
  const [, count] = /\((\d+)\)/.exec(await machine.innerText())!
  await machine.click()
  await page.getByRole('heading', { name: new RegExp(`\\b${count} products?$`) }).waitFor()
})

test('a buyer who mistypes a number reads “Did you mean” with similar ones', async () => {
  const { page } = await openProductPage()
  await searchField(page).fill('P551722')
  const similarNumbers = suggestions(page).getByRole('group', { name: 'Did you mean' }).getByRole('option')
  await similarNumbers.first().click()
  await page.waitForURL('**/search?query=*')
  await expect.poll(() => searchField(page).inputValue()).toBe('P 551-712')
})

test('a buyer who has typed two characters causes no request', async () => {
  const { page, searches } = await openProductPage()
  await focusSearchField(page)
  await searchField(page).fill('p5')
  await page.waitForTimeout(700)
  expect(searches).toEqual([])
  expect(await suggestions(page).isVisible()).toBe(false)
})

test('a buyer sees the suggestions again on focus and on hover; Escape closes them, then clears the field', async () => {
  const { page } = await openProductPage()
  await searchField(page).fill('LF9009')
  await option(page, /FH-OIL-1/)
    .first()
    .waitFor()
  await searchField(page).blur()
  await suggestions(page).waitFor({ state: 'hidden' })
  await searchField(page).hover()
  await suggestions(page).waitFor()
  // WCAG 1.4.13: can be dismissed without moving the pointer.
  await page.keyboard.press('Escape')
  await suggestions(page).waitFor({ state: 'hidden' })
  await page.mouse.move(0, 0)

  await searchField(page).focus()
  await suggestions(page).waitFor()
  await page.keyboard.press('Escape')
  await suggestions(page).waitFor({ state: 'hidden' })
  expect(await searchField(page).inputValue()).toBe('LF9009')
  await expect.poll(() => searchField(page).getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('Escape')
  await expect.poll(() => searchField(page).inputValue()).toBe('')
  // Tab moves on to the button, past the suggestions.
  await searchField(page).fill('LF9009')
  await suggestions(page).waitFor()
  await page.keyboard.press('Tab')
  await suggestions(page).waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Find')
})

test('a buyer who presses Enter without a choice gets the results, with the query still in the field', async () => {
  const { page } = await openProductPage(360)
  await searchField(page).fill('oil filter')
  await option(page, /FH-OIL-1/).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?query=oil+filter')
  await expect.poll(() => searchField(page).inputValue()).toBe('oil filter')
  // A click on a suggestion.
  await searchField(page).fill('LF9009')
  await option(page, /FH-OIL-1 Oil filter/)
    .first()
    .click()
  await page.waitForURL('**/filterhouse/fh-oil-1?for=LF9009')
})

test('a buyer never sees the late response to an older query', async () => {
  const { page } = await openProductPage()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/search?query=LF9009&*', async route => {
    await released
    await route.continue().catch(() => {})
  })
  const olderRequest = page.waitForRequest('**/search?query=LF9009&*')
  await searchField(page).fill('LF9009')
  await olderRequest
  await searchField(page).fill('FH-HYD-1')
  await option(page, /FH-HYD-1/)
    .first()
    .waitFor()
  release()
  await page.waitForTimeout(500)
  expect(await suggestions(page).innerText()).not.toContain('LF9009')
  await option(page, /FH-HYD-1/)
    .first()
    .waitFor()
})

test('a buyer whose suggestions fail to load can still search', async () => {
  const { page } = await openProductPage()
  await page.route('**/search?*scope=*', route => route.abort())
  const failure = page.waitForEvent('requestfailed', request => request.url().includes('scope='))
  await searchField(page).fill('LF9009')
  await failure
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?query=LF9009')
})

test('a visitor finds the same suggestions in the home page’s field as in the header’s', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await waitForHydration(page)
  const lists: string[] = []
  for (const field of [searchField(page), homeField(page)]) {
    expect(await field.getAttribute('role')).toBe('combobox')
    expect(await field.getAttribute('aria-expanded')).toBe('false')
    await field.fill('p551')
    await option(page, /FH-OIL-1 Oil filter.*replaces Donaldson P 551-712/).waitFor()
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('true')
    lists.push(await suggestions(page).innerText())
    await field.press('Escape')
    await suggestions(page).waitFor({ state: 'hidden' })
    await field.blur()
  }
  expect(lists[0]).toContain('Codes')
  expect(lists[1]).toBe(lists[0])
  await homeField(page).focus()
  await page.keyboard.press('ArrowDown')
  await expectActiveOption(page, (await suggestions(page).getByRole('option').allTextContents())[0]!)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/filterhouse/fh-oil-1?for=*')
  expect(consoleErrors).toEqual([])
})

test('a buyer moves to the first and last suggestion with Home and End, and in the text again with the arrows', async () => {
  const { page } = await openProductPage()
  await searchField(page).fill('p551')
  await option(page, /FH-OIL-1/)
    .first()
    .waitFor()
  const options = await suggestions(page).getByRole('option').allTextContents()
  await page.keyboard.press('Home')
  await expectActiveOption(page, null)
  await page.keyboard.press('ArrowDown')
  await expectActiveOption(page, options[0]!)
  await page.keyboard.press('End')
  await expectActiveOption(page, options.at(-1)!)
  await page.keyboard.press('Home')
  await expectActiveOption(page, options[0]!)
  await page.keyboard.press('ArrowLeft')
  await expectActiveOption(page, null)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?query=p551')
})

test('a buyer is shown what was corrected, and a screen reader announces it', async () => {
  const { page } = await openProductPage()
  await searchField(page).fill('hydrualic')
  await page.locator('p', { hasText: 'Corrected to “hydraulic”.' }).waitFor()
  await waitForAnnouncement(page, /^Corrected to “hydraulic”\. \d+ products/)
})

test('a buyer is shown that nothing was found and what to try, and a screen reader announces it', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto('/')
  await homeField(page).fill('xqzxqzxqz')
  const sentence =
    'Nothing found for “xqzxqzxqz”. Try the make of your machine, the type of filter, or the number without its last letters.'
  await page.locator('p', { hasText: sentence }).waitFor()
  await waitForAnnouncement(page, sentence)
  expect(await homeField(page).getAttribute('aria-expanded')).toBe('false')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.locator('p', { hasText: sentence }).waitFor({ state: 'hidden' })
  expect(await homeField(page).inputValue()).toBe('xqzxqzxqz')
})

test('a buyer who types a serial number opens the finder with it filled in, by suggestion or by Enter', async () => {
  const { page } = await openProductPage(360)
  await searchField(page).fill('2100000')
  await suggestions(page)
    .getByRole('group', { name: 'Serial numbers' })
    .getByRole('option', { name: 'Look up JCB serial number 2100000 in the filter finder' })
    .waitFor()
  await waitForAnnouncement(page, '1 serial number')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/find-replacement-filters#make?manufacturer=jcb&serial=2100000')
  await expect.poll(() => page.getByLabel('Serial number or full PIN').inputValue()).toBe('2100000')

  // From the finder itself the URL changes only the hash.
  await searchField(page).fill('2100001')
  await option(page, /2100001/).click()
  await expect.poll(() => page.getByLabel('Serial number or full PIN').inputValue()).toBe('2100001')
  await suggestions(page).waitFor({ state: 'hidden' })

  await page.goto('/')
  await homeField(page).fill('2 100 002')
  await page.getByRole('button', { name: 'Find it' }).click()
  await page.waitForURL('**/find-replacement-filters#make?manufacturer=jcb&serial=2100002')
})

test('a buyer on a phone sees the whole list, above the keyboard, with rows for a thumb', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  // The part of a small phone's screen that its keyboard leaves.
  await page.setViewportSize({ width: 360, height: 380 })
  for (const [path, field] of [
    ['/terms-conditions', searchField(page)],
    ['/', homeField(page)],
  ] as const) {
    await page.goto(path)
    // Two fields in one screen would be one too many.
    await expect.poll(() => page.locator('[role="combobox"]:visible').count()).toBe(1)
    await field.fill('filter')
    await suggestions(page).getByRole('option').first().waitFor()
    const panel = (await suggestions(page).locator('..').boundingBox())!
    expect(panel.x).toBeGreaterThanOrEqual(0)
    expect(panel.x + panel.width).toBeLessThanOrEqual(360)
    expect(panel.y + panel.height).toBeLessThanOrEqual(380)
    const heights = await suggestions(page)
      .getByRole('option')
      .evaluateAll(options => options.map(one => one.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    await field.press('Escape')
  }
})
