import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import { openMemberBrowser, pressButton, waitForStage } from '../support/browser-checkout.ts'
import { expectAccessible, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser({ SESSION_IDLE_MINUTES: '10' })

/** The shop's clock cannot be moved: the page's request for the remaining time gets this response instead. */
async function mockSecondsLeft(page: Page, seconds: number): Promise<void> {
  await page.unroute('**/account/session')
  await page.route('**/account/session', route =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { seconds_left: seconds } })
      : route.continue(),
  )
}

/** Signs a member in and opens the page, with a clock that the test moves. */
async function openAsMember(path: string): Promise<Page> {
  const { page } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  await page.clock.install()
  await page.goto(path)
  await waitForHydration(page)
  return page
}

const warning = (page: Page) => page.getByRole('dialog', { name: 'You will be signed out soon' })

test('a buyer who is idle is warned two minutes before, stays with one press, and keeps the typed text', async () => {
  const page = await openAsMember('/checkout')
  await pressButton(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await pressButton(page, 'Continue to confirmation')
  await page.getByRole('button', { name: 'Change purchase options' }).click()
  await page.getByLabel('PO number').fill('PO-77')
  await mockSecondsLeft(page, 119)
  await page.clock.runFor('08:05')
  await warning(page).waitFor()
  await expectAccessible(page)
  const renewal = page.waitForResponse(response => response.request().method() === 'POST')
  await page.keyboard.press('Enter')
  expect(await (await renewal).json()).toEqual({ seconds_left: expect.toSatisfy((n: number) => n > 590) })
  await warning(page).waitFor({ state: 'hidden' })
  expect(await page.getByLabel('PO number').inputValue()).toBe('PO-77')
  // The next warning comes when those ten minutes end.
  await page.clock.runFor('08:05')
  await warning(page).waitFor()
})

test('a buyer whose other tab has renewed the session is not warned', async () => {
  const page = await openAsMember('/account')
  await mockSecondsLeft(page, 500)
  const finishedPaths: string[] = []
  page.on('requestfinished', request => finishedPaths.push(new URL(request.url()).pathname))
  const countRequests = () => finishedPaths.filter(path => path === '/account/session').length
  await page.clock.runFor('08:05')
  await expect.poll(countRequests).toBe(1)
  // The page requests the remaining time again before the 500 seconds are over, without a warning meanwhile.
  await expect
    .poll(async () => {
      expect(await warning(page).count()).toBe(0)
      await page.clock.runFor('00:30')
      return countRequests()
    })
    .toBe(2)
  expect(await warning(page).count()).toBe(0)
  await mockSecondsLeft(page, 60)
  await expect
    .poll(async () => {
      await page.clock.runFor('00:30')
      return warning(page).count()
    })
    .toBe(1)
  // The other tab renews the session while the warning is shown here.
  await mockSecondsLeft(page, 590)
  await page.clock.runFor('01:05')
  await warning(page).waitFor({ state: 'hidden' })
})

test('a buyer who was away too long reads so, and the login leads back to the same stage', async () => {
  const page = await openAsMember('/checkout')
  await pressButton(page, 'Continue to delivery date')
  await waitForStage(page, 'Delivery date and method')
  await mockSecondsLeft(page, 100)
  await page.clock.runFor('08:05')
  await warning(page).waitFor()
  await mockSecondsLeft(page, 0)
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
  await waitForHydration(page)
  await waitForStage(page, 'Delivery date and method')
})
