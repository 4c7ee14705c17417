import type { Page } from 'playwright-core'
import { demoPassword } from '../../demo/people/people.ts'
import { expectAccessible, fillCheckoutAsGuest, openBrowserVisitor, payInFrame } from './browser-visitor.ts'
import { browser, shop } from './e2e-fixture.ts'

/** A guest buys three seals by card. Returns the order's reference, and the guest's page with the confirmation. */
export async function buyByCard(email: string): Promise<{ reference: string; page: Page }> {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/filterhouse/fh-seal-1')
  await page.getByRole('textbox', { name: /^Quantity/ }).fill('3')
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page
    .getByText(/were added to your basket/)
    .first()
    .waitFor()
  await fillCheckoutAsGuest(page, email)
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await payInFrame(page)
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
  return { reference: /FH[2-9A-Z]{8}/.exec(page.url())![0], page }
}

export async function signInStaff(path: string, options: Parameters<typeof openBrowserVisitor>[2] = {}) {
  const staff = await openBrowserVisitor(browser, shop.url, options)
  await staff.page.goto(path)
  await staff.page.waitForURL(/\/login\?redirectTo=/)
  await staff.page.getByLabel('Email').first().fill('staff@example.com')
  await staff.page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await staff.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await staff.page.getByRole('heading', { level: 1 }).waitFor()
  return staff
}

export async function expectAccessibleAtAllWidths(page: Page): Promise<void> {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
  }
}
