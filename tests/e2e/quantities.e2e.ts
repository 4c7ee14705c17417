import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { addToBasket } from '../support/browser-checkout.ts'
import { expectAccessible, openBrowserVisitor, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'

setUpBrowser()

const part = 'FH-SEAL-1'
const field = (page: Page) => page.getByRole('textbox', { name: `Quantity of ${part}` })
const rowTotal = (page: Page) => page.getByRole('row', { name: new RegExp(part) })

/** A visitor on the basket page with 30 of a part, and the quantities that the page sends. */
async function openBasket() {
  const visitor = await openBrowserVisitor(browser, shop.url)
  const { page } = visitor
  await page.goto('/terms-conditions')
  await addToBasket(page, { [part]: 30 })
  await page.goto('/basket')
  await waitForHydration(page)
  const sent: number[] = []
  page.on('request', request => {
    const { updated_items: items } = (request.postDataJSON() ?? {}) as { updated_items?: { qty: number }[] }
    for (const { qty } of items || []) sent.push(qty)
  })
  return { ...visitor, sent }
}

async function getQuantityInBasket(page: Page): Promise<number | null> {
  const headers = { 'x-requested-with': 'XMLHttpRequest' }
  const { items } = (await (await page.request.get('/basket', { headers })).json()) as {
    items: { qty: number }[]
  }
  return items[0]?.qty ?? null
}

async function type(page: Page, text: string): Promise<void> {
  await field(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

test('a buyer who types 1,000 over 30 gets a thousand, and no beginning of it is sent', async () => {
  const { page, sent, consoleErrors } = await openBasket()
  await type(page, '1,000')
  await page.keyboard.press('Enter')
  await expect.poll(() => getQuantityInBasket(page)).toBe(1000)
  await expect.poll(() => field(page).inputValue()).toBe('1000')
  expect(sent).toEqual([1000])
  expect(consoleErrors).toEqual([])
})

test.each(['2.5', '1.000', '10000', '-2', '1e3', 'five', ''])(
  'a buyer who types or pastes “%s” over 30 gets a question, and does not reach the checkout with 30',
  async text => {
    const { page, sent } = await openBasket()
    await type(page, text)
    if (text === '') await page.keyboard.press('Delete')
    await page.keyboard.press('Tab')
    await page.getByText('Enter a quantity from 0 to 9,999. Your basket still has 30.').waitFor()
    expect(await field(page).inputValue()).toBe(text)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Checkout', exact: true }).click()
    await expect.poll(() => field(page).evaluate(input => input === document.activeElement)).toBe(true)
    expect(page.url()).toBe(`${shop.url}/basket`)
    expect([sent, await getQuantityInBasket(page)]).toEqual([[], 30])
    await page.keyboard.type('31')
    await page.getByRole('link', { name: 'Checkout', exact: true }).click()
    await page.waitForURL(/\/checkout$/)
    expect(await getQuantityInBasket(page)).toBe(31)
  },
)

test('a buyer whose pause has sent the beginning of a number keeps what was typed meanwhile', async () => {
  const { page, sent } = await openBasket()
  const held: Route[] = []
  await page.route('**/basket', route => (held.length === 0 ? void held.push(route) : route.continue()))
  await type(page, '1')
  await expect.poll(() => held.length).toBe(1)
  await page.keyboard.type(',000')
  await held[0]!.continue()
  await page.keyboard.press('Tab')
  await expect.poll(() => getQuantityInBasket(page)).toBe(1000)
  await expect.poll(() => field(page).inputValue()).toBe('1000')
  expect(sent).toEqual([1, 1000])
})

test('a buyer whose connection is lost reads that the quantity is not saved, and sends it again', async () => {
  const { page, context } = await openBasket()
  await context.setOffline(true)
  await type(page, '40')
  await page.keyboard.press('Tab')
  await page.getByText('Not saved. Your basket still has 30.').waitFor()
  expect(await field(page).inputValue()).toBe('40')
  await expectAccessible(page)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => getQuantityInBasket(page)).toBe(40)
  await expect.poll(() => page.getByText('Not saved.').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
})

test('a buyer who changes a row that another window has removed reads that its quantity is not saved', async () => {
  const { page } = await openBasket()
  await page.request.delete('/basket', { headers: { 'x-requested-with': 'XMLHttpRequest' } })
  await type(page, '40')
  await page.keyboard.press('Tab')
  await page.getByText(/is no longer in your basket, so the quantity 40 was not saved/).waitFor()
  await page.getByText('Your basket is empty').waitFor()
})

test('a buyer who steps a row down to nothing removes it, and can undo that', async () => {
  const { page } = await openBasket()
  await type(page, '1')
  await page.keyboard.press('Tab')
  await expect.poll(() => getQuantityInBasket(page)).toBe(1)
  await page.getByRole('button', { name: `One less: Quantity of ${part}` }).click()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await rowTotal(page).waitFor()
  expect(await getQuantityInBasket(page)).toBe(1)
})

test('a buyer who types too much on the product page, in a list of results or on the pad reads the limit, and nothing is cut', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  const message = page.getByText('Enter a quantity from 1 to 9,999.')
  for (const url of ['/filterhouse/fh-seal-1', '/search?query=FH-SEAL-1']) {
    await page.goto(url)
    await waitForHydration(page)
    await type(page, '10000')
    expect(await field(page).first().inputValue()).toBe('10000')
    await page.keyboard.press('Enter')
    await message.first().waitFor()
    await expectAccessible(page)
    expect(await getQuantityInBasket(page)).toBeNull()
  }
  await page.goto('/order-pad')
  await page.getByLabel('Your list, one part on each line').fill('FH-SEAL-1 2')
  await page.getByRole('button', { name: 'Read the list' }).click()
  await waitForHydration(page)
  await page.getByLabel('Quantity of line 1', { exact: true }).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('10000')
  await message.first().waitFor()
  expect(await page.getByLabel('Quantity of line 1', { exact: true }).inputValue()).toBe('10000')
})

test('a buyer on the basket page who adds 2.5 of a part gets a question, and one more than 1,000 is 1,001', async () => {
  const { page } = await openBasket()
  const quickAdd = page.getByRole('region', { name: 'Add Products' })
  await quickAdd.getByLabel('Part number or description').fill('FH-OIL')
  await page.getByRole('option', { name: /FH-OIL-1/ }).click()
  const quantity = quickAdd.getByRole('textbox', { name: 'Quantity', exact: true })
  const more = quickAdd.getByRole('button', { name: 'One more: Quantity' })
  await quantity.fill('2.5')
  expect(await more.isDisabled()).toBe(true)
  await quickAdd.getByRole('button', { name: 'Add', exact: true }).click()
  await quickAdd.getByText('Enter a quantity from 1 to 9,999.').waitFor()
  expect(await quantity.inputValue()).toBe('2.5')
  await quantity.fill('1,000')
  await more.click()
  expect(await quantity.inputValue()).toBe('1001')
})

test('a buyer whose part is not added reads why in the mini basket, wherever the page is scrolled, until it is closed', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/filterhouse/fh-oil-1')
  await waitForHydration(page)
  const quantity = page.getByRole('textbox', { name: 'Quantity of FH-OIL-1' }).first()
  const add = page.getByRole('main').getByRole('button', { name: 'Add to basket' }).first()
  await quantity.fill('10000')
  await add.click()
  const refusal = page.getByRole('banner').getByRole('alert').getByText('Enter a quantity from 1 to 9,999.')
  await refusal.waitFor()
  await expectAccessible(page)
  await quantity.fill('1')
  await add.click()
  await page.getByText('was added to your basket').first().waitFor()
  await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }))
  await expect.poll(() => refusal.evaluate(text => text.getBoundingClientRect().top)).toBeLessThan(60)
  expect(await refusal.evaluate(text => text.getBoundingClientRect().top)).toBeGreaterThan(0)
  await page.getByRole('banner').getByRole('button', { name: 'Dismiss message' }).click()
  await expect.poll(() => refusal.count()).toBe(0)
})

test('a visitor who pastes more than is searched reads that the rest was left out', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/terms-conditions')
  const search = page.getByRole('banner').getByRole('textbox', { name: /^Search by part number/ })
  await search.or(page.getByRole('banner').getByRole('combobox')).first().focus()
  await page.keyboard.insertText(`FH-OIL-1 ${'filter '.repeat(20)}`)
  await page.keyboard.press('Enter')
  await page.getByText('That is long: we searched for the first 100 characters only.').waitFor()
  await expectAccessible(page)
})
