import { test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { openMemberBrowser } from '../support/browser-checkout.ts'
import { expectAccessible, openBrowserVisitor } from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

test('R-CUSTOMER-2, R-CUSTOMER-5: staff open an account, enter its billing address and invite its head buyer, who signs in', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'staff@example.com')
  await page.goto('/admin/customers')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'New company' }).click()
  await page.getByLabel('Company name').fill('Moor Drainage')
  await page.getByLabel('VAT number').fill('GB980780685')
  await page.getByRole('button', { name: 'Open the account' }).click()
  await page.getByText('its check digits are wrong').first().waitFor()
  await expectAccessible(page)
  await page.getByLabel('VAT number').fill('GB980780684')
  await page.getByRole('button', { name: 'Open the account' }).click()
  await page.getByText('The account of Moor Drainage is open: DAL003.').first().waitFor()

  await page.getByRole('link', { name: 'Add an address' }).click()
  for (const [label, text] of [
    ['First name', 'Bea'],
    ['Surname', 'Oss'],
    ['Address line 1', 'Moor Yard'],
    ['Town', 'Skipton'],
    ['Postcode', 'BD23 1PT'],
    ['Telephone', '01756 496020'],
  ])
    await page.getByLabel(label!, { exact: true }).fill(text!)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('The address has been added.').first().waitFor()

  await page.getByLabel('Email address', { exact: true }).fill('bea@moor.example')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByText('Invited as head buyer, orders on account').waitFor()
  await expectAccessible(page)

  const mail = parseEmail(await shop.waitForEmail('Order for Moor Drainage'))
  const path = /https?:\/\/[^/\s]+(\/account\/invitation\/[\w.-]+)/.exec(mail.text)![1]!
  const buyer = await openBrowserVisitor(browser, shop.url)
  await buyer.page.goto(path)
  await buyer.page.getByLabel('Your name').fill('Bea Oss')
  await buyer.page.getByLabel('Password', { exact: true }).fill('three quiet tractors')
  await buyer.page.getByRole('button', { name: 'Join Moor Drainage' }).click()
  await buyer.page.getByText('Welcome. You now order for Moor Drainage.').first().waitFor()

  await page.reload()
  await page.getByRole('link', { name: 'Bea Oss', exact: true }).click()
  await page.getByText('Disable…').click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Disable the login' }).click()
  await page.getByText('is signed out everywhere and cannot sign in').first().waitFor()
  await buyer.page.goto('/account')
  await buyer.page.waitForURL(/\/login/)
})
