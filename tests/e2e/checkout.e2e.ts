import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  addToBasket,
  fillAddress,
  openMemberBrowser,
  pressButton,
  waitForStage,
} from '../support/browser-checkout.ts'
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

const agree = (page: Page) => page.getByRole('checkbox', { name: /I agree/ }).check()

test('a trade buyer orders on account in three stages: the company’s address and payment method are known', async () => {
  const { page, consoleErrors } = await openMemberBrowser(browser, shop.url, 'trade@example.com', {
    'FH-OIL-1': 2,
  })
  await page.goto('/checkout')
  await waitForHydration(page)
  await waitForStage(page, 'Delivery address')
  await page.getByRole('radio', { name: /Unit 4, Northfield Yard/ }).waitFor()
  await expectAccessible(page)
  await pressButton(page, 'Continue to delivery date')
  const deliveryStage = page.getByRole('region', { name: 'Delivery date and method' })
  await deliveryStage.getByText(/^Order (in|by) .+ for delivery \w+day \d+ \w+$/).waitFor()
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await expectAccessible(page)
  // R-CHECKOUT-3: billing and purchase options are skipped.
  await pressButton(page, 'Continue to confirmation')
  await waitForStage(page, 'Confirmation')
  // The warning is beside its field; number and instructions can be typed here.
  const poNumber = page.getByLabel('PO number')
  await page
    .locator('div:has(> div > div > #confirm-purchase_order)')
    .getByText('Order number is empty')
    .waitFor()
  await page.getByRole('button', { name: 'Don’t warn me again' }).click()
  await poNumber.fill('PO 8812')
  await page.getByLabel('Delivery instructions').fill('x'.repeat(51))
  await page.getByText('1 too many').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.getByText('You need to agree before completing your order').first().waitFor()
  await agree(page)
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.getByRole('link', { name: /^Delivery instructions/ }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Gate 2, ring twice')
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.waitForURL(/\/order\/FH[2-9A-Z]{8}\/confirmation$/)
  await expect.poll(() => page.getByRole('main').innerText()).toContain('PO 8812')
  expect(await page.getByRole('main').innerText()).toContain('Gate 2, ring twice')
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
  expect(consoleErrors).toEqual([])

  // R-CHECKOUT-13: the warning is switched off for good.
  await addToBasket(page, { 'FH-OIL-1': 1 })
  await page.goto('/checkout')
  await waitForHydration(page)
  await pressButton(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await pressButton(page, 'Continue to confirmation')
  await waitForStage(page, 'Confirmation')
  await expect.poll(() => page.getByRole('button', { name: /^Place Order/ }).isVisible()).toBe(true)
  expect(await page.getByText('Order number is empty').count()).toBe(0)
})

test('a signed-in buyer opens the first stage to see whose order it is, and goes on where it was', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  await page.goto('/checkout')
  await waitForHydration(page)
  await pressButton(page, 'Continue to delivery date')
  await waitForStage(page, 'Delivery date and method')
  await page.getByRole('button', { name: 'Change contact' }).click()
  await waitForStage(page, 'Contact')
  await page.getByRole('definition').filter({ hasText: 'trade@example.com' }).waitFor()
  await expectAccessible(page)
  expect(
    await page.getByRole('link', { name: 'Change your details in your account' }).getAttribute('href'),
  ).toBe('/account/details')
  await pressButton(page, 'Continue to delivery date')
  await waitForStage(page, 'Delivery date and method')
})

test('a buyer who changes from card back to account gets the account billing address again, with a message', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  await page.goto('/checkout')
  await waitForHydration(page)
  await pressButton(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await pressButton(page, 'Continue to confirmation')
  await waitForStage(page, 'Confirmation')
  await page.getByRole('button', { name: 'Change purchase options' }).click()
  await page.getByRole('radio', { name: 'Pay by card' }).check()
  await pressButton(page, 'Continue to confirmation')
  await page.getByRole('button', { name: 'Change billing address' }).click()
  await page.getByRole('checkbox', { name: 'Same as delivery address' }).uncheck()
  await page.getByRole('radio', { name: 'Add New Address' }).check()
  await fillAddress(page, 'billing', { address1: '9 Other Road' })
  await pressButton(page, 'Continue to confirmation')
  await page.getByRole('button', { name: /^Place Order: pay/ }).waitFor()
  await page.getByRole('button', { name: 'Change purchase options' }).click()
  await page.getByRole('radio', { name: 'Pay on account' }).check()
  await page
    .getByText(/^Billing Address Changed: Your billing address for your order/)
    .first()
    .waitFor()
  await pressButton(page, 'Continue to confirmation')
  await expect.poll(() => page.getByText('9 Other Road').count()).toBe(0)
})

test('a buyer of a company on stop reads about it and can order all the same', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'stopped@example.com', { 'FH-OIL-1': 1 })
  await page.goto('/checkout')
  await waitForHydration(page)
  await pressButton(page, 'Continue to delivery date')
  await page
    .getByRole('radio', { name: /before 17:30/ })
    .first()
    .check()
  await pressButton(page, 'Continue to confirmation')
  await page
    .getByText(
      'Your account is currently on stop. Orders on account will be accepted but not immediately despatched.',
    )
    .waitFor()
  await expectAccessible(page)
  await agree(page)
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.waitForURL(/\/confirmation$/)
})

test('a buyer who chooses collection confirms it in a dialog: no clears the choice, yes makes delivery free', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'retail@example.com', { 'FH-OIL-1': 2 })
  await page.goto('/checkout')
  await waitForHydration(page)
  // Four of the six addresses, and the rest on request.
  await waitForStage(page, 'Delivery address')
  await expect.poll(() => page.getByRole('radio').count()).toBe(5)
  await page.getByRole('button', { name: 'Show All Addresses' }).click()
  await expect.poll(() => page.getByRole('radio').count()).toBe(7)
  await page.getByRole('button', { name: 'Show Less Addresses' }).click()
  await pressButton(page, 'Continue to delivery date')
  const collection = page.getByRole('radio', { name: /^Collection/ })
  await collection.check()
  await page.getByRole('dialog', { name: 'Collect your order?' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => collection.isChecked()).toBe(false)
  await pressButton(page, 'Continue to purchase options')
  await page.getByText('Invalid delivery method chosen.').first().waitFor()
  await collection.check()
  await page.getByRole('button', { name: 'Yes, I will collect' }).click()
  await expect.poll(() => collection.isChecked()).toBe(true)
  await pressButton(page, 'Continue to purchase options')
  // One of the addresses is for billing: straight to the purchase options.
  await waitForStage(page, 'Purchase options')
  // Where, when it is open, and when the goods are ready (R-DELIVERY-12).
  const counter =
    /Leeds counter, \w+day \d+ \w+ from \d\d:\d\d\W+Demo House, 1 Example Street, Leeds, LS1 0XX\W+Open Monday to Friday/
  expect(await page.getByRole('region', { name: 'Delivery date and method' }).innerText()).toMatch(counter)
  // 2 × £12.50 and 20 % VAT, without a delivery charge.
  await page.getByRole('radio', { name: 'Pay by card' }).check()
  await pressButton(page, 'Continue to confirmation')
  await page.getByRole('button', { name: 'Place Order: pay £30.00' }).waitFor()
  expect(await page.getByRole('region', { name: 'Confirmation' }).innerText()).toMatch(counter)
  await expectAccessible(page)
})

test('a buyer in Norway gives a code for customs and pays no VAT', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'retail@example.com', { 'FH-OIL-1': 4 })
  await page.goto('/checkout')
  await waitForHydration(page)
  await page.getByRole('radio', { name: 'Add New Address' }).check()
  await fillAddress(page, 'delivery', {
    address1: 'Storgata 1',
    town: 'Oslo',
    postcode: '0155',
    country: 'NO',
    telephone: '+47 22 12 34 56',
  })
  await pressButton(page, 'Continue to delivery date')
  await page
    .getByText('In order to process your order to Norway we will need your TAX code for customs purposes')
    .first()
    .waitFor()
  await expectAccessible(page)
  await page.getByLabel('TAX/EORI code').fill('NO 974 760 673 MVA')
  await page.getByRole('checkbox', { name: 'Use as my billing address too' }).check()
  await pressButton(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /customs/ }).check()
  // The billing address is known: straight to the purchase options.
  await pressButton(page, 'Continue to purchase options')
  await waitForStage(page, 'Purchase options')
  await page.getByRole('radio', { name: 'Pay by card' }).check()
  await pressButton(page, 'Continue to confirmation')
  // 4 × £12.50 and £38.00 delivery.
  await page.getByRole('button', { name: 'Place Order: pay £88.00' }).waitFor()
})

test('a guest whose card is declined may choose another method, and reads later that the order is not paid', async () => {
  const { page, context } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await addToBasket(page, { 'FH-OIL-1': 1 })
  await fillCheckoutAsGuest(page, `declined-${Date.now()}@example.org`)
  await agree(page)
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await payInFrame(page, declinedCard)
  await page
    .getByText(/was not accepted and nothing was charged/)
    .first()
    .waitFor()
  // The payment method can be changed again.
  await page.getByRole('button', { name: 'Change purchase options' }).click()
  await page.getByRole('radio', { name: 'Pay by card' }).waitFor()
  await page.close()

  const later = await context.newPage()
  await later.goto('/checkout')
  await later.getByText(/^Order FH[2-9A-Z]{8} is not paid yet: nothing was charged/).waitFor()
  await waitForHydration(later)
  await agree(later)
  await later.getByRole('button', { name: /^Place Order: pay/ }).click()
  await payInFrame(later)
  await later.waitForURL(/\/confirmation$/)
  await later.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
})

test('a trade buyer has goods delivered abroad on account: billed to the company, with its code for customs', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 2 })
  await page.goto('/checkout')
  await waitForHydration(page)
  await page.getByRole('radio', { name: 'Add New Address' }).check()
  const oslo = { town: 'Oslo', postcode: '0155', country: 'NO', telephone: '+47 22 12 34 56' }
  await fillAddress(page, 'delivery', oslo)
  await page.getByText(/use GB980780684 from your account/).waitFor()
  await page.getByRole('checkbox', { name: 'Use as my billing address too' }).check()
  await pressButton(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /customs/ }).check()
  await pressButton(page, 'Continue to confirmation')
  await page
    .getByText(/^Billing Address Changed: Your billing address for your order/)
    .first()
    .waitFor()
  await expect
    .poll(() => page.getByText('Bill to', { exact: true }).locator('..').innerText())
    .toContain('Northfield Yard')
  await agree(page)
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.waitForURL(/\/confirmation$/)
})

test('a buyer reads the terms within the last stage, and can try again when they could not be loaded', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  await page.goto('/checkout')
  await waitForHydration(page)
  await pressButton(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await pressButton(page, 'Continue to confirmation')
  await waitForStage(page, 'Confirmation')
  await page.route('**/terms-conditions', route => route.abort())
  await page.getByText('Read the terms and conditions here').click()
  await page.getByText(/^We couldn’t reach the shop/).waitFor()
  await page.unroute('**/terms-conditions')
  await page.getByRole('button', { name: 'Try again' }).click()
  const terms = page.getByRole('region', { name: 'Terms and conditions' })
  await terms.getByRole('heading', { name: /Your order and when it is binding/ }).waitFor()
  await expectAccessible(page)
  // R-UX-29: the terms also have a page, which opens in a new window.
  const link = page.getByRole('link', { name: 'terms and conditions (opens in new window)' })
  expect(await link.getAttribute('target')).toBe('_blank')
})

test('a buyer who presses the mouse while the page scrolls to a stage stays where the page was', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 1 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 800, height: 400 })
  await page.goto('/checkout')
  await waitForHydration(page)
  await waitForStage(page, 'Delivery address')
  const scrollFrom = async (press: boolean) => {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await pressButton(page, 'Continue to delivery date')
    // The heading takes the focus when the scrolling begins.
    await page
      .getByRole('heading', { name: 'Delivery date and method' })
      .and(page.locator(':focus'))
      .waitFor()
    await page.clock.runFor(600)
    if (press) await page.mouse.down()
    const before = await page.evaluate(() => scrollY)
    await page.clock.runFor(1000)
    const after = await page.evaluate(() => scrollY)
    // What is below the mouse is clicked only now.
    if (press) await page.mouse.up()
    return after - before
  }
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 10_000))
  expect(await scrollFrom(false)).not.toBe(0)
  await page.getByRole('button', { name: 'Change delivery address' }).click()
  await page.clock.runFor(2000)
  expect(await scrollFrom(true)).toBe(0)
})
