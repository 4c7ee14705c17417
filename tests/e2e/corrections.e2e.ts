import { expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { buyByCard, expectAccessibleAtAllWidths, signInStaff } from '../support/browser-staff.ts'
import { waitForHydration } from '../support/browser-visitor.ts'
import { setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

test('R-CORRECT-6, R-CORRECT-9: staff lower a quantity, confirm the new total, and the card is refunded', async () => {
  const email = `corrected-${Date.now()}@example.org`
  const { reference } = await buyByCard(email)
  const { page, consoleErrors } = await signInStaff(`/admin/orders/${reference}`)
  await page.getByRole('link', { name: 'Correct order' }).click()
  await page.getByLabel('PO number').fill('PO 4712')
  await page.getByLabel(/^Quantity of/).fill('1')
  await expectAccessibleAtAllWidths(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'New total' }).waitFor()
  await expectAccessibleAtAllWidths(page)
  await page.getByRole('button', { name: 'Save and email the customer' }).click()
  await page.getByRole('link', { name: /^Tick the box to confirm the new total/ }).waitFor()
  await page.getByLabel(/^Yes, change the total to/).check()
  await page.getByRole('button', { name: 'Save and email the customer' }).click()
  await page
    .getByText(/was refunded to the card\./)
    .first()
    .waitFor()
  await page
    .getByText(/→ PO 4712/)
    .first()
    .waitFor()
  const mail = parseEmail(await shop.waitForEmail('Your order has been changed'))
  expect(mail.headers.get('to')).toContain(email)
  expect(mail.text).toContain('Now: PO 4712')
  expect(consoleErrors.filter(line => !line.includes('422'))).toEqual([])
})

test('R-CORRECT-1: a note with an @ is on the overview until it is ticked off, without JavaScript, on a phone', async () => {
  const { reference } = await buyByCard(`noted-${Date.now()}@example.org`)
  const { page } = await signInStaff(`/admin/orders/${reference}`, { javaScriptEnabled: false, width: 360 })
  await page.getByText('Add note…').click()
  await page.locator('#note-text').fill('@Nobody look')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page
    .getByText(/No colleague is called Nobody/)
    .first()
    .waitFor()
  await page.locator('#note-text').fill('@Stella Affleck weigh this parcel')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.goto(`${new URL(page.url()).origin}/admin`)
  await page.getByText('@Stella Affleck weigh this parcel').waitFor()
  await page.getByRole('button', { name: /^Done/ }).click()
  await page.getByText('The note is done.').first().waitFor()
  expect(await page.getByText('@Stella Affleck weigh this parcel').count()).toBe(0)
})

test('R-ADMIN-7: staff who go back after confirming a correction see the form as it stands now', async () => {
  const { reference } = await buyByCard(`back-${Date.now()}@example.org`)
  const { page } = await signInStaff(`/admin/orders/${reference}/correct`)
  await page.getByLabel(/^Quantity of/).fill('2')
  await page.getByRole('button', { name: 'Save' }).click()
  const sums = page.getByRole('heading', { name: 'New total' })
  await sums.waitFor()
  await page.getByRole('button', { name: 'Save and email the customer' }).click()
  await page.getByRole('link', { name: /^Tick the box to confirm the new total/ }).waitFor()
  // Until the form is sent, the page is the only place with what was typed, and a reload sends it again.
  await page.reload()
  await page.getByRole('link', { name: /^Tick the box to confirm the new total/ }).waitFor()
  expect(await page.getByLabel(/^Quantity of/).inputValue()).toBe('2')
  await waitForHydration(page)
  await page.getByLabel(/^Yes, change the total to/).check()
  await page.getByRole('button', { name: 'Save and email the customer' }).click()
  await page
    .getByText(/was refunded to the card\./)
    .first()
    .waitFor()
  await page.evaluate(() => history.back())
  await page.waitForURL(`${shop.url}/admin/orders/${reference}/correct`)
  await page.getByRole('heading', { level: 1, name: `Correct order ${reference}` }).waitFor()
  expect(await sums.count()).toBe(0)
  expect(await page.getByLabel(/^Quantity of/).inputValue()).toBe('2')
})
