import { expect, test } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import { openBrowserVisitor } from '../support/browser-visitor.ts'
import { browser, setUpBrowser, sharedShop as shop } from '../support/e2e-fixture.ts'

setUpBrowser()

// R-CALL-9: plain HTML forms work for search, basket, voucher and login.
test('a visitor without JavaScript searches, fills and changes the basket, uses a voucher and signs in', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { javaScriptEnabled: false })
  await page.goto('/')
  await page.getByLabel('The number on your filter').fill('lf 9009')
  await page.getByRole('button', { name: 'Find it' }).click()
  const row = page.getByRole('row', { name: /FH-OIL-1/ })
  await row.getByRole('button', { name: /^Add/ }).click()
  await page.getByText('Oil filter, spin-on was added to your basket.').first().waitFor()

  await page.goto('/basket')
  await page
    .getByRole('textbox', { name: /^Quantity/ })
    .first()
    .fill('4')
  await page
    .getByRole('button', { name: /Update/ })
    .first()
    .click()
  await expect.poll(() => page.getByRole('main').innerText()).toContain('£50.00')

  await page.getByText('Add Voucher').first().click()
  await page
    .getByLabel(/Discount code|Voucher code|Code/i)
    .first()
    .fill('save10')
  await page
    .getByRole('button', { name: /Apply|Add Voucher/ })
    .first()
    .click()
  await page.getByText('Thank you! The discount has been added to your basket.').first().waitFor()
  await expect.poll(() => page.getByRole('main').innerText()).toContain('SAVE10')

  await page.goto('/login?redirectTo=/basket')
  await page.getByLabel('Email').first().fill('trade@example.com')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('That email address and password don’t match an account.').first().waitFor()
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/basket$/)
  await expect
    .poll(() => page.getByRole('main').innerText(), { message: 'the basket after the login' })
    .toContain('FH-OIL-1')

  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await page.getByText('Your basket is empty').waitFor()
})

// R-FINDER-12
test('a visitor without JavaScript is sent to the finder with a serial number, or chooses the make', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { javaScriptEnabled: false, width: 360 })
  await page.goto('/')
  await page.getByLabel('The number on your filter').fill('2100000')
  await page.getByRole('button', { name: 'Find it' }).click()
  await page.waitForURL('**/find-replacement-filters#make?manufacturer=jcb&serial=2100000')

  await page.getByLabel('Search by part number, cross-reference, machine or size').fill('915000')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page
    .getByRole('region', { name: 'This may be the number of one of these machines' })
    .getByRole('link', { name: 'Look up JCB mach number 915000 in the filter finder' })
    .click()
  await page.waitForURL('**/find-replacement-filters#make?manufacturer=jcb&mach_number=915000')
})
