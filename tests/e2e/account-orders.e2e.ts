import { expect, test } from 'vitest'
import {
  expectAccessible,
  expectAccessibleAtAnyWidth,
  fillCheckoutAsGuest,
  openBrowserVisitor,
  payInFrame,
} from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'
import { readPdfText } from '../support/pdf-text.ts'

setUpBrowser()

test('a customer who ordered once signs in later, finds the order and its invoice, and orders the same again', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/filterhouse/fh-oil-1')
  await page.getByRole('textbox', { name: /^Quantity/ }).fill('3')
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page
    .getByText(/were added to your basket/)
    .first()
    .waitFor()
  const email = `again-${Date.now()}@example.org`
  await fillCheckoutAsGuest(page, email)
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await payInFrame(page)
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
  const reference = /FH[2-9A-Z]{8}/.exec(page.url())![0]

  await page.goto('/account/orders')
  await page.waitForURL(/\/login\?redirectTo=/)
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough one')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await page.getByLabel('Find an order').fill('fh oil 1')
  await page.getByRole('button', { name: 'Find', exact: true }).last().click()
  await page.getByText('1 order for “fh oil 1”').waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessible(page)

  await page.getByRole('link', { name: reference }).click()
  await page.getByRole('heading', { level: 1, name: `Order ${reference}` }).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectAccessible(page)
  const orderText = await page.getByRole('main').innerText()
  for (const text of ['Placed', 'PO 4711', '1 High Street', 'Card ending 0006', 'History'])
    expect(orderText).toContain(text)

  const link = page.getByRole('link', { name: 'Invoice (PDF)' })
  const response = await page.request.get((await link.getAttribute('href'))!)
  expect(response.headers()['content-type']).toBe('application/pdf')
  expect(readPdfText(await response.body()).join('\n')).toContain(reference)

  await page.getByRole('button', { name: 'Order again' }).click()
  await page.waitForURL(/\/basket$/)
  await page.getByText('1 product was added to your basket.').first().waitFor()
  await expect
    .poll(() =>
      page
        .getByRole('textbox', { name: /^Quantity/ })
        .first()
        .inputValue(),
    )
    .toBe('3')

  await page.goto('/')
  const latest = page.getByRole('region', { name: 'Latest orders' })
  await latest.getByText(/^Arrives /).waitFor()
  await expectAccessibleAtAnyWidth(page)
  await latest.getByRole('button', { name: `Order again ${reference}` }).click()
  await page.waitForURL(/\/basket$/)
  expect(consoleErrors).toEqual([])
})
