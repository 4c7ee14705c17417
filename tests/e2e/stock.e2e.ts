import { expect, test } from 'vitest'
import { createMemberSend } from '../api/checkout-calls.ts'
import { openMemberBrowser } from '../support/browser-checkout.ts'
import { expectAccessibleAtAnyWidth } from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

const part = 'FH-HYD-1'

/** A customer orders what is not in stock. */
async function placeBackOrder(quantity: number): Promise<string> {
  const { page } = await openMemberBrowser(browser, shop.url, 'trade@example.com', { [part]: quantity })
  const headers = { 'x-requested-with': 'XMLHttpRequest' }
  const data = createMemberSend('account', { purchase_order: `PO ${quantity}` })
  const saved = await page.request.post('/checkout/save', { headers, data })
  const { reference } = (await saved.json()) as { reference: string }
  const placed = await page.request.post('/checkout/complete', { headers, data: {} })
  expect(await placed.json()).toMatchObject({ error: false })
  return reference
}

test('staff count a part, book a delivery in, and see the back order that can go', async () => {
  const first = await placeBackOrder(3)
  const second = await placeBackOrder(4)
  const { page, consoleErrors } = await openMemberBrowser(browser, shop.url, 'staff@example.com')
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Stock', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Stock' }).waitFor()
  await expectAccessibleAtAnyWidth(page)
  await page.getByRole('link', { name: /^Back orders/ }).click()
  await page.getByLabel('Find a part').fill('fh hyd 1')
  await page.getByRole('main').getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByText('1 part for “fh hyd 1”').waitFor()
  await page.getByRole('link', { name: part, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: `Stock of ${part}` }).waitFor()
  await page.getByText('7 more promised than on hand.').waitFor()
  await expectAccessibleAtAnyWidth(page)

  await page.getByLabel('Number').fill('one')
  await page.getByRole('button', { name: 'Adjust stock' }).click()
  await page.getByRole('link', { name: 'Enter a whole number.' }).waitFor()
  await expectAccessibleAtAnyWidth(page)
  await page.getByLabel('Number').fill('1')
  await page.getByLabel('Note').fill('Behind the rack')
  await page.getByRole('button', { name: 'Adjust stock' }).click()
  await page.getByText('+1: 1 of FH-HYD-1 is on hand now.').first().waitFor()
  await page.getByText('Behind the rack').waitFor()
  await page.getByRole('textbox', { name: /^Bin/ }).fill('B-02-1')
  await page.getByRole('textbox', { name: /^Low-stock level/ }).fill('5')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Below the low-stock level of 5').waitFor()
  await expectAccessibleAtAnyWidth(page)

  await page.goto('/admin/stock')
  await page.getByRole('link', { name: 'Book goods in' }).click()
  await page.getByLabel('Supplier').fill('Donaldson')
  await page.getByLabel('Their delivery note number').fill('DN 4711')
  await page.getByLabel(/What was delivered/).fill('FH-HYD-1 4\nQX-12345 1')
  await page.getByRole('button', { name: 'Read the list' }).click()
  await page.getByText('QX-12345 isn’t one of our part numbers.').waitFor()
  await expectAccessibleAtAnyWidth(page)
  await page.getByLabel(/What was delivered/).fill('FH-HYD-1 4')
  // Enter in a field reads the list again, and books nothing.
  await page.getByLabel('Supplier').press('Enter')
  await page.getByText('1 line, 4 pieces. Is that what was delivered?').waitFor()
  await page.getByRole('button', { name: 'Read the list again' }).click()
  await page.getByText('1 line, 4 pieces. Is that what was delivered?').waitFor()
  await expectAccessibleAtAnyWidth(page)
  await page.getByRole('button', { name: 'Book in' }).dblclick()
  await page.getByRole('heading', { level: 1, name: 'Delivery note DN 4711' }).waitFor()
  const waiting = page.getByRole('table', { name: 'Orders that these parts are for, oldest first' })
  expect(await waiting.getByRole('row').nth(1).innerText()).toMatch(new RegExp(`${first}.*3\\s+3$`, 's'))
  expect(await waiting.getByRole('row').nth(2).innerText()).toMatch(new RegExp(`${second}.*4\\s+2$`, 's'))
  await expectAccessibleAtAnyWidth(page)
  await page
    .getByRole('table', { name: /by bin/ })
    .getByText('B-02-1')
    .waitFor()
  await waiting.getByRole('link', { name: first }).click()
  await page.getByRole('heading', { level: 1, name: `Order ${first}` }).waitFor()
  expect(consoleErrors.filter(text => !/status of 4(?:09|22)/.test(text))).toEqual([])
})
