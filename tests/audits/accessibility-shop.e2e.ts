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
  expectAccessibleAtAnyWidth,
  expectAccessibleInBothSchemes,
  fillCheckoutAsGuest,
  openBrowserVisitor,
  payInFrame,
  waitForHydration,
} from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'

// Accessibility of the shop's screens in states that other tests pass quickly: open lists, mistakes, messages.

setUpBrowser()

const options = (page: Page) => page.getByRole('option')
const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

test('a visitor sees the suggestions of the search', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  for (const [path, field] of [
    ['/terms-conditions', page.locator('#site-search')],
    ['/', page.getByLabel('The number on your filter')],
  ] as const) {
    await page.goto(path)
    await field.fill('p551')
    await options(page).first().waitFor()
    await field.press('ArrowDown')
    await expect.poll(() => field.getAttribute('aria-activedescendant')).not.toBeNull()
    await expectAccessibleInBothSchemes(page)
    await field.press('Escape')
  }
})

test('a visitor chooses among the machines that may have a number', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/search?query=915000')
  await waitForText(page, 'This may be the number of one of these machines')
  await expectAccessibleAtAnyWidth(page)
})

test('a visitor opens the menu of a phone', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  // On a page with plain text below the menu: a link half covered by it would count as too small.
  await page.goto('/terms-conditions')
  await page.locator('summary', { hasText: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Sign in' }).waitFor()
  await expectAccessibleInBothSchemes(page)
})

test('a visitor goes through the finder, from the make to the variant', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto('/find-replacement-filters#make')
  await waitForHydration(page)
  await expectAccessibleInBothSchemes(page)
  await page.getByLabel('Manufacturer').selectOption('JCB')
  await expect.poll(() => page.getByLabel('Model').isEnabled()).toBe(true)
  await page.getByLabel('Model').selectOption('3CX')
  await expect.poll(() => page.getByLabel('Variant').isEnabled()).toBe(true)
  await expectAccessibleInBothSchemes(page)
  await page.getByLabel('Variant').selectOption('3CX 2012-2018')
  await page.getByRole('heading', { name: /JCB 3CX 2012-2018/ }).waitFor()
  await expectAccessibleInBothSchemes(page)
})

test('a visitor may not look up a serial number, and finds nothing by a wrong description', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto('/find-replacement-filters#make?manufacturer=jcb&serial=2100000')
  await page.getByText("You don't have access to this feature yet").last().waitFor()
  await expectAccessibleInBothSchemes(page)
  await page.goto('about:blank')
  await page.goto('/find-replacement-filters#search?query=zzqqxy')
  await page.getByText('No Products found').last().waitFor()
  await page.getByText('Check the spelling, or leave off the last letters of a number.').waitFor()
  // Without results there is no fold of filters.
  await expect.poll(() => page.locator('summary', { hasText: 'Filters' }).count()).toBe(0)
  await expectAccessibleInBothSchemes(page)
})

test('a visitor with a phone never has the focus under the button that floats below the filters', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto('/find-replacement-filters#type')
  const first = page.getByRole('checkbox', { name: /^AdBlue filter/ })
  await first.check()
  await page.getByRole('button', { name: /^Show \d+ products?$/ }).waitFor()
  await first.focus()
  for (let step = 1; step <= 16; step++) {
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(describeFocusVisibility), { message: `step ${step}` }).toBe('seen')
  }
})

// 'seen', or the element that covers the middle of the focused one.
function describeFocusVisibility(): string {
  const focused = document.activeElement!
  const { left, top, width, height } = focused.getBoundingClientRect()
  const topElement = document.elementFromPoint(left + width / 2, top + height / 2)
  return topElement && (focused.contains(topElement) || topElement.contains(focused))
    ? 'seen'
    : `under ${topElement?.outerHTML}`
}

test('a visitor with a phone sees viewed parts with long names within its width', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto('/filterhouse/fh-edge-3')
  await waitForHydration(page)
  await page.goto('/filterhouse/fh-fuel-1')
  const recentlyViewed = page.getByRole('region', { name: 'Recently viewed' })
  await recentlyViewed.getByText('FH-EDGE-3').waitFor()
  await expectAccessibleInBothSchemes(page)
  // The part has no replacement and cannot be ordered: the page offers a call.
  const call = page.getByRole('main').getByRole('link', { name: /^Call 0113/ })
  expect(await call.getAttribute('href')).toMatch(/^tel:\+44\d+$/)
})

test('a buyer has a basket with a toast, a dialog and suggestions', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto('/search?query=FH-OIL-1')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Add FH-OIL-1 to basket' }).click()
  await page.getByText('Oil filter, spin-on was added to your basket.').last().waitFor()
  await expectAccessibleInBothSchemes(page)

  await addToBasket(page, { 'FH-AIR-1': 1 })
  await page.goto('/basket')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Delete Air filter, outer' }).click()
  await page.getByText('Air filter, outer removed.').waitFor()
  await expectAccessibleInBothSchemes(page)

  await page.getByRole('button', { name: 'Clear Basket' }).click()
  await page.getByRole('dialog', { name: 'Clear Basket' }).waitFor()
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Escape')

  await page.getByRole('combobox', { name: 'Part number or description' }).fill('oil filter')
  await options(page).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Escape')

  await page.getByText('Add Voucher').click()
  await page.getByLabel('Voucher code').fill('EXPIRED')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByLabel('Voucher code').getAttribute('aria-invalid')).toBe('true')
  await expectAccessibleInBothSchemes(page)
})

test('a guest leaves everything empty in the stages of the checkout', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto('/')
  await addToBasket(page, { 'FH-OIL-1': 2 })
  await page.goto('/checkout')
  await waitForHydration(page)
  await pressButton(page, 'Continue to delivery')
  await waitForText(page, 'The details you provided are invalid.')
  await expectAccessibleInBothSchemes(page)

  await page.getByLabel('Email', { exact: true }).fill('retail@example.com')
  await page.getByRole('dialog', { name: 'Existing account' }).waitFor()
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Escape')

  await page.getByLabel('Name', { exact: true }).fill('Ada Byron')
  await page.getByLabel('Email', { exact: true }).fill(`states-${Date.now()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('a long enough one')
  await page.getByLabel('Telephone').fill('0113 496 0999')
  await pressButton(page, 'Continue to delivery')
  await waitForStage(page, 'Delivery address')
  await pressButton(page, 'Continue to delivery date')
  await waitForText(page, 'The delivery address details you have provided are invalid.')
  await expectAccessibleInBothSchemes(page)

  await fillAddress(page, 'delivery', {})
  await pressButton(page, 'Continue to delivery date')
  await waitForStage(page, 'Delivery date and method')
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).waitFor()
  await pressButton(page, 'Continue to purchase options')
  await waitForText(page, 'Invalid delivery method chosen.')
  await expectAccessibleInBothSchemes(page)

  await page.getByRole('radio', { name: /^Collection/ }).check()
  await page.getByRole('dialog', { name: 'Collect your order?' }).waitFor()
  await expectAccessibleInBothSchemes(page)
})

test('a guest sees the card form in its frame, and that a card was declined', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto('/')
  await addToBasket(page, { 'FH-OIL-1': 1 })
  await fillCheckoutAsGuest(page, `states-card-${Date.now()}@example.org`)
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  await waitForText(page, 'You need to agree before completing your order')
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order: pay/ }).click()
  const form = page.frameLocator('iframe[title="Card payment"]')
  await form.getByLabel('Name on card').waitFor()
  await expectAccessibleInBothSchemes(page)
  await payInFrame(page, declinedCard)
  await waitForText(page, /was not accepted and nothing was charged/)
  await expectAccessibleInBothSchemes(page)
})

test('a buyer pastes numbers that stand for several parts', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto('/order-pad')
  await page
    .getByLabel('Your list, one part on each line')
    .fill('MAR10 2\nFH EDGE 9\nFHSEAL2 x4\nFH-AIR-1;9\nHello')
  await page.getByRole('button', { name: 'Read the list' }).click()
  await page.getByText('This number matches several parts: choose yours.').first().waitFor()
  await waitForHydration(page)
  await expectAccessibleInBothSchemes(page)
})

test('a visitor fails to sign in, and subscribes to the newsletter without an address and with one', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto('/login')
  await waitForHydration(page)
  await page.getByLabel('Email').first().fill('nobody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('not the right one')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await waitForText(page, /don’t match an account/)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('Please enter your email address').waitFor()
  await expectAccessibleInBothSchemes(page)
  await page.goto('/terms-conditions#newsletter-subscribed')
  const dialog = page.getByRole('dialog', { name: 'Subscribed' })
  await dialog.waitFor()
  await expectAccessibleInBothSchemes(page)
  // In the colours of the page, not in those of the dark footer: amber on amber would hide the focus.
  const colours = await dialog.getByRole('button', { name: 'OK' }).evaluate(button => {
    const { outlineColor, backgroundColor } = getComputedStyle(button)
    return [outlineColor, backgroundColor]
  })
  expect(colours[0]).not.toBe(colours[1])
})

test('a buyer opens all six saved addresses, and types a new one in Norway', async () => {
  const { page } = await openMemberBrowser(
    browser,
    shop.url,
    'retail@example.com',
    { 'FH-OIL-1': 2 },
    { width: 360 },
  )
  await page.goto('/checkout')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Show All Addresses' }).click()
  await expect.poll(() => page.getByRole('radio').count()).toBe(7)
  await page.getByRole('radio', { name: 'Add New Address' }).check()
  await page.locator('#delivery-country').selectOption('NO')
  await page.getByLabel('TAX/EORI code').waitFor()
  await expectAccessibleInBothSchemes(page)
})
