import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { openMemberBrowser, pressButton, waitForStage } from '../support/browser-checkout.ts'
import { expectAccessible, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

const expectNoOverflow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

test('a trade buyer asks for a quote, staff price it, and the buyer orders from the e-mail at those prices', async () => {
  const { page, consoleErrors } = await openMemberBrowser(browser, shop.url, 'trade@example.com', {
    'FH-OIL-1': 24,
    'FH-SEAL-1': 100,
  })
  await page.goto('/checkout')
  await waitForHydration(page)
  await pressButton(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /Ask for a quote/ }).check()
  await pressButton(page, 'Continue to purchase options')
  await waitForStage(page, 'Purchase options')
  await page.getByLabel('PO number').fill('PO-3310')
  await pressButton(page, 'Continue to confirmation')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order/ }).click()
  await page.waitForURL(/\/confirmation$/)
  await page.getByRole('heading', { name: 'Thank you, we have your request' }).waitFor()
  const reference = /FH[2-9A-Z]{8}/.exec(page.url())![0]
  await page.getByRole('link', { name: 'See it in your account' }).click()
  await page.getByRole('link', { name: 'All quotes' }).click()
  await page.getByRole('link', { name: reference }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: reference }).click()
  await page.getByText('We’re working out your prices').waitFor()
  await expectAccessible(page)

  const staff = await openMemberBrowser(browser, shop.url, 'staff@example.com', {})
  await staff.page.goto('/admin')
  await expectAccessible(staff.page)
  await staff.page.getByRole('link', { name: /Quotes to price/ }).click()
  await expectAccessible(staff.page)
  await staff.page.getByRole('link', { name: reference }).click()
  await waitForHydration(staff.page)
  await staff.page.getByLabel('Offer each for FH-OIL-1, £').fill('10.55')
  // R-UX-7: mistakes are shown, and nothing typed is lost.
  await staff.page.getByRole('button', { name: 'Send quote' }).click()
  await staff.page.getByRole('alert').getByText('Enter the carriage in pounds; 0 if it is free.').waitFor()
  await expectAccessible(staff.page)
  expect(await staff.page.getByLabel('Offer each for FH-OIL-1, £').inputValue()).toBe('10.55')
  await waitForHydration(staff.page)
  await staff.page.getByLabel('Carriage, £ ex VAT').fill('12.50')
  await staff.page.getByLabel('Note to the customer').fill('On one pallet.')
  // 24 × 10.55 + 100 × 4.00 + 12.50 = 665.70; VAT 133.14.
  await expect.poll(() => staff.page.getByRole('main').innerText()).toContain('£798.84')
  await staff.page.getByRole('button', { name: 'Send quote' }).click()
  await staff.page.getByText(`Quote ${reference} was sent to trade@example.com.`).first().waitFor()
  await staff.page.getByText('Priced and sent').first().waitFor()
  await expectAccessible(staff.page)

  const mail = parseEmail(await shop.waitForEmail('quote_id'))
  expect(mail.headers.get('to')).toContain('trade@example.com')
  expect(mail.headers.get('subject')).toContain(`Quote ${reference}`)
  expect(mail.text).toContain('£798.84')
  expect(mail.attachments.map(({ filename, type }) => [filename, type])).toEqual([
    [`quote-${reference}.pdf`, 'application/pdf'],
  ])
  expect(mail.attachments[0]!.content.subarray(0, 5).toString()).toBe('%PDF-')

  const link = /\/checkout\?quote_id=\d+/.exec(mail.text)![0]
  await page.goto('/account/quotes')
  const row = page.getByRole('row', { name: reference })
  expect(await row.getByRole('link', { name: /^Order the quote for / }).getAttribute('href')).toBe(link)
  await expectAccessible(page)
  await page.getByRole('link', { name: reference }).click()
  await page.getByText('On one pallet.').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Accept quote/ }).click()
  await page.waitForURL(url => url.pathname + url.search === link)
  await waitForStage(page, 'Purchase options')
  await expect.poll(() => page.getByText(/^Filling in/).count()).toBe(0)
  await page.getByRole('radio', { name: 'Pay on account' }).check()
  await pressButton(page, 'Continue to confirmation')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await expect.poll(() => page.getByRole('main').innerText()).toContain('£798.84')
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.waitForURL(/\/confirmation$/)
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
  expect(consoleErrors).toEqual([])

  // A quote is ordered once; the link in the e-mail then leads to the order.
  expect((await page.goto(link))?.status()).toBe(409)
  await page.getByText('This quote has already been ordered.').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See the quote' }).click()
  await page.getByRole('link', { name: 'See the order' }).waitFor()
})

test('staff without JavaScript calculate the totals, send the quote and withdraw it; the buyer asks again', async () => {
  const { page } = await openMemberBrowser(
    browser,
    shop.url,
    'trade@example.com',
    {},
    { javaScriptEnabled: false, width: 360 },
  )
  const { quote_id } = (await (await fetch(`${shop.url}/_sandbox/demo.json`)).json()) as { quote_id: number }
  const staff = await openMemberBrowser(
    browser,
    shop.url,
    'staff@example.com',
    {},
    { javaScriptEnabled: false, width: 360 },
  )
  await staff.page.goto('/admin/quotes?state=quote_approved')
  await expectNoOverflow(staff.page)
  await page.goto('/account/quotes')
  const reference = await page.getByRole('link', { name: /^FH/ }).last().innerText()
  await staff.page.getByRole('link', { name: reference }).click()
  await staff.page.getByLabel('Carriage, £ ex VAT').fill('0')
  await staff.page.getByRole('button', { name: 'Update totals' }).click()
  // (20 × £11.25 + 2 × £3.60) and 20 % VAT.
  await staff.page.getByText('£278.64').waitFor()
  await expectNoOverflow(staff.page)
  await staff.page.getByRole('button', { name: 'Send quote' }).click()
  await staff.page
    .getByText(/was sent to trade@example.com/)
    .first()
    .waitFor()
  await staff.page.getByText('Withdraw this quote…').click()
  await staff.page.getByLabel('Reason').fill('The maker stopped this filter.')
  await staff.page.getByRole('button', { name: 'Withdraw quote' }).click()
  await staff.page
    .getByText(/was withdrawn/)
    .first()
    .waitFor()

  expect((await page.goto(`/checkout?quote_id=${quote_id}`))?.status()).toBe(409)
  await page.getByRole('link', { name: 'See the quote' }).click()
  await page.getByText('The maker stopped this filter.').waitFor()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await page.waitForURL(/\/basket$/)
  await page.getByText('2 products were added to your basket.').first().waitFor()
})
