import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'

/** A person at a browser of his own. */
export interface Buyer {
  page: Page
  context: BrowserContext
  /** What the browser's console complained about; a good journey leaves it empty. */
  complaints: string[]
}

export async function buyerWith(
  browser: Browser,
  baseURL: string,
  options: { javaScriptEnabled?: boolean; width?: number } = {},
): Promise<Buyer> {
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
  const complaints: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  return { page, context, complaints }
}

/** React's own note on the element that it wakes. */
interface ReactRoot {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } }
}

/** Once the page hears what is done to it: before that a change of a field or a choice goes unheard. */
export async function wakened(page: Page): Promise<void> {
  const isAwake = () => {
    const root = document.getElementById('root') as unknown as Record<string, ReactRoot>
    const key = Object.keys(root).find(name => name.startsWith('__reactContainer'))
    return key !== undefined && !root[key]!.stateNode.current.memoizedState.isDehydrated
  }
  await expect.poll(() => page.evaluate(isAwake)).toBe(true)
  // Its effects, which listen, come a moment later. Chromium may leave a page that paints nothing without an idle moment.
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve, { timeout: 1000 })))
}

/** No finding of WCAG 2.2 A and AA on the screen as it stands, and nothing to scroll sideways for. */
export async function expectAccessible(page: Page): Promise<void> {
  // By the debugger's door: the page's own policy allows no script that is not the shop's.
  await page.evaluate(axe.source)
  const findings = await page.evaluate(async () => {
    const { axe: check } = window as unknown as { axe: typeof axe }
    const { violations } = await check.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 160)}`))
  })
  expect(findings).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, 'pixels to scroll sideways').toBeLessThanOrEqual(0)
}

export const goodCard = { number: '4929 0000 0000 6', expiry: '12/30', code: '123', name: 'Ada Byron' }
export const declinedCard = { ...goodCard, number: '4929 6021 1008 5639' }

/** Fills the card provider's form in its frame and presses its button. */
export async function payInFrame(page: Page, card = goodCard): Promise<void> {
  const frame = page.frameLocator('iframe[title="Card payment"]')
  await frame.getByLabel('Name on card').fill(card.name)
  await frame.getByLabel('Card number').fill(card.number)
  await frame.getByLabel('Expiry date').fill(card.expiry)
  await frame.getByLabel('Security code').fill(card.code)
  await frame.getByRole('button', { name: /^Pay £/ }).click()
}

/** From a full basket to the last stage, as a guest in Leeds. Ends before Place Order. */
export async function fillCheckoutAsGuest(page: Page, email: string): Promise<void> {
  const next = (label: string) => page.getByRole('button', { name: label, exact: true }).click()
  await page.goto('/checkout')
  await wakened(page)
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
  await next('Continue to billing')
  await next('Continue to purchase options')
  await page.getByLabel('Order number').fill('PO 4711')
  await page.getByRole('radio', { name: 'Pay by card' }).check()
  await next('Continue to confirmation')
  await page.getByRole('button', { name: /^Place Order/ }).waitFor()
}
