import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { buyerWith, expectAccessible } from '../support/buyer.ts'
import { launchChromium } from '../support/chromium.ts'

let shop: BuiltShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchChromium()])
  // Numbers with a slip in them are offered once it is there.
})

afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const field = (page: Page) => page.getByLabel('Search by part number, cross-reference, machine or size')
const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })
const option = (page: Page, name: RegExp) => list(page).getByRole('option', { name })
/** What a screen reader is pointed at. */
const pointedAt = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant')
    return id ? document.getElementById(id)?.textContent : null
  })

const expectPointedAt = (page: Page, text: string | null) => expect.poll(() => pointedAt(page)).toBe(text)

/** What is typed without a pause, however slow the machine. */
async function typeInOneRun(page: Page, text: string): Promise<void> {
  await field(page).evaluate((input: HTMLInputElement, letters) => {
    for (const letter of letters) {
      input.value += letter
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
  }, text)
}

/** The field with its suggestions at work: their code comes with the first focus. */
async function focused(page: Page): Promise<void> {
  await field(page).focus()
  await expect.poll(() => field(page).getAttribute('role')).toBe('combobox')
}

async function opened(width = 1280): Promise<{ page: Page; asked: URL[]; complaints: string[] }> {
  const { page, complaints } = await buyerWith(browser, shop.url, { width })
  const asked: URL[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.pathname === '/search' && request.headers()['x-requested-with']) asked.push(url)
  })
  await page.goto('/filterhouse/fh-seal-1')
  return { page, asked, complaints }
}

test('a buyer types a number, sees products and codes in groups, and follows one with the keyboard', async () => {
  const { page, asked, complaints } = await opened()
  await focused(page)
  await typeInOneRun(page, 'p551')
  await option(page, /FH-OIL-1 Oil filter.*replaces Donaldson P 551-712/).waitFor()
  // One question for all that was typed in a run: more than two characters, eight of each, the first page.
  expect(asked.map(url => Object.fromEntries(url.searchParams))).toEqual([
    {
      query: 'p551',
      scope: 'products,codes,makes_models',
      'with-hint': '1',
      size: '8',
      page: '1',
    },
  ])
  await expect.poll(() => list(page).getByRole('group').count()).toBe(2)
  await list(page).getByRole('group', { name: 'Products' }).waitFor()
  await list(page)
    .getByRole('group', { name: 'Codes' })
    .getByRole('option', { name: /P 551-712/ })
    .waitFor()
  await page.getByText(/^\d+ products?, \d+ codes?$/).waitFor({ state: 'attached' })
  await expectAccessible(page)

  await expect.poll(() => field(page).getAttribute('aria-expanded')).toBe('true')
  await expectPointedAt(page, null)
  const options = await list(page).getByRole('option').allTextContents()
  expect(options[0]).toContain('FH-OIL-1')
  expect(options.at(-1)).toContain('551-712')
  expect(options.at(-1)).not.toBe(options[0])
  await page.keyboard.press('ArrowDown')
  await expectPointedAt(page, options[0]!)
  await page.keyboard.press('ArrowUp')
  // Around the end: the last of all groups.
  await expectPointedAt(page, options.at(-1)!)
  await page.keyboard.press('ArrowDown')
  await expectPointedAt(page, options[0]!)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/filterhouse/fh-oil-1?for=*')
  await page.getByText(/Direct replacement for Donaldson P 551-712/).waitFor()
  expect(complaints).toEqual([])
})

test('makers of machines are a group of their own', async () => {
  const { page } = await opened()
  await field(page).fill('JCB')
  await list(page)
    .getByRole('group', { name: 'Manufacturers' })
    .getByRole('option', { name: 'JCB', exact: true })
    .waitFor()
})

test('a number with a slip in it is answered with a question, never silently', async () => {
  const { page } = await opened()
  await field(page).fill('P551722')
  const near = list(page).getByRole('group', { name: 'Did you mean' }).getByRole('option')
  await near.first().click()
  await page.waitForURL('**/search?query=*')
  await expect.poll(() => field(page).inputValue()).toBe('P 551-712')
})

test('two characters ask nothing', async () => {
  const { page, asked } = await opened()
  await focused(page)
  await field(page).fill('p5')
  await page.waitForTimeout(700)
  expect(asked).toEqual([])
  expect(await list(page).isVisible()).toBe(false)
})

test('suggestions come back on focus and on hover; Escape closes them, then clears the field', async () => {
  const { page } = await opened()
  await field(page).fill('LF9009')
  await option(page, /FH-OIL-1/)
    .first()
    .waitFor()
  await field(page).blur()
  await list(page).waitFor({ state: 'hidden' })
  await field(page).hover()
  await list(page).waitFor()
  // WCAG 1.4.13: dismissed without moving the pointer.
  await page.keyboard.press('Escape')
  await list(page).waitFor({ state: 'hidden' })
  await page.mouse.move(0, 0)

  await field(page).focus()
  await list(page).waitFor()
  await page.keyboard.press('Escape')
  await list(page).waitFor({ state: 'hidden' })
  expect(await field(page).inputValue()).toBe('LF9009')
  await expect.poll(() => field(page).getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('Escape')
  await expect.poll(() => field(page).inputValue()).toBe('')
  // Tab leaves for the button, past the suggestions.
  await field(page).fill('LF9009')
  await list(page).waitFor()
  await page.keyboard.press('Tab')
  await list(page).waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Find')
})

test('Enter without a choice searches, and the results keep the query in the box', async () => {
  const { page } = await opened(360)
  await field(page).fill('oil filter')
  await option(page, /FH-OIL-1/).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?query=oil+filter')
  await expect.poll(() => field(page).inputValue()).toBe('oil filter')
  // By touch.
  await field(page).fill('LF9009')
  await option(page, /FH-OIL-1 Oil filter/)
    .first()
    .click()
  await page.waitForURL('**/filterhouse/fh-oil-1?for=LF9009')
})

test('a late answer to an older question is dropped', async () => {
  const { page } = await opened()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/search?query=LF9009&*', async route => {
    await held
    await route.continue().catch(() => {})
  })
  const older = page.waitForRequest('**/search?query=LF9009&*')
  await field(page).fill('LF9009')
  await older
  await field(page).fill('FH-HYD-1')
  await option(page, /FH-HYD-1/)
    .first()
    .waitFor()
  release()
  await page.waitForTimeout(500)
  expect(await list(page).innerText()).not.toContain('LF9009')
  await option(page, /FH-HYD-1/)
    .first()
    .waitFor()
})

test('when the shop cannot be asked, the form still searches', async () => {
  const { page } = await opened()
  await page.route('**/search?*scope=*', route => route.abort())
  const failed = page.waitForEvent('requestfailed', request => request.url().includes('scope='))
  await field(page).fill('LF9009')
  await failed
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?query=LF9009')
})
