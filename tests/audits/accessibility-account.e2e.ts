import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import type { ProductList } from '../../src/features/product-lists/schemas.ts'
import {
  type CompletionReply,
  createGuestSend,
  createMemberSend,
  type SaveCallReply,
} from '../api/checkout-calls.ts'
import { sendList } from '../api/product-list-calls.ts'
import {
  expectAccessibleAtAnyWidth,
  openBrowserVisitor,
  waitForHydration,
} from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'
import { createTestVisitor, payByCard, type TestVisitor } from '../support/test-visitor.ts'

// Accessibility of the account and the back office in states that other tests pass quickly: mistakes, open lists, dialogs.

setUpShopAndBrowser()

const marker = { 'x-requested-with': 'XMLHttpRequest' }
const lists = '/account/productlists'

async function signedIn(email: string, path: string): Promise<Page> {
  const { page, context } = await openBrowserVisitor(browser, shop.url)
  const data = { email, password: demoPassword }
  expect((await context.request.post('/login', { headers: marker, data })).ok()).toBe(true)
  await page.goto(path)
  await waitForHydration(page)
  return page
}

const waitForProblem = (page: Page, text: string | RegExp) =>
  page.getByRole('main').getByRole('alert').getByText(text).waitFor()

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

/** Creates a list of the JCB's four filters; the page stays on it. */
async function createList(page: Page, name: string): Promise<void> {
  await page.goto(`${lists}/new`)
  await waitForHydration(page)
  await chooseJcb(page)
  await page.getByLabel('Name of the list').fill(name)
  await page.getByRole('button', { name: 'Add the 4 filters of this machine' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await waitForHydration(page)
}

async function addToBasket(visitor: TestVisitor, code: string, quantity: number): Promise<void> {
  const { body } = await visitor.get<{ products: { list: { id: number; code: string }[] } }>(
    `/search?query=${code}`,
  )
  const product = body.products.list.find(listed => listed.code === code)!.id
  const added = await visitor.post<{ success: boolean }>('/basket/add/single', { product, quantity })
  expect(added.body.success).toBe(true)
}

async function requestQuote(): Promise<string> {
  const trade = createTestVisitor(shop.url, '127.0.0.1')
  await trade.post('/login', { email: 'trade@example.com', password: demoPassword })
  await addToBasket(trade, 'FH-OIL-1', 20)
  const send = createMemberSend('quote', { delivery_method: 'quote' })
  const { body } = await trade.post<SaveCallReply>('/checkout/save', send)
  const completed = await trade.post<CompletionReply>('/checkout/complete')
  expect([body.error, completed.body.error]).toEqual([false, false])
  return body.reference!
}

async function payForSeals(): Promise<string> {
  const guest = createTestVisitor(shop.url, '127.0.0.1')
  await addToBasket(guest, 'FH-SEAL-1', 3)
  const { body } = await guest.post<SaveCallReply>('/checkout/save', createGuestSend())
  expect(body.error).toBe(false)
  await payByCard(body.next_url!)
  return body.reference!
}

test('a buyer who gives a list no name, or a product no quantity, reads so beside the field', async () => {
  const page = await signedIn('retail@example.com', `${lists}/new`)
  await chooseJcb(page)
  await page.getByRole('button', { name: 'Add the 4 filters of this machine' }).click()
  await page.getByRole('textbox', { name: 'Quantity of FH-OIL-1' }).fill('0')
  await page.getByRole('button', { name: 'Add product' }).click()
  await page.getByText('Choose a product from the suggestions.').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await waitForProblem(page, 'Give the list a name.')
  await waitForProblem(page, 'Enter a quantity from 1 to 9,999.')
  expect(await page.title()).toMatch(/^Error: /)
  await expectAccessibleAtAnyWidth(page)
})

test('a buyer sees the suggestions of a list’s product field, with one marked', async () => {
  const page = await signedIn('retail@example.com', `${lists}/new`)
  const field = page.getByRole('main').getByLabel('Part number or description')
  await field.fill('fh oil')
  await page.getByRole('option', { name: /FH-OIL-1/ }).waitFor()
  await field.press('ArrowDown')
  await page.getByRole('listbox').getByRole('option', { selected: true }).waitFor()
  await expectAccessibleAtAnyWidth(page)
  expect(await field.getAttribute('aria-expanded')).toBe('true')
})

test('a buyer confirms the deletion of a list, and reads so when the number of machines is not valid', async () => {
  const page = await signedIn('stopped@example.com', lists)
  await createList(page, 'Loader')
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm Deletion' })
  await question.getByText('Are you sure you want to delete this list?').waitFor()
  await expectAccessibleAtAnyWidth(page)
  await question.getByRole('button', { name: 'Keep it' }).click()
  await question.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Order this list' }).click()
  await page.waitForURL(/\/order$/)
  await waitForHydration(page)
  const machines = page.getByLabel('For how many machines', { exact: true })
  await machines.fill('0')
  await page.getByRole('button', { name: 'Add whole list to basket' }).click()
  // In the live region of the field.
  await page.getByRole('main').getByText('Enter a number of machines from 1 to 999.').waitFor()
  expect(await machines.evaluate(field => field === document.activeElement)).toBe(true)
  await expectAccessibleAtAnyWidth(page)
  await machines.fill('2')
  await expect.poll(() => page.getByText('Enter a number of machines').count()).toBe(0)
})

test('a buyer prints a long list with all its pictures, also those not scrolled to', async () => {
  const page = await signedIn('stopped@example.com', lists)
  await createList(page, 'Short')
  const visitor = createTestVisitor(shop.url, '127.0.0.1')
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
  // Instead of printing, notes how many pictures were still loading.
  await page.addInitScript(() => {
    window.print = () => {
      const missing = [...document.images].filter(({ complete }) => !complete)
      document.documentElement.dataset.missing = String(missing.length)
    }
  })
  await page.setViewportSize({ width: 360, height: 500 })
  await page.goto(`${lists}/${long.product_list.id}/order`)
  await waitForHydration(page)
  const missing = () => page.evaluate(() => [...document.images].filter(({ complete }) => !complete).length)
  expect(await missing()).toBeGreaterThan(0)
  const print = page.getByRole('button', { name: 'Print this list' })
  // Without scrolling to the button, which would load the pictures.
  await print.evaluate(button => (button as HTMLElement).click())
  await expect.poll(() => page.locator('html').getAttribute('data-missing')).toBe('0')
})

test('a buyer chooses lists for a wallpaper, or none', async () => {
  const page = await signedIn('trade@example.com', lists)
  await createList(page, 'Yard digger')
  await page.goto(lists)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Create PDF Wallpaper' }).click()
  const save = page.getByRole('button', { name: 'Save PDF Wallpaper' })
  expect(await save.getAttribute('aria-disabled')).toBe('true')
  await save.press('Enter')
  await page.getByRole('main').getByText('Choose at least one list.').waitFor()
  await expectAccessibleAtAnyWidth(page)
  await page.getByRole('button', { name: '+ Wallpaper Yard digger' }).click()
  await page.getByText('1 of 5 chosen').waitFor()
  await expectAccessibleAtAnyWidth(page)
})

test('a buyer reads the mistakes in an address and in the details', async () => {
  const page = await signedIn('retail@example.com', '/account/addresses/new')
  await page.getByLabel('Postcode').fill('nowhere')
  await page.getByRole('button', { name: 'Save address' }).click()
  await waitForProblem(page, 'Address line 1 is invalid.')
  await waitForProblem(page, 'Postcode is invalid')
  await expectAccessibleAtAnyWidth(page)

  await page.goto('/account/details')
  await waitForHydration(page)
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByLabel('Telephone').fill('12')
  await page.getByRole('button', { name: 'Save details' }).click()
  await waitForProblem(page, 'Name is required.')
  await expectAccessibleAtAnyWidth(page)
})

test('a head buyer has an unsaved switch, and a rejection without its reason', async () => {
  const page = await signedIn('head@example.com', '/account/approvals')
  await page.getByRole('switch', { name: /Tom Rade/ }).check()
  await page.getByText('Not saved yet').waitFor()
  await expectAccessibleAtAnyWidth(page)

  await page
    .getByRole('button', { name: /^Reject request/ })
    .first()
    .click()
  await page.getByText('Please give a reason, so that the sender knows what to do.').waitFor()
  await expectAccessibleAtAnyWidth(page)
})

test('staff price a quote in words, and withdraw one without a reason', async () => {
  const page = await signedIn('staff@example.com', `/admin/quotes/${await requestQuote()}`)
  const price = page.getByLabel('Offer each for FH-OIL-1, £')
  // The column is narrowest on a tablet: the whole amount must still be visible.
  await page.setViewportSize({ width: 768, height: 900 })
  await price.fill('1249.95')
  expect(await price.evaluate(field => field.scrollWidth - field.clientWidth)).toBe(0)
  await price.fill('ten pounds')
  await page.getByLabel('Carriage, £ ex VAT').fill('much')
  await page.getByRole('button', { name: 'Send quote' }).click()
  await waitForProblem(page, /carriage in pounds/)
  await expectAccessibleAtAnyWidth(page)
  await waitForHydration(page)
  await page.getByText('Withdraw this quote…').click()
  await page.getByRole('button', { name: /^Withdraw/ }).click()
  await waitForProblem(page, /reason|Give a reason/)
  await expectAccessibleAtAnyWidth(page)
})

test('staff send a refund without an amount', async () => {
  const page = await signedIn('staff@example.com', `/admin/orders/${await payForSeals()}`)
  await page.getByText('Refund…').click()
  await page.getByLabel(/amount \(£ inc VAT\)/i).fill('two')
  await page.getByRole('button', { name: 'Send refund' }).click()
  await waitForProblem(page, /Enter an amount in pounds and pence/)
  await waitForProblem(page, 'Tick the box to go ahead.')
  await expectAccessibleAtAnyWidth(page)
})
