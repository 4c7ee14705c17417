import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMemberBrowser } from '../support/browser-checkout.ts'
import { expectAccessible, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

const codes = ['FH-OIL-1', 'FH-AIR-1', 'FH-SEAL-1', 'FH-EDGE-3', 'FH-HYD-1']
const fiveLines = ['P551712 x 2', 'fh air 1', 'FH-SEAL-1 x 10', 'fh edge 3, 3', '32/925346 4']
const getFocus = (page: Page) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent || '')

/** Presses Tab until the field or button has the focus; returns how often. */
async function tabOnTo(page: Page, target: string): Promise<number> {
  for (let presses = 0; presses < 20; presses++) {
    if ((await getFocus(page)) === target) return presses
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} has no focus after 20 presses; ${await getFocus(page)} has it`)
}

test('R-ENTRY-11: a caller’s five lines are an order on account after 12 presses at most, without a mouse', async () => {
  const { page, consoleErrors } = await openMemberBrowser(browser, shop.url, 'staff@example.com')
  let presses = 0
  const press = async (key: string) => {
    await page.keyboard.press(key)
    presses++
  }
  const begun = performance.now()
  await page.goto('/admin/orders/new')
  await waitForHydration(page)
  expect(await getFocus(page)).toBe('find')
  await page.keyboard.type('tom rade')
  await press('Enter')
  await page.getByRole('link', { name: /Tom Rade/ }).waitFor()
  await waitForHydration(page)
  await press('Enter')
  await page.getByLabel('Part numbers and quantities').waitFor()
  await waitForHydration(page)
  expect(await getFocus(page)).toBe('lines')
  for (const line of fiveLines) {
    await page.keyboard.type(line)
    if (line !== fiveLines.at(-1)) await page.keyboard.press('Enter')
  }
  await press('Tab')
  await press('Enter')
  await page.getByRole('list', { name: 'Parts of this order' }).waitFor()
  await waitForHydration(page)
  expect(await page.getByRole('list', { name: 'Parts of this order' }).getByRole('listitem').count()).toBe(5)
  expect(await getFocus(page)).toBe('purchase_order')
  await page.keyboard.type('PO 4711')
  presses += await tabOnTo(page, 'Place the order')
  await press('Enter')
  await page.waitForURL(/\/admin\/orders\/FH/)
  const seconds = (performance.now() - begun) / 1000
  await page
    .getByText(/^Order FH\w+ is placed/)
    .first()
    .waitFor()
  console.info(
    `A phone order of five lines: ${presses} presses beside typing, ${seconds.toFixed(1)} s of the shop`,
  )
  expect(presses).toBeLessThanOrEqual(12)
  const order = await page.getByRole('main').innerText()
  for (const text of ['PO 4711', 'On account', 'Stella Affleck', ...codes]) expect(order).toContain(text)
  expect(consoleErrors).toEqual([])
})

test('R-ENTRY-2: what was typed for a caller survives a reload', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'staff@example.com')
  await page.goto('/admin/orders/new?find=rade')
  await page.getByRole('link', { name: /Tom Rade/ }).click()
  await waitForHydration(page)
  await page.getByLabel('PO number').fill('PO 99')
  const stored = page.waitForResponse(response => response.request().method() === 'POST')
  await page.getByLabel('Part numbers and quantities').pressSequentially('fh oil 1 x 3')
  await stored
  await page.reload()
  expect(await page.getByLabel('PO number').inputValue()).toBe('PO 99')
  expect(await page.getByRole('main').innerText()).toContain('FH-OIL-1')
})

/** With `SHOTS` a folder, pictures at all widths; the button that places is in sight everywhere. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => scrollTo(0, 0))
    const box = await page.getByRole('button', { name: /^(Place the order|Make the quote)$/ }).boundingBox()
    expect(box!.y + box!.height, `${name} at ${width}`).toBeLessThanOrEqual(900)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expectAccessible(page)
    if (!process.env.SHOTS) continue
    mkdirSync(process.env.SHOTS, { recursive: true })
    for (const fullPage of [true, false])
      await page.screenshot({
        path: `${process.env.SHOTS}/${name}-${width}${fullPage ? '-whole' : ''}.png`,
        fullPage,
      })
  }
}

test('R-ENTRY-8, R-ENTRY-4: a counter sale, whose way to pay and delivery are not preset, to somebody new', async () => {
  const { page, consoleErrors } = await openMemberBrowser(browser, shop.url, 'staff@example.com')
  await page.goto('/admin/orders/new?customer=new')
  await waitForHydration(page)
  await inspect(page, 'new')
  await page.getByLabel('First name').fill('Walt')
  await page.getByLabel(/^Email/).fill('walt@inn.example')
  await page.getByLabel('Part numbers and quantities').fill(fiveLines.join('\n'))
  await page.getByRole('button', { name: 'Prices and stock' }).click()
  await page.getByText('Enter the postcode, or choose collection.').waitFor()
  await waitForHydration(page)
  await page.getByRole('radio', { name: 'Paid now' }).check()
  expect(await page.getByRole('radio', { name: 'Cash' }).isChecked()).toBe(false)
  await page.getByLabel('Till').waitFor()
  await page.getByRole('radio', { name: 'Bank transfer' }).check()
  await page.getByLabel('Till').waitFor({ state: 'detached' })
  await page.getByLabel('They take the goods now').check()
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.getByRole('link', { name: 'Enter the postcode, or choose collection.' }).waitFor()
  await inspect(page, 'errors')
  // Another customer gets what was typed.
  await page.getByRole('button', { name: 'Choose another' }).click()
  await page.getByRole('searchbox', { name: 'Find a customer' }).fill('rade')
  await page.keyboard.press('Enter')
  await page
    .getByRole('list', { name: 'Customers' })
    .getByRole('link', { name: /Tom Rade/ })
    .click()
  await page.getByRole('list', { name: 'Parts of this order' }).waitFor()
  await waitForHydration(page)
  expect(await page.getByRole('list', { name: 'Parts of this order' }).getByRole('listitem').count()).toBe(5)
  await page.getByRole('radio', { name: 'On account' }).check()
  await inspect(page, 'five')
  const rows = page.getByRole('list', { name: 'Parts of this order' }).getByRole('listitem')
  // The fourth has a title of four lines.
  for (const row of [1, 2, 4]) expect((await rows.nth(row).boundingBox())!.height).toBeLessThan(90)
  // The answer to a form with errors is reported, too.
  expect(consoleErrors.filter(text => !text.includes('status of 422'))).toEqual([])
})

test('R-ENTRY-8: without JavaScript how they paid is on the page, and nothing is booked before it is said', async () => {
  const options = { javaScriptEnabled: false }
  const { page } = await openMemberBrowser(browser, shop.url, 'staff@example.com', {}, options)
  await page.goto('/admin/orders/new?find=rade')
  await page
    .getByRole('list', { name: 'Customers' })
    .getByRole('link', { name: /Tom Rade/ })
    .click()
  await page.getByLabel('Part numbers and quantities').fill('fh oil 1 x 3')
  await page.getByRole('button', { name: 'Prices and stock' }).click()
  await page.getByRole('radio', { name: 'Paid now' }).check()
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.getByRole('link', { name: 'Say how they paid.' }).waitFor()
  await page.getByRole('radio', { name: 'Cash' }).check()
  await page.getByLabel('Till').fill('2')
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.getByText('Cash, till 2').waitFor()
  expect(await page.getByRole('main').innerText()).toContain('Paid in cash')
})
