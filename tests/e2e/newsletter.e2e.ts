import { expect, test } from 'vitest'
import { expectAccessible, openBrowserVisitor, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'

setUpBrowser()

const successText = 'You have been successfully subscribed'

/** Waits for the e-mail and returns the path of its link. */
async function waitForConfirmLink(email: string): Promise<string> {
  const mail = (await shop.waitForEmail(`To: ${email}`)).replace(/=\r?\n/g, '')
  return /\/newsletter\/confirm\/[\d-]+\.[\w-]{32}/.exec(mail)![0]
}

test('a visitor subscribes to the newsletter at the foot of a page, and confirms it by e-mail', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/terms-conditions')
  await waitForHydration(page)
  const form = page.getByRole('region', { name: 'Newsletter' })
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await form.getByText('Please enter your email address').waitFor()
  await expectAccessible(page)
  expect(new URL(page.url()).pathname).toBe('/terms-conditions')

  await form.getByLabel('Send the newsletter to').fill('ada.news@example.com')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribed' })
  await dialog.getByText(successText).waitFor()
  await expectAccessible(page)
  // One message, with the step that is left in it (R-NEWSLETTER-3).
  await dialog.getByText('One more step').waitFor()
  expect(await page.getByText('One more step').count()).toBe(1)
  await dialog.getByRole('button', { name: 'OK' }).click()
  expect(new URL(page.url()).hash).toBe('')
  await page.reload()
  await waitForHydration(page)
  expect(await page.getByText(successText).count()).toBe(0)

  await page.goto(await waitForConfirmLink('ada.news@example.com'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, send it' }).click()
  await page.getByRole('dialog', { name: 'Subscribed' }).getByText(successText).waitFor()
  expect(await page.getByText('One more step').count()).toBe(0)
  expect(consoleErrors).toEqual([])
})

test('a visitor without JavaScript reads what is missing, and that the subscription succeeded', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { javaScriptEnabled: false, width: 360 })
  await page.goto('/')
  const form = page.getByRole('region', { name: 'Newsletter' })
  await form.getByLabel('Send the newsletter to').fill('nobody')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  const main = page.getByRole('main')
  await main.getByText('Please enter your email address').waitFor()
  await main.getByLabel('Email').fill('bob.news@example.com')
  await main.getByRole('button', { name: 'Subscribe' }).click()
  await page.waitForURL(/#newsletter-subscribed$/)
  await expect.poll(() => page.locator('#newsletter-subscribed').innerText()).toContain(successText)
  expect(await page.locator('#newsletter-subscribed').isVisible()).toBe(true)
  expect(await page.locator('#newsletter-subscribed').innerText()).toContain('One more step')
  expect(await page.getByRole('main').getByText('One more step').count()).toBe(0)
})
