import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { buyerWith, expectAccessible, wakened } from '../support/buyer.ts'
import { launchChromium } from '../support/chromium.ts'

let shop: BuiltShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchChromium()])
})

afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const words = 'You have been successfully subscribed'

/** The path of the mail's link. */
async function confirmLink(email: string): Promise<string> {
  const mail = (await shop.mailWith(`To: ${email}`)).replace(/=\r?\n/g, '')
  return /\/newsletter\/confirm\/[\d-]+\.[\w-]{32}/.exec(mail)![0]
}

test('a visitor asks for the newsletter at the foot of a page, and confirms it by mail', async () => {
  const { page, complaints } = await buyerWith(browser, shop.url)
  await page.goto('/terms-conditions')
  await wakened(page)
  const form = page.getByRole('region', { name: 'Newsletter' })
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await form.getByText('Please enter your email address').waitFor()
  await expectAccessible(page)
  expect(new URL(page.url()).pathname).toBe('/terms-conditions')

  await form.getByLabel('Send the newsletter to').fill('ada.news@example.com')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribed' })
  await dialog.getByText(words).waitFor()
  await expectAccessible(page)
  await page.getByText('One step is left').first().waitFor()
  await dialog.getByRole('button', { name: 'OK' }).click()
  expect(new URL(page.url()).hash).toBe('')
  await page.reload()
  await wakened(page)
  expect(await page.getByText(words).count()).toBe(0)

  await page.goto(await confirmLink('ada.news@example.com'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, send it' }).click()
  await page.getByRole('dialog', { name: 'Subscribed' }).waitFor()
  expect(complaints).toEqual([])
})

test('without JavaScript the form says what is missing, and the page what came of it', async () => {
  const { page } = await buyerWith(browser, shop.url, { javaScriptEnabled: false, width: 360 })
  await page.goto('/')
  const form = page.getByRole('region', { name: 'Newsletter' })
  await form.getByLabel('Send the newsletter to').fill('nobody')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  const main = page.getByRole('main')
  await main.getByText('Please enter your email address').waitFor()
  await main.getByLabel('Email').fill('bob.news@example.com')
  await main.getByRole('button', { name: 'Subscribe' }).click()
  await page.waitForURL(/#newsletter-subscribed$/)
  await expect.poll(() => page.locator('#newsletter-subscribed').innerText()).toContain(words)
  expect(await page.locator('#newsletter-subscribed').isVisible()).toBe(true)
})
