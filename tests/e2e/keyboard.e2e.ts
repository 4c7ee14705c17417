import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { buyerWith, goodCard, wakened } from '../support/buyer.ts'
import { open } from '../support/checkout.ts'
import { launchChromium } from '../support/chromium.ts'

let shop: BuiltShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchChromium()])
})

afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const mostSteps = 60

const hasFocus = (target: Locator) =>
  target.evaluate(element => element === element.ownerDocument.activeElement)

/** Tab after Tab, until it has the focus; what has the focus can be seen. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let step = 0; step < mostSteps; step++) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${mostSteps} times ${key} do not lead to ${target}`)
}

async function fill(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

async function press(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

/** One of the choices of a group of radios: Tab leads into the group, the arrows within. */
async function choose(page: Page, group: Locator, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  for (let step = 0; step < mostSteps && (await group.and(page.locator(':focus')).count()) === 0; step++) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Space')
  for (let step = 0; step < mostSteps && !(await wanted.isChecked()); step++) {
    await page.keyboard.press('ArrowDown')
  }
  expect(await wanted.isChecked()).toBe(true)
}

const pointedAt = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant')
    return (id && document.getElementById(id)?.textContent) || ''
  })

test('a buyer who uses no mouse finds a part by its number, orders it as a guest and pays by card', async () => {
  const { page, complaints } = await buyerWith(browser, shop.url)
  await page.goto('/')
  await wakened(page)

  // The search of every page, and what it suggests.
  const search = page.getByLabel('Search by part number, cross-reference, machine or size')
  await tabTo(page, search)
  await expect.poll(() => search.getAttribute('role')).toBe('combobox')
  await page.keyboard.type('fh-oil-1')
  await page.getByRole('listbox', { name: 'Suggestions' }).waitFor()
  await expect
    .poll(async () => {
      if (!/FH-OIL-1\b/.test(await pointedAt(page))) await page.keyboard.press('ArrowDown')
      return pointedAt(page)
    })
    .toMatch(/FH-OIL-1\b/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/fh-oil-1$/)
  await wakened(page)

  // The skip link leads past the header, into the content.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await fill(page, page.getByRole('textbox', { name: 'Quantity of FH-OIL-1', exact: true }), '2')
  await press(page, page.getByRole('button', { name: 'Add to basket', exact: true }))
  const mini = page.getByRole('banner').getByRole('link', { name: /Basket, 2 items/ })
  await press(page, mini, 'Shift+Tab')
  await page.waitForURL(/\/basket$/)
  await wakened(page)
  await press(page, page.getByRole('main').getByRole('link', { name: 'Checkout' }))
  await page.waitForURL(/\/checkout$/)
  await wakened(page)

  await fill(page, page.getByLabel('Name', { exact: true }), 'Ada Byron')
  await fill(page, page.getByLabel('Email', { exact: true }), `keys-${Date.now()}@example.org`)
  await fill(page, page.getByLabel('Password', { exact: true }), 'a long enough one')
  await fill(page, page.getByLabel('Telephone'), '0113 496 0999')
  await page.keyboard.press('Enter')

  await open(page, 'Delivery address')
  await fill(page, page.getByLabel('Address line 1'), '1 High Street')
  await fill(page, page.getByLabel('Town'), 'Leeds')
  await fill(page, page.getByLabel('Postcode'), 'LS1 4DY')
  await page.keyboard.press('Enter')

  await open(page, 'Delivery date and method')
  await choose(
    page,
    page.getByRole('radio'),
    page.getByRole('radio', { name: /Next working day, before 17:30/ }),
  )
  await press(page, page.getByRole('button', { name: 'Continue to billing', exact: true }))
  await open(page, 'Billing address')
  await press(page, page.getByRole('button', { name: 'Continue to purchase options', exact: true }))
  await open(page, 'Purchase options')
  await choose(page, page.getByRole('radio'), page.getByRole('radio', { name: 'Pay by card' }))
  await press(page, page.getByRole('button', { name: 'Continue to confirmation', exact: true }))
  await open(page, 'Confirmation')

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
  expect(complaints).toEqual([])
})
