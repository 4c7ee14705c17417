import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { waitForStage } from '../support/browser-checkout.ts'
import { goodCard, openBrowserVisitor, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'
import { choose, fill, press, tabTo } from '../support/keyboard.ts'

setUpBrowser()

const getActiveOption = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant')
    return (id && document.getElementById(id)?.textContent) || ''
  })

test('a buyer who uses no mouse finds a part by its number, orders it as a guest and pays by card', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await waitForHydration(page)

  // The search in the header, with its suggestions.
  const search = page.getByLabel('Search by part number, cross-reference, machine or size')
  await tabTo(page, search)
  await expect.poll(() => search.getAttribute('role')).toBe('combobox')
  await page.keyboard.type('fh-oil-1')
  await page.getByRole('listbox', { name: 'Suggestions' }).waitFor()
  await expect
    .poll(async () => {
      if (!/FH-OIL-1\b/.test(await getActiveOption(page))) await page.keyboard.press('ArrowDown')
      return getActiveOption(page)
    })
    .toMatch(/FH-OIL-1\b/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/fh-oil-1$/)
  await waitForHydration(page)

  // The skip link leads past the header, into the content.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await fill(page, page.getByRole('textbox', { name: 'Quantity of FH-OIL-1', exact: true }), '2')
  await press(page, page.getByRole('button', { name: 'Add to basket', exact: true }))
  const miniBasket = page.getByRole('banner').getByRole('link', { name: /Basket, 2 items/ })
  await press(page, miniBasket, 'Shift+Tab')
  await page.waitForURL(/\/basket$/)
  await waitForHydration(page)
  await press(page, page.getByRole('main').getByRole('link', { name: 'Checkout' }))
  await page.waitForURL(/\/checkout$/)
  await waitForHydration(page)

  await fill(page, page.getByLabel('Name', { exact: true }), 'Ada Byron')
  await fill(page, page.getByLabel('Email', { exact: true }), `keys-${Date.now()}@example.org`)
  await fill(page, page.getByLabel('Password', { exact: true }), 'a long enough one')
  await fill(page, page.getByLabel('Telephone'), '0113 496 0999')
  await page.keyboard.press('Enter')

  await waitForStage(page, 'Delivery address')
  await fill(page, page.getByLabel('Address line 1'), '1 High Street')
  await fill(page, page.getByLabel('Town'), 'Leeds')
  await fill(page, page.getByLabel('Postcode'), 'LS1 4DY')
  await page.keyboard.press('Enter')

  await waitForStage(page, 'Delivery date and method')
  await choose(
    page,
    page.getByRole('radio'),
    page.getByRole('radio', { name: /Next working day, before 17:30/ }),
  )
  await press(page, page.getByRole('button', { name: 'Continue to purchase options', exact: true }))
  await waitForStage(page, 'Purchase options')
  await choose(page, page.getByRole('radio'), page.getByRole('radio', { name: 'Pay by card' }))
  await press(page, page.getByRole('button', { name: 'Continue to confirmation', exact: true }))
  await waitForStage(page, 'Confirmation')

  await tabTo(page, page.getByRole('checkbox', { name: /I agree/ }))
  await page.keyboard.press('Space')
  await press(page, page.getByText('Read the terms and conditions here'))
  await page.getByRole('region', { name: 'Terms and conditions' }).waitFor()
  await press(page, page.getByRole('button', { name: /^Place Order: pay/ }))

  const form = page.frameLocator('iframe[title="Card payment"]')
  await fill(page, form.getByLabel('Name on card'), goodCard.name)
  await fill(page, form.getByLabel('Card number'), goodCard.number)
  await fill(page, form.getByLabel('Expiry date'), goodCard.expiry)
  await fill(page, form.getByLabel('Security code'), goodCard.code)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/order\/FH[2-9A-Z]{8}\/confirmation$/)
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
  expect(consoleErrors).toEqual([])
})
