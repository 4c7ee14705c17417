import { expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { openMemberBrowser, pressButton, waitForStage } from '../support/browser-checkout.ts'
import { expectAccessible, openBrowserVisitor, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

const noOverflow = () => document.documentElement.scrollWidth <= innerWidth

test('R-QUOTE-12: staff quote a caller, who asks for a change, gets another offer and orders it', async () => {
  const staff = await openMemberBrowser(browser, shop.url, 'staff@example.com')
  await staff.page.goto('/admin/quotes')
  await staff.page.getByRole('link', { name: 'New quote for a caller' }).click()
  await staff.page.getByRole('searchbox', { name: 'Find a customer' }).fill('Rade')
  await staff.page.getByRole('button', { name: 'Find', exact: true }).click()
  await staff.page.getByRole('link', { name: /Tom Rade/ }).waitFor()
  await expectAccessible(staff.page)
  await staff.page.getByRole('link', { name: /Tom Rade/ }).click()
  await staff.page.getByLabel('Part numbers and quantities').fill('fh oil 1 x 24\nZZZ-99-QQ x 2')
  await staff.page.getByRole('button', { name: 'Make the quote' }).click()
  await staff.page.getByText('We have nothing for “ZZZ-99-QQ x 2”.').waitFor()
  await expectAccessible(staff.page)
  // A reload displays the draft, and presses nothing again.
  await expect.poll(() => staff.page.url()).toContain('draft=')
  await staff.page.reload()
  await staff.page.getByText('We have nothing for “ZZZ-99-QQ x 2”.').waitFor()
  await waitForHydration(staff.page)
  // The part that was read is a line; only what was not read is still in the field.
  const typed = staff.page.getByLabel('Part numbers and quantities')
  expect(await typed.inputValue()).toBe('ZZZ-99-QQ x 2')
  await typed.fill('')
  await staff.page.getByLabel('PO number').fill('PO-9001')
  await staff.page.getByRole('button', { name: 'Make the quote' }).click()
  await staff.page.waitForURL(/\/admin\/quotes\/FH/)
  const reference = staff.page.url().split('/').pop()!
  await waitForHydration(staff.page)
  await staff.page.getByLabel('Offer each for FH-OIL-1, £').fill('10.55')
  await staff.page.getByLabel('Carriage, £ ex VAT').fill('12.50')
  await staff.page.getByRole('button', { name: 'Send quote' }).click()
  await staff.page.getByText(`Quote ${reference} was sent to trade@example.com.`).first().waitFor()

  const customer = await openMemberBrowser(browser, shop.url, 'trade@example.com')
  await customer.page.goto(`/account/quotes/${reference}`)
  await customer.page
    .getByLabel('Would you like something different?')
    .fill('Could you do 30, with 2 air filters?')
  await expectAccessible(customer.page)
  await customer.page.getByRole('button', { name: 'Ask for a change' }).click()
  await customer.page
    .getByText(/We have your request/)
    .first()
    .waitFor()

  await staff.page.goto('/admin')
  await staff.page.getByRole('link', { name: /Quotes to answer/ }).click()
  await staff.page.getByRole('link', { name: reference }).click()
  await staff.page.getByText('Could you do 30, with 2 air filters?').waitFor()
  await waitForHydration(staff.page)
  await staff.page.getByLabel('Quantity of FH-OIL-1').fill('30')
  await staff.page.getByLabel('Part number, ours or another maker’s').fill('fh air 1')
  await staff.page.getByLabel('Quantity', { exact: true }).fill('2')
  await staff.page.keyboard.press('Enter')
  await staff.page.getByLabel('Offer each for FH-AIR-1, £').waitFor()
  await waitForHydration(staff.page)
  expect(await staff.page.getByLabel('Quantity of FH-OIL-1').inputValue()).toBe('30')
  await staff.page.getByLabel('Offer each for FH-AIR-1, £').fill('20')
  // 30 × 10.55 + 2 × 20 + 12.50 = 369; VAT 73.80.
  await expect.poll(() => staff.page.getByRole('main').innerText()).toContain('£442.80')
  await expectAccessible(staff.page)
  await staff.page.getByRole('button', { name: 'Send quote' }).click()
  await staff.page.getByText(/FH-OIL-1: quantity 24 → 30/).waitFor()
  await expectAccessible(staff.page)

  const { page } = customer
  await page.goto(`/account/quotes/${reference}`)
  await page.getByRole('link', { name: 'Accept quote: £442.80' }).click()
  await waitForStage(page, 'Purchase options')
  await expect.poll(() => page.getByText(/^Filling in/).count()).toBe(0)
  await page.getByRole('radio', { name: 'Pay on account' }).check()
  await pressButton(page, 'Continue to confirmation')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await expect.poll(() => page.getByRole('main').innerText()).toContain('£442.80')
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.waitForURL(/\/confirmation$/)
  expect(customer.consoleErrors).toEqual([])
})

test('R-QUOTE-12: a caller without an account opens the link, opens an account and has the quote at the checkout', async () => {
  const staff = await openMemberBrowser(
    browser,
    shop.url,
    'staff@example.com',
    {},
    { javaScriptEnabled: false },
  )
  await staff.page.goto('/admin/orders/new?customer=new&end=quote')
  const fields = {
    'Email (optional)': 'nora@example.org',
    'First name': 'Nora',
    Surname: 'Vale',
    'Address line 1': '3 Dock Road',
    Town: 'Hull',
    Postcode: 'HU1 1AA',
    Telephone: '01482 496 0101',
    'Part numbers and quantities': 'FH-OIL-1 x 10',
  }
  await staff.page.getByText('Deliver to', { exact: true }).click()
  for (const [label, text] of Object.entries(fields))
    await staff.page.getByLabel(label, { exact: true }).fill(text)
  await staff.page.getByRole('button', { name: 'Make the quote' }).click()
  await staff.page.getByLabel('Carriage, £ ex VAT').fill('12.50')
  await staff.page.getByRole('button', { name: 'Send quote' }).click()
  await staff.page
    .getByText(/was sent to nora@example.org/)
    .first()
    .waitFor()

  const { text } = parseEmail(await shop.waitForEmail('nora@example.org'))
  const link = /\/quote\/FH\S+key=[\w-]+/.exec(text)![0]
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto(link)
  await waitForHydration(page)
  expect(await page.evaluate(noOverflow)).toBe(true)
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill('brass-kettle-9-lorry')
  await page.getByRole('button', { name: /^Open an account and accept/ }).click()
  await page.waitForURL(/\/login/)
  await page.getByText('Your account is ready.').first().waitFor()
  await waitForHydration(page)
  await page.getByLabel('Email address').fill('nora@example.org')
  await page.getByLabel('Password', { exact: true }).fill('brass-kettle-9-lorry')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/checkout\?quote_id=\d+/)
  await waitForStage(page, 'Purchase options')
  expect(consoleErrors).toEqual([])
})
