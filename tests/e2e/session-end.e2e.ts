import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { expectAccessible, wakened } from '../support/buyer.ts'
import { memberWith, next, open } from '../support/checkout.ts'
import { launchChromium } from '../support/chromium.ts'

let shop: BuiltShop
let browser: Browser

beforeAll(async () => {
  const idle = { SESSION_IDLE_MINUTES: '10' }
  ;[shop, browser] = await Promise.all([startShop(idle), launchChromium()])
})

afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

/** The shop's own clock cannot be put forward: when the page asks how long he has left, it hears this. */
async function shopSays(page: Page, seconds: number): Promise<void> {
  await page.unroute('**/account/session')
  await page.route('**/account/session', route =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { seconds_left: seconds } })
      : route.continue(),
  )
}

/** A member whose browser's clock is the test's, on this page. */
async function memberAt(path: string): Promise<Page> {
  const { page } = await memberWith(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  await page.clock.install()
  await page.goto(path)
  await wakened(page)
  return page
}

const warning = (page: Page) => page.getByRole('dialog', { name: 'You will be signed out soon' })

test('who is idle is warned two minutes before, stays with one press, and keeps what he typed', async () => {
  const page = await memberAt('/checkout')
  await next(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await next(page, 'Continue to confirmation')
  await page.getByRole('button', { name: 'Change purchase options' }).click()
  await page.getByLabel('Order number').fill('PO-77')
  await shopSays(page, 119)
  await page.clock.runFor('08:05')
  await warning(page).waitFor()
  await expectAccessible(page)
  const kept = page.waitForResponse(answer => answer.request().method() === 'POST')
  await page.keyboard.press('Enter')
  expect(await (await kept).json()).toEqual({ seconds_left: expect.toSatisfy((n: number) => n > 590) })
  await warning(page).waitFor({ state: 'hidden' })
  expect(await page.getByLabel('Order number').inputValue()).toBe('PO-77')
  // And is warned again when those ten minutes end.
  await page.clock.runFor('08:05')
  await warning(page).waitFor()
})

test('nobody is warned whose other tab has kept the session', async () => {
  const page = await memberAt('/account')
  await shopSays(page, 500)
  const asked: string[] = []
  page.on('requestfinished', request => asked.push(new URL(request.url()).pathname))
  const timesAsked = () => asked.filter(path => path === '/account/session').length
  await page.clock.runFor('08:05')
  await expect.poll(timesAsked).toBe(1)
  // It asks again before the 500 seconds are over, and has said nothing meanwhile.
  await expect
    .poll(async () => {
      expect(await warning(page).count()).toBe(0)
      await page.clock.runFor('00:30')
      return timesAsked()
    })
    .toBe(2)
  expect(await warning(page).count()).toBe(0)
  await shopSays(page, 60)
  await expect
    .poll(async () => {
      await page.clock.runFor('00:30')
      return warning(page).count()
    })
    .toBe(1)
  // Kept in the other tab while the warning stood here.
  await shopSays(page, 590)
  await page.clock.runFor('01:05')
  await warning(page).waitFor({ state: 'hidden' })
})

test('who was away too long is told so, and the login leads back to where he was', async () => {
  const page = await memberAt('/checkout')
  await next(page, 'Continue to delivery date')
  await open(page, 'Delivery date and method')
  await shopSays(page, 100)
  await page.clock.runFor('08:05')
  await warning(page).waitFor()
  await shopSays(page, 0)
  await page.clock.runFor('01:45')
  await page.getByRole('dialog', { name: 'You have been signed out' }).waitFor()
  await expectAccessible(page)
  await page.context().clearCookies({ name: /session/ })
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await page.waitForURL(/\/login\?redirectTo=/)
  await page.getByRole('main').getByLabel('Email address').fill('trade@example.com')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/checkout$/)
  await wakened(page)
  await open(page, 'Delivery date and method')
})
