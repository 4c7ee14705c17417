import { expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { openMemberBrowser } from '../support/browser-checkout.ts'
import { expectAccessible, openBrowserVisitor } from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

const findPath = async (subject: string, pattern: RegExp) =>
  pattern.exec(parseEmail(await shop.waitForEmail(subject)).text)![1]!

test('R-APPLICATION-1, R-APPLICATION-4: a company applies without JavaScript, staff open its account, and its head buyer signs in', async () => {
  const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Open a trade account' }).first().click()
  for (const [label, text] of [
    ['Company name', 'Moor Drainage'],
    ['VAT number', 'GB980780685'],
    ['Address line 1', 'Moor Yard'],
    ['Town', 'Skipton'],
    ['Postcode', 'BD23 1PT'],
    ['First name', 'Bea'],
    ['Surname', 'Oss'],
    ['Email', 'bea@moor.example'],
    ['Telephone', '01756 496020'],
    ['First trade reference', 'Dale Hydraulics, 0113 496 0200'],
    ['Second trade reference', 'Aire Bearings, accounts@aire.example'],
    ['Credit limit you would like', '500'],
  ])
    await page.getByRole('textbox', { name: label!, exact: false }).first().fill(text!)
  await page.getByRole('button', { name: 'Send application' }).click()
  await page.getByText('its check digits are wrong').first().waitFor()
  await page.getByRole('textbox', { name: 'VAT number' }).fill('GB980780684')
  await page.getByRole('button', { name: 'Send application' }).click()
  await page.getByText('One more step').waitFor()
  await page.goto(
    await findPath('Confirm your application', /https?:\/\/[^/\s]+(\/trade-account\/confirm\/[\w.-]+)/),
  )
  await page.getByRole('button', { name: 'Confirm the application' }).click()
  await page.getByText('Thank you. We have your application').waitFor()

  const staff = (await openMemberBrowser(browser, shop.url, 'staff@example.com')).page
  await staff.goto('/admin')
  await staff.getByRole('link', { name: /Trade applications to decide/ }).click()
  await expectAccessible(staff)
  await staff.getByRole('link', { name: 'Moor Drainage' }).click()
  await expectAccessible(staff)
  await staff.getByRole('checkbox', { name: /Another company has this VAT number/ }).check()
  await staff.getByRole('button', { name: 'Open the account and invite' }).click()
  await staff.getByText('The account of Moor Drainage is open: DAL003.').first().waitFor()
  await expectAccessible(staff)

  await page.goto(
    await findPath('Order for Moor Drainage', /https?:\/\/[^/\s]+(\/account\/invitation\/[\w.-]+)/),
  )
  await page.getByLabel('Your name').fill('Bea Oss')
  await page.getByLabel('Password', { exact: true }).fill('three quiet tractors')
  await page.getByRole('button', { name: 'Join Moor Drainage' }).click()
  await page.getByText('Welcome. You now order for Moor Drainage.').first().waitFor()
  await context.close()
})

test('R-STAFF-7: a manager invites a member of staff, changes the rights and disables the login', async () => {
  const { page } = await openMemberBrowser(browser, shop.url, 'staff@example.com')
  await page.goto('/admin/staff')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Invite', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Wes Ward')
  await page.getByLabel('Email address').fill('wes@shop.example')
  await page.getByLabel(/^Warehouse:/).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByText('is on its way to wes@shop.example').first().waitFor()
  const path = await findPath('Your staff login', /https?:\/\/[^/\s]+(\/password\/reset\/[\w.-]+)/)
  const wes = await openBrowserVisitor(browser, shop.url)
  await wes.page.goto(path)
  await wes.page.getByLabel('New password', { exact: true }).fill('three quiet tractors')
  await wes.page
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await wes.page.waitForURL(/\/login/)

  await page.getByRole('link', { name: 'Wes Ward' }).click()
  await expectAccessible(page)
  await page.getByLabel('Manager: all rights, and changes staff').check()
  await page.getByRole('button', { name: 'Save rights' }).click()
  await page.getByText('What Wes Ward may do is saved').first().waitFor()
  await page.getByText('Disable…').click()
  await page.getByRole('button', { name: 'Disable the login' }).click()
  await page.getByText('is signed out everywhere and cannot sign in').first().waitFor()
  expect(await page.getByText('Let them in again…').count()).toBe(1)
})

test('R-APPLICATION-1: the form for a trade account is accessible', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/trade-account')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send application' }).click()
  await page.getByText('Company name is required.').first().waitFor()
  await expectAccessible(page)
})
