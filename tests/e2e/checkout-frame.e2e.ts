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
  expectAccessibleAtAnyWidth,
  openBrowserVisitor,
  waitForHydration,
} from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

const openCheckout = async (page: Page) => {
  await page.goto('/checkout')
  await waitForHydration(page)
}

async function fillContact(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron')
  await page.getByLabel('Email', { exact: true }).fill(`frame-${Date.now()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('a long enough one')
  await page.getByLabel('Telephone').fill('0113 496 0999')
  await pressButton(page, 'Continue to delivery')
  await waitForStage(page, 'Delivery address')
}

/** Codes of products that can be bought. */
async function listBuyableCodes(page: Page, count: number): Promise<string[]> {
  const headers = { 'x-requested-with': 'XMLHttpRequest' }
  const response = await page.request.get('/search?query=air+filter&buyable=1&size=50', { headers })
  const { products } = (await response.json()) as { products: { list: { code: string; stock: number }[] } }
  return products.list.flatMap(({ code, stock }) => (stock > 5 ? [code] : [])).slice(0, count)
}

test('the checkout has nothing around it but the shop, its telephone and the way back to the basket', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { 'FH-OIL-1': 2 })
  await openCheckout(page)
  const banner = page.getByRole('banner')
  const names = await banner.getByRole('link').allInnerTexts()
  expect(names.map(name => name.trim())).toEqual([
    'Filterhouse',
    expect.stringMatching(/0113 496 0000/),
    'Back to basket',
  ])
  expect(await page.getByRole('search').count()).toBe(0)
  expect(await page.getByRole('navigation').count()).toBe(0)
  await expectAccessibleAtAnyWidth(page)
  await banner.getByRole('link', { name: 'Back to basket' }).click()
  await page.waitForURL(/\/basket$/)
  await page.getByRole('search').first().waitFor()
})

test('the total stays in sight, twelve lines are folded, and the last stage lists them once', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'trade@example.com')
  const codes = await listBuyableCodes(page, 12)
  await addToBasket(page, Object.fromEntries(codes.map(code => [code, 1])))
  await openCheckout(page)
  const overview = page.getByRole('complementary', { name: 'Basket' })
  const total = overview.getByText(/inc VAT/).first()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const y of [0, 400, 100_000]) {
      await page.evaluate(top => scrollTo(0, top), y)
      await expect
        .poll(async () => {
          const visible = await overview.getByText(/inc VAT/).evaluateAll(elements =>
            elements.some(element => {
              const { top, bottom, height } = element.getBoundingClientRect()
              return height > 0 && top >= 0 && bottom <= innerHeight
            }),
          )
          return visible
        })
        .toBe(true)
    }
  }
  await total.waitFor({ state: 'attached' })
  expect(await overview.getByRole('listitem').filter({ visible: true }).count()).toBe(5)
  await overview.getByText('7 more lines').click()
  await expect.poll(() => overview.getByRole('listitem').filter({ visible: true }).count()).toBe(12)

  await pressButton(page, 'Continue to delivery date')
  await waitForStage(page, 'Delivery date and method')
  await page
    .getByRole('radio', { name: /working day/ })
    .first()
    .check()
  await pressButton(page, 'Continue to confirmation')
  await waitForStage(page, 'Confirmation')
  await page.getByText('7 more lines').click()
  for (const code of codes) expect(await page.getByText(code, { exact: true }).count(), code).toBe(1)
  await expectAccessibleAtAnyWidth(page)
})

test('a guest enters a tax code only for abroad, and ticks once that the bill goes to the same address', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await addToBasket(page, { 'FH-OIL-1': 4 })
  await openCheckout(page)
  expect(await page.getByLabel('TAX/EORI code').count()).toBe(0)
  await fillContact(page)
  const same = page.getByRole('checkbox', { name: 'Use as my billing address too' })
  expect(await same.isChecked()).toBe(true)
  await fillAddress(page, 'delivery', {})
  expect(await page.getByLabel('TAX/EORI code').count()).toBe(0)
  await page.locator('#delivery-country').selectOption('IE')
  await page.getByLabel('TAX/EORI code (optional)').waitFor()
  await page.locator('#delivery-country').selectOption('GB')

  await same.uncheck()
  await pressButton(page, 'Continue to delivery date')
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  await pressButton(page, 'Continue to billing')
  await waitForStage(page, 'Billing address')
  expect(await page.getByRole('checkbox', { name: 'Same as delivery address' }).count()).toBe(0)
  expect(await page.locator('#billing-firstname').inputValue()).toBe('Ada')
  expect(await page.locator('#billing-surname').inputValue()).toBe('Byron')
  expect(await page.locator('#billing-telephone').inputValue()).toBe('0113 496 0999')

  await page.getByRole('button', { name: 'Change delivery address' }).click()
  await same.check()
  await pressButton(page, 'Continue to purchase options')
  await waitForStage(page, 'Purchase options')
})

test('a new address starts with the name and telephone of who is signed in', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'retail@example.com', { 'FH-OIL-1': 2 })
  await openCheckout(page)
  await page.getByRole('radio', { name: 'Add New Address' }).check()
  expect(await page.getByLabel('First name').inputValue()).not.toBe('')
  expect(await page.getByLabel('Surname').inputValue()).not.toBe('')
  expect(await page.locator('#delivery-telephone').inputValue()).not.toBe('')
})

test('the cut-off on top is that of the delivery of this basket', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await addToBasket(page, { 'FH-OIL-1': 4 })
  await openCheckout(page)
  const cutOff = page.locator('.bg-bar').getByText(/^Order by 14:30/)
  await cutOff.waitFor()
  await fillContact(page)
  await fillAddress(page, 'delivery', { postcode: 'KW15 1JR', town: 'Kirkwall' })
  await pressButton(page, 'Continue to delivery date')
  const days = page.getByRole('radio', { name: /working days/ })
  await days.check()
  const label = await days.evaluate(radio => radio.closest('label')!.innerText)
  const [day] = /\w+day \d+ \w+/.exec(label)!
  await expect.poll(() => cutOff.innerText()).toContain(day)
  // Collected goods are not delivered.
  await page.getByRole('radio', { name: /^Collection/ }).check()
  await page.getByRole('button', { name: 'Yes, I will collect' }).click()
  await expect.poll(() => cutOff.count()).toBe(0)
})

test('a guest whose e-mail address has an account can sign in, or reset the password', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto('/')
  await addToBasket(page, { 'FH-OIL-1': 1 })
  await openCheckout(page)
  await page.getByLabel('Email', { exact: true }).fill('trade@example.com')
  const dialog = page.getByRole('dialog', { name: 'Existing account' })
  await dialog.waitFor()
  await expectAccessibleAtAnyWidth(page)
  await dialog.getByRole('link', { name: 'Reset password' }).click()
  await page.waitForURL(/\/password\/forgot$/)
})

test('a guest reads again that the email address has an account when it comes back after another one', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await addToBasket(page, { 'FH-OIL-1': 1 })
  await openCheckout(page)
  const email = page.getByLabel('Email', { exact: true })
  const dialog = page.getByRole('dialog', { name: 'Existing account' })
  const message = page.getByText('Email address already exists.')
  const dismiss = () => dialog.getByRole('button', { name: 'Use another email' }).click()
  await email.fill('trade@example.com')
  await dialog.waitFor()
  await dismiss()
  await message.first().waitFor()
  for (const other of ['nobody-here@example.org', 'trade@example']) {
    await email.fill(other)
    await expect.poll(() => message.count()).toBe(0)
    await email.fill('Trade@example.com')
    await dialog.waitFor()
    await dismiss()
    await message.first().waitFor()
  }
  // A sign that changes nothing brings the message back without the alert.
  await email.press('End')
  await email.pressSequentially(' ')
  await message.first().waitFor()
  expect(await dialog.count()).toBe(0)
})
