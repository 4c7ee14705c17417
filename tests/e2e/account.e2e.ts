import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { demoPassword } from '../../demo/people/people.ts'
import {
  expectAccessible,
  expectAccessibleAtAnyWidth,
  openBrowserVisitor,
} from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

const newPassword = 'three quiet tractors'

async function signIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

test('a buyer who has forgotten the password gets a link by e-mail, chooses another one and is signed in again', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/account/details')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await page.getByRole('heading', { level: 1, name: 'Reset your password' }).waitFor()
  await expectAccessible(page)
  await page.getByLabel('Email address').fill('retail@example.com')
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await page.getByText('we’ve sent it a link to choose a new password').first().waitFor()

  const mail = parseEmail(await shop.waitForEmail('Choose a new password'))
  expect(mail.headers.get('to')).toContain('retail@example.com')
  await page.goto(/https?:\/\/\S+\/password\/reset\/\S+/.exec(mail.text)![0])
  await expectAccessible(page)
  await page.getByLabel('New password', { exact: true }).fill('password1')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await page.getByText('one of the most common').first().waitFor()
  await expectAccessible(page)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await page.getByText('Your new password has been set.').first().waitFor()

  await page.goto('/login?redirectTo=/account/details')
  await signIn(page, 'retail@example.com', newPassword)
  await page.getByRole('heading', { level: 1, name: 'Details' }).waitFor()
  // Browsers log the response 422 to the refused password as an error.
  expect(consoleErrors.filter(text => !text.includes('422'))).toEqual([])
})

test('a buyer changes details and addresses, without JavaScript and on a phone', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url, { javaScriptEnabled: false, width: 360 })
  await page.goto('/account')
  await signIn(page, 'trade@example.com')
  await page.getByRole('heading', { level: 1, name: 'Hello Tom Rade' }).waitFor()

  await page.getByText('Your account: ').first().click()
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Details' }).click()
  await page.getByLabel('Telephone').fill('0113 496 0777')
  await page.getByRole('button', { name: 'Save details' }).click()
  await page.getByText('Your details have been saved.').first().waitFor()
  expect(await page.getByLabel('Telephone').inputValue()).toBe('0113 496 0777')

  await page.goto('/account/addresses')
  await page.getByText('From your company’s account').waitFor()
  await page.getByRole('link', { name: 'Add an address' }).click()
  expect(await page.getByLabel('Surname').inputValue()).toBe('Rade')
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByRole('link', { name: 'Address line 1 is invalid.' }).waitFor()
  await page.getByLabel('Address line 1').fill('Unit 9, Far Yard')
  await page.getByLabel('Town').fill('Leeds')
  await page.getByLabel('Postcode').fill('ls3 1lh')
  await page.getByLabel('Deliver here by default').check()
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('The address has been saved.').first().waitFor()
  expect(await page.getByRole('main').innerText()).toContain('LS3 1LH')
  await page.getByRole('link', { name: /^Edit/ }).click()
  await page.getByLabel('Address line 1').fill('Unit 10, Far Yard')
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('Unit 10, Far Yard', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByText('The address has been deleted.').first().waitFor()
})

test('customers with disabilities can use the screens of the account, at any width', async () => {
  const { page, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/account')
  await signIn(page, 'head@example.com')
  await page.getByRole('heading', { level: 1, name: 'Hello Helen Ead' }).waitFor()
  for (const path of ['', '/details', '/details/second-factor', '/addresses', '/addresses/new']) {
    await page.goto(`/account${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessibleAtAnyWidth(page)
  }
  expect(consoleErrors).toEqual([])
})

test('a buyer sets up a second factor, and signs in with a code from then on', async () => {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto('/login?redirectTo=/account/details/second-factor')
  await signIn(page, 'apprentice@example.com')
  await page.getByLabel('Current password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Set it up' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  await expectAccessible(page)
  const key = /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(await page.getByRole('main').innerText())![0]
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  await page.getByRole('textbox', { name: 'Code' }).fill(app.generate())
  await page.getByRole('button', { name: 'Switch it on' }).click()
  await page.getByRole('heading', { level: 1, name: 'Keep your recovery codes' }).waitFor()
  await expectAccessible(page)
  const [recovery = ''] = await page.getByRole('main').getByRole('listitem').allInnerTexts()
  await page.getByRole('link', { name: /I’ve saved them/ }).click()
  await page.getByText('10 recovery codes are left.').waitFor()
  await expectAccessible(page)

  const other = await openBrowserVisitor(browser, shop.url)
  await other.page.goto('/login?redirectTo=/account')
  await signIn(other.page, 'apprentice@example.com')
  await other.page.getByRole('heading', { level: 1, name: 'One more step' }).waitFor()
  await expectAccessible(other.page)
  await other.page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await other.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await other.page.getByText('That code is wrong').first().waitFor()
  await other.page.getByRole('textbox', { name: 'Code' }).fill(recovery)
  await other.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await other.page.getByRole('heading', { level: 1, name: 'Hello Adam Prentice' }).waitFor()
})
