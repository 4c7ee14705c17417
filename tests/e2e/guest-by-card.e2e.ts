import { expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { addToBasket, pressButton } from '../support/browser-checkout.ts'
import {
  declinedCard,
  expectAccessible,
  fillCheckoutAsGuest,
  openBrowserVisitor,
  payInFrame,
  waitForHydration,
} from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

test('a fitter without an account finds the part by its number, orders it by card and gets the e-mail', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await expectAccessible(page)
  await page.getByLabel('The number on your filter').fill('p551-712')
  await page.getByRole('button', { name: 'Find it' }).click()

  const row = page.getByRole('row', { name: /FH-OIL-1/ })
  await row.getByText('P 551-712').waitFor()
  await expectAccessible(page)
  await row.getByRole('link', { name: 'Oil filter, spin-on', exact: true }).click()

  await page.getByRole('heading', { level: 1, name: 'Oil filter, spin-on', exact: true }).waitFor()
  const facts = await page.getByRole('main').innerText()
  expect(facts).toContain('£12.50')
  expect(facts).toContain('£15.00')
  expect(facts).toMatch(/in stock/)
  expect(facts).toMatch(/for delivery \w+day \d+ \w+/)
  await expectAccessible(page)

  await waitForHydration(page)
  await page.getByRole('textbox', { name: /^Quantity/ }).fill('2')
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Basket.*2/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Basket' }).waitFor()
  await expectAccessible(page)
  await expect.poll(() => page.getByRole('main').innerText()).toContain('£39.60')
  await page.getByRole('link', { name: 'Checkout' }).click()
  await page.waitForURL(/\/checkout$/)

  const email = `fitter-${Date.now()}@example.org`
  await fillCheckoutAsGuest(page, email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Place Order: pay £39.60' }).click()
  // R-CHECKOUT-14: the terms must be accepted first.
  await page.getByText('You need to agree before completing your order').first().waitFor()
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: 'Place Order: pay £39.60' }).click()
  await page.getByText('Test mode: no money is taken.').waitFor()
  await payInFrame(page)

  await page.waitForURL(/\/order\/FH[2-9A-Z]{8}\/confirmation$/)
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
  await expectAccessible(page)
  const reference = /FH[2-9A-Z]{8}/.exec(page.url())![0]
  const mail = parseEmail(await shop.waitForEmail(`/order/${reference}`))
  expect(mail.headers.get('to')).toContain(email)
  expect(mail.headers.get('subject')).toContain(`Order ${reference} received`)
  expect(mail.text).toContain('£39.60')
  expect(mail.html).toContain('£39.60')
  // R-UX-32: a reload shows the same order and places no second one; the basket is empty.
  await page.reload()
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
  await page.goto('/basket')
  await page.getByText('Your basket is empty').waitFor()
  expect(consoleErrors).toEqual([])

  // The order is not visible to other visitors, and the log has no personal data.
  const stranger = await openBrowserVisitor(browser, shop.url)
  const response = await stranger.page.goto(`/order/${reference}/confirmation`)
  expect(response?.status()).toBe(404)
  expect(shop.log()).not.toContain(email)
})

test('a guest whose card is declined is charged nothing, and places the order with another card', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 390 })
  await page.goto('/filterhouse/fh-oil-1')
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Basket, 1 item/ })
    .waitFor()
  await fillCheckoutAsGuest(page, `second-${Date.now()}@example.org`)
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await payInFrame(page, declinedCard)
  await page
    .getByText(/was not accepted and nothing was charged/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await payInFrame(page)
  await page.waitForURL(/\/confirmation$/)
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
})

test('a guest who leaves the card form reads that nothing was charged, and keeps everything typed', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/filterhouse/fh-oil-1')
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Basket, 1 item/ })
    .waitFor()
  await fillCheckoutAsGuest(page, `third-${Date.now()}@example.org`)
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await page.frameLocator('iframe[title="Card payment"]').getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByText(/nothing was charged/)
    .first()
    .waitFor()
  await page.reload()
  await page.getByText('1 High Street').first().waitFor()
  await expect.poll(() => page.getByRole('main').innerText()).toContain('PO 4711')
})

test('while the card form is open in one tab, another shows it too and changes nothing until the payment is cancelled', async () => {
  const { page, context, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await addToBasket(page, { 'FH-OIL-1': 1 })
  await fillCheckoutAsGuest(page, `tabs-${Date.now()}@example.org`)
  const other = await context.newPage()
  await other.goto('/checkout')
  await waitForHydration(other)
  await other.getByRole('button', { name: 'Change purchase options' }).click()
  await other.getByLabel('PO number').fill('PO 9999')

  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await page.getByText('Test mode: no money is taken.').waitFor()
  await expectAccessible(page)
  expect(await page.getByRole('button', { name: /^Change/ }).count()).toBe(0)

  await pressButton(other, 'Continue to confirmation')
  await other.getByText('Test mode: no money is taken.').waitFor()
  expect(await other.getByRole('button', { name: /^Change/ }).count()).toBe(0)
  expect(await other.getByRole('main').innerText()).not.toContain('PO 9999')

  await waitForHydration(other)
  await pressButton(other, 'Cancel payment')
  for (const tab of [page, other]) {
    await tab
      .getByText(/nothing was charged/)
      .first()
      .waitFor()
    expect(await tab.getByRole('button', { name: /^Change/ }).count()).toBe(5)
  }
  await page.getByRole('button', { name: 'Change purchase options' }).click()
  await page.getByLabel('PO number').fill('PO 1234')
  await pressButton(page, 'Continue to confirmation')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await page.getByText('Test mode: no money is taken.').waitFor()
  await page.reload()
  await payInFrame(page)
  await page.waitForURL(/\/confirmation$/)
  await expect.poll(() => page.getByRole('main').innerText()).toContain('PO 1234')
  expect(consoleErrors).toEqual([])
})

test('a guest who reloads the open card form still has the address saved with the order', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await addToBasket(page, { 'FH-OIL-1': 1 })
  const email = `saved-${Date.now()}@example.org`
  await fillCheckoutAsGuest(page, email)
  await page.getByRole('button', { name: 'Change delivery address' }).click()
  await page.getByRole('checkbox', { name: 'Save this address for future orders' }).check()
  await pressButton(page, 'Continue to confirmation')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await page.getByText('Test mode: no money is taken.').waitFor()
  await page.reload()
  await waitForHydration(page)
  await pressButton(page, 'Cancel payment')
  await page.getByRole('button', { name: 'Change purchase options' }).click()
  await page.getByLabel('PO number').fill('PO 4712')
  await pressButton(page, 'Continue to confirmation')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await payInFrame(page)
  await page.waitForURL(/\/confirmation$/)
  const headers = { 'x-requested-with': 'XMLHttpRequest' }
  const data = { email, password: 'a long enough one' }
  expect((await page.request.post('/login', { headers, data })).status()).toBe(200)
  const addresses = await (await page.request.get('/account/addresses', { headers })).json()
  expect(addresses).toMatchObject([{ line_1: '1 High Street', postcode: 'LS1 4DY' }])
})

test('a guest whose JavaScript fails at the card form pays there, or cancels the payment', async () => {
  const { page, context } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await addToBasket(page, { 'FH-OIL-1': 1 })
  await fillCheckoutAsGuest(page, `plain-${Date.now()}@example.org`)
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await page.getByText('Test mode: no money is taken.').waitFor()
  const plain = await openBrowserVisitor(browser, shop.url, { javaScriptEnabled: false, width: 360 })
  await plain.context.addCookies(await context.cookies())
  await page.close()
  await plain.page.goto('/checkout')
  await plain.page.frameLocator('iframe[title="Card payment"]').getByLabel('Card number').waitFor()
  expect(await plain.page.getByRole('button', { name: /^Change/ }).count()).toBe(0)
  await plain.page.getByRole('button', { name: 'Cancel payment', exact: true }).click()
  await plain.page
    .getByText(/nothing was charged/)
    .first()
    .waitFor()
  expect(await plain.page.locator('iframe').count()).toBe(0)
})
