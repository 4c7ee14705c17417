import sharp from 'sharp'
import { expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { buyByCard, expectAccessibleAtAllWidths, signInStaff } from '../support/browser-staff.ts'
import { setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

test('R-RETURN-1, R-RETURN-7, R-RETURN-8, R-RETURN-9: a customer returns a leaking part with a picture, and staff see it through', async () => {
  const email = `returns-${Date.now()}@example.org`
  const { reference, page: guest } = await buyByCard(email)
  const { page: staff } = await signInStaff(`/admin/orders/${reference}`)
  await staff.getByLabel('Carrier', { exact: true }).selectOption('DPD')
  await staff.getByRole('button', { name: 'Despatch' }).click()
  await staff.getByRole('heading', { name: /^Parcel 1, despatched/ }).waitFor()

  await guest.goto(`/login?redirectTo=/account/orders/${reference}`)
  await guest.getByLabel('Email').first().fill(email)
  await guest.getByLabel('Password', { exact: true }).fill('a long enough one')
  await guest.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await guest.getByRole('link', { name: 'Return goods' }).click()
  await guest.getByRole('heading', { name: 'Return goods' }).waitFor()
  await expectAccessibleAtAllWidths(guest)

  // Refused first: what was typed stays.
  await guest.getByLabel(/FH-SEAL-1/).fill('2')
  await guest.getByLabel(/^What happened/).fill('It leaks at the seal.')
  await guest.getByRole('button', { name: 'Request return' }).click()
  await guest.getByRole('link', { name: 'Choose why you’re sending it back.' }).waitFor()
  await expectAccessibleAtAllWidths(guest)
  expect(await guest.getByLabel(/FH-SEAL-1/).inputValue()).toBe('2')
  await guest.getByLabel('It’s faulty').check()
  const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#a00' } })
    .jpeg()
    .toBuffer()
  const large = { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }
  await guest.getByLabel(/^Pictures/).setInputFiles(large)
  await guest.getByText('large.jpg is larger than 5 MB.').waitFor()
  await guest.getByLabel(/^Pictures/).setInputFiles({ name: 'leak.jpg', mimeType: 'image/jpeg', buffer })
  await guest.getByRole('button', { name: 'Request return' }).dblclick()
  await guest.getByRole('heading', { name: /^Return RMA-\d{6}$/ }).waitFor()
  const number = /RMA-\d{6}/.exec(guest.url())![0]
  await guest.getByRole('img', { name: `${number}, number 1 of 1, larger` }).waitFor()
  await expectAccessibleAtAllWidths(guest)
  await shop.waitForEmail(number)

  await staff.goto('/admin/returns')
  await expectAccessibleAtAllWidths(staff)
  await staff.getByRole('link', { name: number }).click()
  await staff.getByText('“It leaks at the seal.”').waitFor()
  await expectAccessibleAtAllWidths(staff)
  await staff.getByRole('button', { name: 'Authorise return' }).click()
  await staff.getByText(`${number} has been authorised, and ${email} will get an email.`).first().waitFor()
  const mail = parseEmail(await shop.waitForEmail('Print the label'))
  expect(mail.headers.get('to')).toContain(email)
  expect(mail.html).toContain(`/account/returns/${number}/label.pdf`)

  await guest.goto('/account/returns')
  await expectAccessibleAtAllWidths(guest)
  await guest.getByRole('link', { name: number }).click()
  await guest.getByRole('link', { name: 'Return label (PDF)' }).waitFor()

  await staff.getByLabel(/FH-SEAL-1/).fill('2')
  await staff.getByRole('button', { name: 'Goods received' }).click()
  await staff.getByRole('heading', { name: 'Inspect' }).waitFor()
  await expectAccessibleAtAllWidths(staff)
  await staff.getByLabel('Into stock').fill('1')
  await staff.getByLabel('Scrapped').fill('0')
  await staff.getByRole('button', { name: 'Save inspection' }).click()
  await staff.getByRole('link', { name: '2 came: into stock and scrapped must add up to that.' }).waitFor()
  await expectAccessibleAtAllWidths(staff)
  await staff.getByLabel('Scrapped').fill('1')
  await staff.getByRole('button', { name: 'Save inspection' }).click()
  await staff.getByText(`${number} has been inspected.`).first().waitFor()
  await expectAccessibleAtAllWidths(staff)
  await guest.reload()
  await guest.getByText('We’ve checked the goods. Your credit is next.').waitFor()

  // Two seals at £4.00 ex VAT. Before it is confirmed, staff read what it comes to.
  await staff.getByText('As proposed it comes to £9.60 inc VAT.').waitFor()
  await staff.getByLabel(/FH-SEAL-1/).fill('1')
  await staff.getByRole('button', { name: 'Send refund' }).click()
  await staff.getByRole('link', { name: 'This comes to £4.80 inc VAT. Tick the box to go ahead.' }).waitFor()
  await expectAccessibleAtAllWidths(staff)
  expect(await staff.getByLabel(/FH-SEAL-1/).inputValue()).toBe('1')
  await staff.getByLabel('Yes, refund this to the card').check()
  await staff.getByRole('button', { name: 'Send refund' }).dblclick()
  // The answer of the second press, when the provider has not answered the first one yet, says that it has not.
  await staff
    .getByText(
      /^Credit note CN-\d{6} for £4\.80 has been issued\. (£4\.80 was refunded to the card|The card provider has not confirmed the refund of £4\.80 yet)\./,
    )
    .first()
    .waitFor()
  await expectAccessibleAtAllWidths(staff)
  await guest.reload()
  await guest.getByText('£4.80 inc VAT has been credited:').waitFor()
  await expectAccessibleAtAllWidths(guest)
  await guest.getByRole('link', { name: reference }).click()
  await guest.getByText('£4.80 refunded to your card').waitFor()
})
