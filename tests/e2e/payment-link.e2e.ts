import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { buyByCard, expectAccessibleAtAllWidths, signInStaff } from '../support/browser-staff.ts'
import { declinedCard, openBrowserVisitor, payInFrame } from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

/** Staff replace the part by a dearer one and confirm the new total. */
async function correctToDearer(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Correct order' }).click()
  await page
    .getByLabel(/^Replace with/)
    .first()
    .fill('FH-OIL-1')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'New total' }).waitFor()
  await page.getByText(/is then to be paid by card\./).waitFor()
  await expectAccessibleAtAllWidths(page)
  await page.getByLabel(/^Yes, change the total to/).check()
  await page.getByRole('button', { name: 'Save and email the customer' }).click()
  await page
    .getByText(/^Waiting for £[\d.]+$/)
    .first()
    .waitFor()
}

/** The link of the newest e-mail with these words. */
async function findLink(words: string): Promise<string> {
  const { text } = parseEmail(await shop.waitForEmail(words))
  const { pathname, search } = new URL(/https?:\/\/\S+\/pay\?key=[\w-]+/.exec(text)![0])
  return `${pathname}${search}`
}

test('R-CORRECT-10: a dearer correction is paid by the link, with a declined card first, and the order is released', async () => {
  const email = `dearer-${Date.now()}@example.org`
  const { reference } = await buyByCard(email)
  const staff = await signInStaff(`/admin/orders/${reference}`)
  await correctToDearer(staff.page)
  await expectAccessibleAtAllWidths(staff.page)
  const link = await findLink('Your order has been changed')

  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.goto(link)
  await page.getByRole('heading', { name: /^£[\d.]+ to pay$/ }).waitFor()
  await expectAccessibleAtAllWidths(page)
  await page.getByRole('button', { name: /^Pay £[\d.]+ by card$/ }).click()
  await payInFrame(page, declinedCard)
  await page
    .getByText('Your card was not accepted and nothing was charged. Try again, or use another card.')
    .waitFor()
  await page.getByRole('button', { name: /^Pay £[\d.]+ by card$/ }).click()
  await page.frameLocator('iframe[title="Card payment"]').getByRole('button').first().waitFor()
  await expectAccessibleAtAllWidths(page)
  await payInFrame(page)
  await page.getByRole('heading', { name: 'Thank you, your payment has gone through' }).waitFor()
  await expectAccessibleAtAllWidths(page)
  expect(consoleErrors).toEqual([])

  await staff.page.reload()
  await staff.page.getByText(/^£[\d.]+ paid$/).waitFor()
  expect(await staff.page.getByText(/^Waiting for £/).count()).toBe(0)
  await staff.page
    .getByRole('button', { name: /^Despatch/ })
    .first()
    .waitFor()
  const received = parseEmail(await shop.waitForEmail('we have your payment'))
  expect(received.headers.get('to')).toContain(email)
})

test('R-CORRECT-10: the customer finds it on the order, without JavaScript, on a phone; staff send the link again', async () => {
  const { reference, page: guest } = await buyByCard(`phone-${Date.now()}@example.org`)
  const staff = await signInStaff(`/admin/orders/${reference}`)
  await correctToDearer(staff.page)
  await staff.page.getByRole('button', { name: 'Send payment link again' }).click()
  await staff.page
    .getByText(/^The payment link is on its way to/)
    .first()
    .waitFor()
  await findLink('to pay for your order')

  await guest.setViewportSize({ width: 360, height: 800 })
  await guest.reload()
  const payLink = guest.getByRole('link', { name: /^Pay £[\d.]+$/ })
  const path = await payLink.getAttribute('href')
  const { page } = await openBrowserVisitor(browser, shop.url, { javaScriptEnabled: false, width: 360 })
  await page.goto(path!)
  await page.getByRole('button', { name: /^Pay £[\d.]+ by card$/ }).click()
  await payInFrame(page)
  const frame = page.frameLocator('iframe[title="Card payment"]')
  await frame.getByRole('link', { name: 'Continue to your order' }).click()
  await page.getByRole('heading', { name: 'Thank you, your payment has gone through' }).waitFor()
})
