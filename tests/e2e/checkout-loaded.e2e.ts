import { expect, test } from 'vitest'
import { openMemberBrowser, pressButton, waitForStage } from '../support/browser-checkout.ts'
import { expectAccessible, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

interface DemoOrderUrls {
  quote_id: number
  approval_id: number
}
const fetchDemo = async () => (await (await fetch(`${shop.url}/_sandbox/demo.json`)).json()) as DemoOrderUrls

test('an apprentice sends an order for approval: nothing to pay, no terms to accept, no method to choose', async () => {
  const { page, consoleErrors } = await openMemberBrowser(browser, shop.url, 'apprentice@example.com', {
    'FH-OIL-1': 2,
  })
  await page.goto('/checkout')
  await waitForHydration(page)
  await pressButton(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await pressButton(page, 'Continue to purchase options')
  await waitForStage(page, 'Purchase options')
  await page.getByText(/Your orders need approval/).waitFor()
  expect(await page.getByRole('radio').count()).toBe(0)
  await page.getByLabel('PO number').fill('PO-900')
  await expectAccessible(page)
  await pressButton(page, 'Continue to confirmation')
  await expectAccessible(page)
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await page.getByRole('button', { name: 'Place Order: send for approval' }).click()
  await page.waitForURL(/\/confirmation$/)
  await page.getByRole('heading', { name: 'Your order was sent for approval' }).waitFor()
  await shop.waitForEmail('head@example.com')
  expect(consoleErrors).toEqual([])
})

test('a buyer who opens a quote sees address, day and billing being filled in, and orders at the quoted prices', async () => {
  const { page, consoleErrors } = await openMemberBrowser(browser, shop.url, 'trade@example.com', {
    'FH-SEAL-1': 3,
  })
  const { quote_id } = await fetchDemo()
  await page.goto(`/checkout?quote_id=${quote_id}`)
  await page.getByRole('heading', { level: 1, name: /^Quote FH[2-9A-Z]{8}$/ }).waitFor()
  await page.getByText(/^Filling in from quote FH/).waitFor()
  await expectAccessible(page)
  await waitForStage(page, 'Purchase options')
  await expect.poll(() => page.getByText(/^Filling in/).count()).toBe(0)
  expect(await page.getByText('Delivery as quoted').count()).toBeGreaterThan(0)
  expect(await page.getByLabel('PO number').inputValue()).toBe('PO-7802')
  expect(await page.getByLabel('Delivery instructions').inputValue()).toBe('Ring the bell at gate 2')
  // The items of a quote cannot be changed.
  expect(await page.getByRole('link', { name: 'Change basket' }).count()).toBe(0)
  await page.getByRole('radio', { name: 'Pay on account' }).check()
  await pressButton(page, 'Continue to confirmation')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await expectAccessible(page)
  // (20 × £11.25 + 2 × £3.60 + £12.00) and 20 % VAT.
  await expect.poll(() => page.getByRole('main').innerText()).toContain('£293.04')
  // A reload loses nothing, and fills in nothing again.
  await page.reload()
  await waitForHydration(page)
  await waitForStage(page, 'Confirmation')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.waitForURL(/\/confirmation$/)
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
  // The quote leaves the buyer's basket alone.
  await page.goto('/basket')
  await expect.poll(() => page.getByRole('main').innerText()).toContain('FH-SEAL-1')
  expect(consoleErrors).toEqual([])
})

test('a head buyer opens the order of an apprentice, has it filled in at once, and places it', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'head@example.com', {}, { width: 360 })
  const { approval_id } = await fetchDemo()
  await page.goto(`/checkout?approval_id=${approval_id}`)
  await page
    .getByRole('heading', { level: 1, name: /^Order FH[2-9A-Z]{8} sent by Adam Prentice for approval$/ })
    .waitFor()
  await page.getByRole('link', { name: 'orders waiting for approval' }).waitFor()
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Fill in everything now' }).click()
  await waitForStage(page, 'Purchase options')
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Pay on account' }).check()
  await pressButton(page, 'Continue to confirmation')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.waitForURL(/\/confirmation$/)
  await page.getByRole('heading', { name: 'Thank you, your order is placed' }).waitFor()
})

test('a head buyer who types while an order is being filled in keeps the typed text and the stage', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'head@example.com')
  const { approval_id } = await fetchDemo()
  await page.goto(`/checkout?approval_id=${approval_id}`)
  await waitForHydration(page)
  // The address of the request is chosen, and is not typed again.
  await page.getByRole('radio', { name: /The address of the request/, checked: true }).waitFor()
  expect(await page.locator('#delivery-town').count()).toBe(0)
  await page.getByRole('button', { name: 'Change this address' }).click()
  await page.locator('#delivery-town').fill('Bradford')
  await expect.poll(() => page.getByText(/^Filling in/).count()).toBe(0)
  await new Promise(resolve => setTimeout(resolve, 2_500))
  await waitForStage(page, 'Delivery address')
  expect(await page.locator('#delivery-town').inputValue()).toBe('Bradford')
  await pressButton(page, 'Continue to delivery date')
  await waitForStage(page, 'Delivery date and method')
})

test('a buyer who opens somebody else’s quote gets a 404, and the login without a session', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'retail@example.com')
  const { quote_id } = await fetchDemo()
  expect((await page.goto(`/checkout?quote_id=${quote_id}`))?.status()).toBe(404)
  await page.context().clearCookies()
  await page.goto(`/checkout?quote_id=${quote_id}`)
  expect(page.url()).toContain('/login?redirectTo=')
})
