import { expect, test } from 'vitest'
import { expectAccessible, openBrowserVisitor } from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'

setUpBrowser()

// R-QUOTE-2
test('a fitter asks for the price of a part from the search, with keys alone, and corrects a slip', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto('/search?query=FH-EDGE-4')
  const row = page.getByRole('row', { name: /FH-EDGE-4/ })
  await row.getByText('Price on request', { exact: true }).waitFor()
  const link = row.getByRole('link', { name: 'Ask for a quote for FH-EDGE-4' })
  await link.focus()
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Ask for a quote' }).waitFor()
  await expectAccessible(page)
  const main = page.getByRole('main')
  await main.getByLabel('Quantity').fill('5')
  await main.getByLabel('Name').fill('Ada Fitter')
  await main.getByLabel('Email').fill('ada.example.org')
  await page.keyboard.press('Enter')
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await summary
    .getByRole('link', { name: 'That doesn’t look like an email address. Check for typing mistakes.' })
    .waitFor()
  await expect.poll(() => summary.evaluate(alert => alert === document.activeElement)).toBe(true)
  expect(await page.title()).toContain('Error: ')
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => main.getByLabel('Email').evaluate(field => field === document.activeElement))
    .toBe(true)
  await main.getByLabel('Email').fill('ada@example.org')
  expect(await main.getByLabel('Quantity').inputValue()).toBe('5')
  await main.getByRole('button', { name: 'Send request' }).press('Enter')
  await page.getByText('We have your request for 5 × FH-EDGE-4').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/filterhouse/fh-edge-4')
  await shop.waitForEmail('A customer asks for a price')
  expect(consoleErrors.filter(error => !error.includes('422'))).toEqual([])
})
