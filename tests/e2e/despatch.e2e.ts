import { expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { buyByCard, expectAccessibleAtAllWidths, signInStaff } from '../support/browser-staff.ts'
import { waitForHydration } from '../support/browser-visitor.ts'
import { setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'
import { fill, press, tabTo } from '../support/keyboard.ts'

setUpShopAndBrowser()

test('R-DESPATCH-1, R-DESPATCH-9: staff send an order in two parcels, and the customer follows both', async () => {
  const email = `two-parcels-${Date.now()}@example.org`
  const { reference, page: guest } = await buyByCard(email)
  const { page, consoleErrors } = await signInStaff('/admin/orders')
  await page.getByRole('table', { name: 'Orders, by the day we promised, the oldest first' }).waitFor()
  await expectAccessibleAtAllWidths(page)
  await page.goto('/admin')
  await waitForHydration(page)
  await expectAccessibleAtAllWidths(page)

  // By the keyboard alone, and refused first: what was typed stays.
  await page.keyboard.press('/')
  await page.keyboard.type(reference.toLowerCase())
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `Order ${reference}` }).waitFor()
  await waitForHydration(page)
  const tracking = page.getByLabel(/^Tracking number/)
  await fill(page, page.locator('#quantity-1'), '2')
  await fill(page, page.getByLabel('Carrier', { exact: true }), 'DPD')
  await fill(page, tracking, '1'.repeat(61))
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Tracking number must be 60 characters or fewer.' }).waitFor()
  await expectAccessibleAtAllWidths(page)
  expect(await page.locator('#quantity-1').inputValue()).toBe('2')
  // The delivery note has what is typed, and the form stays as it is.
  const [tab, note] = await Promise.all([
    page.waitForEvent('popup'),
    page.context().waitForEvent('response', response => response.url().endsWith('/delivery-note.pdf')),
    press(page, page.getByRole('button', { name: 'Delivery note (PDF)' })),
  ])
  expect([note.status(), note.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expect(note.request().postDataJSON()).toMatchObject({ 'lines[0][quantity]': '2' })
  await tab.close()
  expect(await page.locator('#quantity-1').inputValue()).toBe('2')
  await fill(page, tracking, '15501234567890/')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await page
    .getByText(`Parcel 1 has been despatched with DPD, and ${email} will get an email.`)
    .first()
    .waitFor()
  await expectAccessibleAtAllWidths(page)

  const mail = parseEmail(await shop.waitForEmail('Part of your order is on its way'))
  expect(mail.headers.get('to')).toContain(email)
  expect(mail.headers.get('subject')).toContain(`Part of order ${reference} has been despatched`)
  expect(mail.html).toContain('https://track.dpd.co.uk/search?reference=15501234567890')

  // The carrier that was used last comes first, and what is left is proposed.
  expect(await page.locator('#quantity-1').inputValue()).toBe('1')
  await press(page, page.getByRole('button', { name: 'Despatch', exact: true }))
  await page.getByText('Parcel 2 has been despatched with DPD').first().waitFor()
  expect(await page.getByRole('button', { name: 'Despatch', exact: true }).count()).toBe(0)

  await guest.reload()
  await guest.getByRole('heading', { name: 'Your order has been despatched' }).waitFor()
  await guest.getByRole('heading', { name: /^Parcel 1, despatched/ }).waitFor()
  await guest.getByRole('heading', { name: /^Parcel 2, despatched/ }).waitFor()
  expect(await guest.getByRole('link', { name: 'Track 15501234567890' }).getAttribute('href')).toBe(
    'https://track.dpd.co.uk/search?reference=15501234567890',
  )
  await expectAccessibleAtAllWidths(guest)
  expect(consoleErrors.filter(line => !line.includes('422'))).toEqual([])
})

test('R-ADMIN-10: an order is picked and despatched by the keyboard alone, its parts confirmed by typed scans', async () => {
  const { reference } = await buyByCard(`no-mouse-${Date.now()}@example.org`)
  const { page } = await signInStaff('/admin')
  await press(
    page,
    page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Picking' }),
  )
  await page.getByRole('heading', { level: 1, name: 'Picking' }).waitFor()
  await tabTo(page, page.getByRole('checkbox', { name: reference }))
  await page.keyboard.press('Space')
  await press(page, page.getByRole('button', { name: 'Make pick list' }))
  await page.getByText('1 to go').waitFor()
  await fill(page, page.getByLabel('Scan or type a part number'), 'fh seal 1')
  await page.keyboard.press('Enter')
  await page
    .getByText(/^3 × FH-SEAL-1 picked/)
    .first()
    .waitFor()
  await press(page, page.getByRole('button', { name: 'Finish list' }))
  await press(page, page.getByRole('link', { name: `Despatch order ${reference}` }))
  await page.getByRole('heading', { name: `Order ${reference}` }).waitFor()
  await fill(page, page.getByLabel('Carrier', { exact: true }), 'UPS')
  await press(page, page.getByRole('button', { name: 'Despatch', exact: true }))
  await page.getByText('Parcel 1 has been despatched with UPS').first().waitFor()
})

test('R-DESPATCH-6, R-DESPATCH-7: staff hold, release, send and correct an order without JavaScript, on a phone', async () => {
  const { reference } = await buyByCard(`held-${Date.now()}@example.org`)
  const { page } = await signInStaff(`/admin/orders/${reference}`, { javaScriptEnabled: false, width: 360 })
  await page.getByText('Hold…').click()
  await page.locator('#hold-reason').fill('Odd address')
  await page.getByRole('button', { name: 'Hold order' }).click()
  await page.getByText('Held: Odd address').first().waitFor()
  expect(await page.getByRole('button', { name: 'Despatch', exact: true }).count()).toBe(0)
  await page.getByLabel('Why it is released').fill('They confirmed it')
  await page.getByRole('button', { name: 'Release order' }).click()
  await page.getByText('Released: They confirmed it').waitFor()

  await page.getByLabel('Carrier', { exact: true }).selectOption('UPS')
  await page.getByRole('button', { name: 'Despatch', exact: true }).click()
  await page.getByRole('heading', { name: /^Parcel 1, despatched/ }).waitFor()
  await page.getByText('Change carrier or tracking number').click()
  await page.getByLabel(/^Tracking number/).fill('1Z999')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Track 1Z999' }).waitFor()
  await page.getByText('Parcel 1: UPS → UPS 1Z999').waitFor()
})
