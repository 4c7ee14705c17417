import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'

/** A person with a browser context of their own. */
export interface BrowserVisitor {
  page: Page
  context: BrowserContext
  /** Errors in the browser's console; a successful flow causes none. */
  consoleErrors: string[]
}

export async function openBrowserVisitor(
  browser: Browser,
  baseURL: string,
  options: { javaScriptEnabled?: boolean; width?: number } = {},
): Promise<BrowserVisitor> {
  const { javaScriptEnabled = true, width = 1280 } = options
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled,
    viewport: { width, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const consoleErrors: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') consoleErrors.push(message.text())
  })
  page.on('pageerror', error => consoleErrors.push(error.message))
  return { page, context, consoleErrors }
}

/** React's internal state on the root element. */
interface ReactRoot {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } }
}

/** Waits until the page is hydrated: before that, changes of fields and choices have no handler. */
export async function waitForHydration(page: Page): Promise<void> {
  const isHydrated = () => {
    const root = document.getElementById('root') as unknown as Record<string, ReactRoot>
    const key = Object.keys(root).find(name => name.startsWith('__reactContainer'))
    return key !== undefined && !root[key]!.stateNode.current.memoizedState.isDehydrated
  }
  await expect.poll(() => page.evaluate(isHydrated)).toBe(true)
  // Effects, which add listeners, run a moment later. Chromium may never be idle on a page that paints nothing.
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve, { timeout: 1000 })))
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const wcag22 = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const colourRules = ['color-contrast', 'link-in-text-block']

/** Expects no finding of WCAG 2.2 A and AA on the current screen, and no horizontal scrolling. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page, { type: 'tag', values: wcag22 })).toEqual([])
  await expectNoOverflow(page)
}

/** `expectAccessible` in light colours; in dark ones, the rules about colours. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findViolations(page, { type: 'rule', values: colourRules }), 'in dark').toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Like `expectAccessible`, in the narrowest layout (there in dark colours, too) and the widest. */
export async function expectAccessibleAtAnyWidth(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 900 })
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 768, height: 900 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectAccessible(page)
}

async function expectNoOverflow(page: Page): Promise<void> {
  const { pixels, elements } = await page.evaluate(() => ({
    pixels: document.documentElement.scrollWidth - innerWidth,
    elements: [...document.querySelectorAll('body *')]
      .filter(element => element.getBoundingClientRect().right > innerWidth)
      .map(element => `${element.tagName} ${element.id || element.className}`),
  }))
  expect(pixels, `pixels to scroll sideways: ${elements.slice(-5).join('; ')}`).toBeLessThanOrEqual(0)
}

async function findViolations(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  // Evaluated by the debugger: the page's content policy allows the shop's scripts only.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async only => {
    const { axe: check } = window as unknown as { axe: typeof axe }
    // The details of passed rules are not needed.
    const { violations } = await check.run(document, { runOnly: only, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 160)}`))
  }, runOnly)
}

export const goodCard = { number: '4929 0000 0000 6', expiry: '12/30', code: '123', name: 'Ada Byron' }
export const declinedCard = { ...goodCard, number: '4929 6021 1008 5639' }

/** Fills the card provider's form in its frame and submits it. */
export async function payInFrame(page: Page, card = goodCard): Promise<void> {
  const frame = page.frameLocator('iframe[title="Card payment"]')
  await frame.getByLabel('Name on card').fill(card.name)
  await frame.getByLabel('Card number').fill(card.number)
  await frame.getByLabel('Expiry date').fill(card.expiry)
  await frame.getByLabel('Security code').fill(card.code)
  await frame.getByRole('button', { name: /^Pay £/ }).click()
}

/** Goes from a filled basket to the last stage as a guest in Leeds, without placing the order. */
export async function fillCheckoutAsGuest(page: Page, email: string, method = 'Pay by card'): Promise<void> {
  const next = (label: string) => page.getByRole('button', { name: label, exact: true }).click()
  await page.goto('/checkout')
  await waitForHydration(page)
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough one')
  await page.getByLabel('Telephone').fill('0113 496 0999')
  await next('Continue to delivery')
  await page.getByLabel('Address line 1').fill('1 High Street')
  await page.getByLabel('Town').fill('Leeds')
  await page.getByLabel('Postcode').fill(' ls1-4dy ')
  await next('Continue to delivery date')
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await next('Continue to purchase options')
  await page.getByLabel('PO number').fill('PO 4711')
  await page.getByRole('radio', { name: method }).check()
  await next('Continue to confirmation')
  await page.getByRole('button', { name: /^Place Order/ }).waitFor()
}
