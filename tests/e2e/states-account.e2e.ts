import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import type { ProductList } from '../../src/features/product-lists/schemas.ts'
import { type Completed, guestSend, memberSend, type Saved } from '../api/buying.ts'
import { sendList } from '../api/listing.ts'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { buyerWith, expectAccessible, wakened } from '../support/buyer.ts'
import { launchChromium } from '../support/chromium.ts'
import { openBrowser, payByCard, type Visitor } from '../support/client.ts'

// The states of the account and the back office that a first look does not show: mistakes, open lists, questions.

let shop: BuiltShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchChromium()])
})

afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const marker = { 'x-requested-with': 'XMLHttpRequest' }
const lists = '/account/productlists'

async function signedIn(email: string, path: string): Promise<Page> {
  const { page, context } = await buyerWith(browser, shop.url)
  const data = { email, password: demoPassword }
  expect((await context.request.post('/login', { headers: marker, data })).ok()).toBe(true)
  await page.goto(path)
  await wakened(page)
  return page
}

/** In both modes, on a desk and on a phone; the state must outlast the change. */
async function expectAccessibleEverywhere(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
    }
  }
}

const problem = (page: Page, words: string | RegExp) =>
  page.getByRole('main').getByRole('alert').getByText(words).waitFor()

async function chooseJcb(page: Page): Promise<void> {
  for (const [label, option] of [
    ['Manufacturer', 'JCB'],
    ['Model', '3CX'],
    ['Variant', '3CX 2012-2018'],
  ] as const) {
    const list = page.getByLabel(label, { exact: true })
    await list.locator('option', { hasText: option }).first().waitFor({ state: 'attached' })
    await list.selectOption({ label: option })
  }
}

/** A list of the JCB's four filters, saved; the page stands on it. */
async function makeList(page: Page, name: string): Promise<void> {
  await page.goto(`${lists}/new`)
  await wakened(page)
  await chooseJcb(page)
  await page.getByLabel('Name of the list').fill(name)
  await page.getByRole('button', { name: 'Add the 4 filters of this machine' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await wakened(page)
}

async function put(visitor: Visitor, code: string, quantity: number): Promise<void> {
  const { body } = await visitor.get<{ products: { list: { id: number; code: string }[] } }>(
    `/search?query=${code}`,
  )
  const product = body.products.list.find(found => found.code === code)!.id
  const added = await visitor.post<{ success: boolean }>('/basket/add/single', { product, quantity })
  expect(added.body.success).toBe(true)
}

async function askForQuote(): Promise<string> {
  const trade = openBrowser(shop.url, '127.0.0.1')
  await trade.post('/login', { email: 'trade@example.com', password: demoPassword })
  await put(trade, 'FH-OIL-1', 20)
  const send = memberSend('quote', { delivery_method: 'quote' })
  const { body } = await trade.post<Saved>('/checkout/save', send)
  const done = await trade.post<Completed>('/checkout/complete')
  expect([body.error, done.body.error]).toEqual([false, false])
  return body.reference!
}

async function payForSeals(): Promise<string> {
  const guest = openBrowser(shop.url, '127.0.0.1')
  await put(guest, 'FH-SEAL-1', 3)
  const { body } = await guest.post<Saved>('/checkout/save', guestSend())
  expect(body.error).toBe(false)
  await payByCard(body.next_url!)
  return body.reference!
}

test('somebody who forgets to name a list, or writes no quantity, reads it beside the field', async () => {
  const page = await signedIn('retail@example.com', `${lists}/new`)
  await chooseJcb(page)
  await page.getByRole('button', { name: 'Add the 4 filters of this machine' }).click()
  await page.getByRole('textbox', { name: 'Quantity of FH-OIL-1' }).fill('0')
  await page.getByRole('button', { name: 'Add product' }).click()
  await page.getByText('Choose a product from the suggestions.').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await problem(page, 'Give the list a name.')
  await problem(page, 'Enter a quantity from 1 to 9,999.')
  expect(await page.title()).toMatch(/^Error: /)
  await expectAccessibleEverywhere(page)
})

test('the suggestions of a list’s product field are open and one is marked', async () => {
  const page = await signedIn('retail@example.com', `${lists}/new`)
  const field = page.getByRole('main').getByLabel('Part number or description')
  await field.fill('fh oil')
  await page.getByRole('option', { name: /FH-OIL-1/ }).waitFor()
  await field.press('ArrowDown')
  await page.getByRole('listbox').getByRole('option', { selected: true }).waitFor()
  await expectAccessibleEverywhere(page)
  expect(await field.getAttribute('aria-expanded')).toBe('true')
})

test('a list is asked about before it goes, and ordered for a number of machines that is none it says so', async () => {
  const page = await signedIn('stopped@example.com', lists)
  await makeList(page, 'Loader')
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm Deletion' })
  await question.getByText('Are you sure you want to delete this list?').waitFor()
  await expectAccessibleEverywhere(page)
  await question.getByRole('button', { name: 'Keep it' }).click()
  await question.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Order this list' }).click()
  await page.waitForURL(/\/order$/)
  await wakened(page)
  const machines = page.getByLabel('For how many machines', { exact: true })
  await machines.fill('0')
  await page.getByRole('button', { name: 'Add whole list to basket' }).click()
  await problem(page, 'Enter a number of machines from 1 to 999.')
  expect(await machines.evaluate(field => field === document.activeElement)).toBe(true)
  await expectAccessibleEverywhere(page)
  await machines.fill('2')
  await expect.poll(() => page.getByText('Enter a number of machines').count()).toBe(0)
})

test('a long list is printed with all its pictures, also those nobody has scrolled to', async () => {
  const page = await signedIn('stopped@example.com', lists)
  await makeList(page, 'Short')
  const visitor = openBrowser(shop.url, '127.0.0.1')
  await visitor.post('/login', { email: 'stopped@example.com', password: demoPassword })
  const [short] = (await visitor.get<ProductList[]>(lists)).body
  const { body } = await visitor.get<{ products: { list: { id: number }[] } }>('/search?query=filter&size=60')
  const { body: long } = await sendList(visitor, 'POST', lists, {
    name: 'Long',
    manufacturer_id: short!.manufacturer!.id,
    machine_model_id: short!.machine_model!.id,
    model_variant_id: short!.model_variant!.id,
    products: body.products.list.map(({ id }) => ({ product_id: id, quantity: 1 })),
  })
  // The printer is a note of how many pictures were still on their way.
  await page.addInitScript(() => {
    window.print = () => {
      const missing = [...document.images].filter(({ complete }) => !complete)
      document.documentElement.dataset.missing = String(missing.length)
    }
  })
  await page.setViewportSize({ width: 360, height: 500 })
  await page.goto(`${lists}/${long.product_list.id}/order`)
  await wakened(page)
  const missing = () => page.evaluate(() => [...document.images].filter(({ complete }) => !complete).length)
  expect(await missing()).toBeGreaterThan(0)
  const print = page.getByRole('button', { name: 'Print this list' })
  // Without scrolling to it, which would fetch them.
  await print.evaluate(button => (button as HTMLElement).click())
  await expect.poll(() => page.locator('html').getAttribute('data-missing')).toBe('0')
})

test('a wallpaper that is being put together, and one of nothing', async () => {
  const page = await signedIn('trade@example.com', lists)
  await makeList(page, 'Yard digger')
  await page.goto(lists)
  await wakened(page)
  await page.getByRole('button', { name: 'Create PDF Wallpaper' }).click()
  await page.getByRole('button', { name: 'Save PDF Wallpaper' }).click()
  await page.getByRole('main').getByText('Choose at least one list.').waitFor()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: '+ Wallpaper Yard digger' }).click()
  await page.getByText('1 of 5 chosen').waitFor()
  await expectAccessibleEverywhere(page)
})

test('an address and the details with what is wrong in them', async () => {
  const page = await signedIn('retail@example.com', '/account/addresses/new')
  await page.getByLabel('Postcode').fill('nowhere')
  await page.getByRole('button', { name: 'Save address' }).click()
  await problem(page, 'Address line 1 is invalid.')
  await problem(page, 'Postcode is invalid')
  await expectAccessibleEverywhere(page)

  await page.goto('/account/details')
  await wakened(page)
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByLabel('Telephone').fill('12')
  await page.getByRole('button', { name: 'Save details' }).click()
  await problem(page, 'Name is required.')
  await expectAccessibleEverywhere(page)
})

test('a head buyer with a switch turned and not saved, and with a rejection that lacks its reason', async () => {
  const page = await signedIn('head@example.com', '/account/approvals')
  await page.getByRole('switch', { name: /Tom Rade/ }).check()
  await page.getByText('Not saved yet').waitFor()
  await expectAccessibleEverywhere(page)

  await page
    .getByRole('button', { name: /^Reject… order/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^Reject order/ })
  await dialog.waitFor()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Reject order' }).click()
  await dialog.getByText('Please give a reason, so that the sender knows what to do.').waitFor()
  await expectAccessibleEverywhere(page)
})

test('staff who price a quote in words, or take one back without a reason', async () => {
  const page = await signedIn('staff@example.com', `/admin/quotes/${await askForQuote()}`)
  const price = page.getByLabel('Offer each for FH-OIL-1, £ ex VAT')
  // A tablet leaves the column least room: an amount must still be read whole.
  await page.setViewportSize({ width: 768, height: 900 })
  await price.fill('1249.95')
  expect(await price.evaluate(field => field.scrollWidth - field.clientWidth)).toBe(0)
  await price.fill('ten pounds')
  await page.getByLabel('Carriage, £ ex VAT').fill('much')
  await page.getByRole('button', { name: 'Send quote' }).click()
  await problem(page, /carriage in pounds/)
  await expectAccessibleEverywhere(page)
  await wakened(page)
  await page.getByText('Withdraw this quote…').click()
  await page.getByRole('button', { name: /^Withdraw/ }).click()
  await problem(page, /reason|Say why/)
  await expectAccessibleEverywhere(page)
})

test('staff who send money back without saying how much', async () => {
  const page = await signedIn('staff@example.com', `/admin/orders/${await payForSeals()}`)
  await page.getByText('Refund…').click()
  await page.getByLabel('Amount, £').fill('two')
  await page.getByRole('button', { name: 'Send refund' }).click()
  await problem(page, /Enter an amount in pounds and pence/)
  await problem(page, 'Tick the box to send the money back.')
  await expectAccessibleEverywhere(page)
})
