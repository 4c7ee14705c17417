import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addToBasket, pressButton } from '../support/browser-checkout.ts'
import { expectAccessible, openBrowserVisitor, waitForHydration } from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'
import { root } from '../support/sources.ts'

setUpShopAndBrowser()

beforeAll(async () => {
  const folder = join(shop.dataDir, 'dear')
  await mkdir(folder)
  await writeFile(
    join(folder, 'products.csv'),
    'code,title,brand,type,price,stock,back_order\nDEAR-1,Filter house,Filterhouse,Air filter,2000000,0,1\n',
  )
  await promisify(execFile)(process.execPath, [join(root, 'scripts', 'import.ts'), folder], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...shop.dataEnv },
  })
})

test('a buyer whose quantity makes the order too large is refused, and the field shows the quantity in the basket', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/filterhouse/dear-1')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page.getByText('was added to your basket').first().waitFor()
  await page.goto('/basket')
  await waitForHydration(page)
  const quantity = page.getByRole('textbox', { name: /^Quantity/ }).first()
  await quantity.fill('9')
  await quantity.press('Tab')
  await page.getByText('The most we can take in one order is £15,000,000.00 ex VAT.').first().waitFor()
  await expect.poll(() => quantity.inputValue()).toBe('1')
  await quantity.fill('7')
  await quantity.press('Tab')
  await page.getByText('£14,000,000.00').first().waitFor()
  await expect.poll(() => quantity.inputValue()).toBe('7')
})

/** Puts products into the basket of the page's visitor, by the calls of the shop. */
async function addProducts(page: Page, products: number[]): Promise<void> {
  await page.evaluate(async ids => {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' }
    const items = ids.map(product => ({ product, quantity: 1 }))
    await fetch('/basket/add/several', { method: 'POST', headers, body: JSON.stringify({ items }) })
  }, products)
}

const listProductIds = (page: Page, query: string, size: number): Promise<number[]> =>
  page.evaluate(async url => {
    const reply = await fetch(url, { headers: { 'x-requested-with': 'XMLHttpRequest' } })
    const { products } = (await reply.json()) as { products: { list: { id: number }[] } }
    return products.list.map(({ id }) => id)
  }, `/search?query=${query}&scope=products&buyable=1&size=${size}`)

test('R-BASKET-18: 25 rows fit into 2,500 pixels of a desktop’s page, each title on one line', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/basket')
  await addProducts(page, (await listProductIds(page, 'filter', 25)).slice(0, 25))
  await page.goto('/basket')
  expect(await page.locator('tbody tr').count()).toBe(25)
  await expectAccessible(page)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThanOrEqual(2500)
  const titleHeights = await page
    .locator('tbody tr td a.link')
    .evaluateAll(titles => titles.map(title => title.getBoundingClientRect().height))
  expect(Math.max(...titleHeights)).toBeLessThan(30)
})

test('R-BASKET-17: a buyer reads at once which rows are short, and changes them to what is there', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/basket')
  const products = await Promise.all(
    ['FH-AIR-1', 'FH-EDGE-1'].map(async code => (await listProductIds(page, code, 10))[0]!),
  )
  await addProducts(page, products)
  await page.goto('/basket')
  await waitForHydration(page)
  const quantities = page.getByRole('textbox', { name: /^Quantity of FH-/ })
  await quantities.nth(0).fill('9')
  await quantities.nth(1).fill('99')
  await quantities.nth(1).press('Tab')
  await page.getByRole('heading', { name: '2 lines need your attention' }).waitFor()
  await page
    .getByRole('row', { name: /FH-AIR-1/ })
    .getByText('Only 5 available')
    .waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change to 5 FH-AIR-1' }).click()
  await page.getByRole('heading', { name: '1 line needs your attention' }).waitFor()
  expect(await quantities.nth(0).inputValue()).toBe('5')
  await page.getByRole('button', { name: 'Change to 12 FH-EDGE-1' }).click()
  await expect.poll(() => page.getByText('your attention').count()).toBe(0)
})

test('R-BASKET-18: on a phone the Checkout button, with what is paid, stays in sight', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { width: 360 })
  await page.goto('/basket')
  await addProducts(page, (await listProductIds(page, 'filter', 10)).slice(0, 10))
  await page.goto('/basket')
  const checkout = page.getByRole('link', { name: /^Checkout £[\d.,]+$/ })
  await expectAccessible(page)
  const box = (await checkout.boundingBox())!
  const height = await page.evaluate(() => window.innerHeight)
  expect(box.y + box.height).toBeLessThanOrEqual(height)
  await checkout.click()
  await page.getByRole('heading', { name: 'Checkout', exact: true }).waitFor()
})

test('R-VOUCHER-4: a voucher that the shop did not answer about reads as no offer, and stays typed', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await addToBasket(page, { 'FH-OIL-1': 1 })
  await page.goto('/basket')
  await waitForHydration(page)
  await page.getByText('Add Voucher').first().click()
  const field = page.getByLabel('Voucher code')
  await field.fill('SAVE10')
  const problem = (status: number) => ({
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', title: 'Something else', status, instance: 'req-1' }),
  })
  const json = (body: string) => ({ status: 200, contentType: 'application/json', body })
  for (const reply of [
    problem(500),
    problem(503),
    problem(403),
    { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
    json('null'),
    json('{}'),
    json('{"accepted":"yes","message":"?"}'),
    json('{"accepted":false}'),
    json('<p>'),
    null,
  ]) {
    await page.route('**/basket/discount', route => (reply ? route.fulfill(reply) : route.abort()))
    await pressButton(page, 'Apply')
    await expect
      .poll(() => page.locator('#voucher-code-error').innerText())
      .toMatch(/^(Error:\s*)?Sorry, that code doesn't match any current offer\.$/)
    expect(await field.inputValue()).toBe('SAVE10')
    await page.unroute('**/basket/discount')
    await field.fill('SAVE10 ')
    await expect.poll(() => page.locator('#voucher-code-error').count()).toBe(0)
    await field.fill('SAVE10')
  }
  await pressButton(page, 'Apply')
  await page.getByText('Thank you! The discount has been added to your basket.').first().waitFor()
})

test('R-BASKET-2: with discounts the Total line stays beside what is paid, with free delivery alone too', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/')
  await addToBasket(page, { 'FH-OIL-1': 2 })
  const totals = page.getByRole('region', { name: 'Totals' })
  const readTotals = async () => {
    await page.goto('/basket')
    return (await totals.innerText()).replace(/\s+/g, ' ')
  }
  const enterVoucher = (code: string) =>
    page.request.post('/basket/discount', {
      headers: { 'x-requested-with': 'XMLHttpRequest' },
      data: { code },
    })
  const plain = await readTotals()
  expect(plain).toMatch(/Total inc VAT £39\.60/)
  expect(plain).not.toContain('You pay')
  await enterVoucher('FREEDEL')
  expect(await readTotals()).toMatch(/You pay\* inc VAT £30\.00 Total £30\.00 \* after discounts/)
  await enterVoucher('SAVE10')
  expect(await readTotals()).toMatch(
    /You pay\* inc VAT £27\.00 Total before discounts £30\.00 \* after discounts/,
  )
})
