import { expect, test } from 'vitest'
import { buyByCard, expectAccessibleAtAllWidths, signInStaff } from '../support/browser-staff.ts'
import { setUpShopAndBrowser } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

test('R-PICK-1 to R-PICK-4: two orders are picked with a scanner, and despatched with one press each', async () => {
  const { reference: first } = await buyByCard(`picked-${Date.now()}@example.org`)
  const { reference: second } = await buyByCard(`picked-too-${Date.now()}@example.org`)
  const { page, consoleErrors } = await signInStaff('/admin/picking')
  await expectAccessibleAtAllWidths(page)
  await page.getByRole('checkbox', { name: first }).check()
  await page.getByRole('checkbox', { name: second }).check()
  await page.getByRole('button', { name: 'Make pick list' }).click()
  await page.getByText('1 to go').waitFor()
  await expectAccessibleAtAllWidths(page)

  // A scanner types the number and presses Enter, wherever the focus is when the page opens.
  await page.keyboard.type('FH-GIZMO')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /^FH-GIZMO is not on this list/ }).waitFor()
  await expectAccessibleAtAllWidths(page)
  await page.getByLabel('Scan or type a part number').fill('fh seal 1')
  await page.keyboard.press('Enter')
  await page.getByText('6 × FH-SEAL-1 picked: 3 into box 1, 3 into box 2.').first().waitFor()

  // They were not all there after all.
  await page.getByRole('button', { name: 'Undo FH-SEAL-1' }).click()
  await page.getByText('Not enough there…').click()
  await page.getByLabel('How many are there?').fill('5')
  await page.getByLabel('The bin is empty now: correct the stock').uncheck()
  await expectAccessibleAtAllWidths(page)
  await page.getByRole('button', { name: 'Confirm these' }).click()
  await page.getByText('5 × FH-SEAL-1 picked: 3 into box 1, 2 into box 2. 1 short.').first().waitFor()
  await page.getByRole('button', { name: 'Finish list' }).click()
  await page.getByText('This list is finished.').waitFor()
  await expectAccessibleAtAllWidths(page)

  await page.getByRole('link', { name: `Despatch order ${second}` }).click()
  expect(await page.locator('#quantity-1').inputValue()).toBe('2')
  await page.locator('#carrier').selectOption('DPD')
  await page.getByRole('button', { name: 'Despatch', exact: true }).click()
  await page.getByText('Parcel 1 has been despatched with DPD').first().waitFor()

  await page.goto('/admin/promised-days')
  await page.getByRole('link', { name: second, exact: true }).waitFor()
  await expectAccessibleAtAllWidths(page)
  expect(consoleErrors.filter(line => !line.includes('422'))).toEqual([])
})
