import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { demoPassword } from '../../demo/people/people.ts'
import {
  type BrowserVisitor,
  expectAccessible,
  expectAccessibleAtAnyWidth,
  openBrowserVisitor,
  waitForHydration,
} from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'

setUpShopAndBrowser()

const password = 'three quiet tractors'
const invited = 'nina@northfield.example'

async function openAccount(email: string): Promise<BrowserVisitor> {
  const visitor = await openBrowserVisitor(browser, shop.url)
  await visitor.page.goto('/login?redirectTo=/account')
  await visitor.page.getByLabel('Email address').first().fill(email)
  await visitor.page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await visitor.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await visitor.page.waitForURL(/\/account$/)
  return visitor
}

/** The path of the link in the newest e-mail of a kind to an address. */
async function waitForLink(kind: string, email: string): Promise<string> {
  const folder = join(shop.dataDir, 'mail')
  const findMail = async () => {
    const names = (await readdir(folder)).filter(name => name.includes(`-${kind}-`)).sort()
    const mails = await Promise.all(
      names.map(async name => parseEmail(await readFile(join(folder, name), 'utf8'))),
    )
    return mails.findLast(mail => mail.headers.get('to')?.includes(email))
  }
  await expect.poll(findMail).toBeDefined()
  return /https?:\/\/[^/\s]+(\/account\/(?:invitation|email)\/[\w.-]+)/.exec((await findMail())!.text)![1]!
}

test('a colleague is invited, uses the company’s address and a usual service, asks for a quote, and is removed', async () => {
  const { page: head } = await openAccount('head@example.com')
  await head.goto('/account/addresses/new')
  await head.getByLabel('Address line 1').fill('Quarry gate 2')
  await head.getByLabel('Town').fill('Skipton')
  await head.getByLabel('Postcode').fill('BD23 1PT')
  await head.getByLabel('Telephone').fill('0113 496 0101')
  await head.getByLabel('Share with everybody at Northfield Plant Hire').check()
  await expectAccessible(head)
  await head.getByRole('button', { name: 'Save address' }).click()
  await head
    .getByRole('region', { name: 'Addresses of Northfield Plant Hire' })
    .getByText('Quarry gate 2', { exact: true })
    .waitFor()

  await head.goto('/account/colleagues')
  await head.getByLabel('Email address').fill('nina@')
  await head.getByRole('button', { name: 'Send invitation' }).click()
  await head
    .getByRole('alert')
    .getByText('That doesn’t look like an email address. Check for typing mistakes.')
    .waitFor()
  await expectAccessible(head)
  await head.getByLabel('Email address').fill(invited)
  await head.getByRole('radio', { name: /^Buyer Orders/ }).check()
  await head.getByRole('button', { name: 'Send invitation' }).click()
  await head
    .getByRole('region', { name: 'Invited, not joined yet' })
    .getByText(invited, { exact: true })
    .waitFor()
  await expectAccessibleAtAnyWidth(head)

  const { page: nina, consoleErrors } = await openBrowserVisitor(browser, shop.url)
  await nina.goto(await waitForLink('invitation', invited))
  await expectAccessibleAtAnyWidth(nina)
  await nina.getByLabel('Your name').fill('Nina Ew')
  await nina.getByLabel('Password', { exact: true }).fill(password)
  await nina.getByRole('button', { name: 'Join Northfield Plant Hire' }).click()
  await nina.waitForURL(/\/account$/)
  await nina.getByText('You now order for Northfield Plant Hire.').first().waitFor()

  await nina.goto('/account/addresses')
  const addressField = nina.getByLabel('Address', { exact: true })
  const quarry = await addressField.locator('option', { hasText: 'Quarry gate 2' }).getAttribute('value')
  await addressField.selectOption(quarry)
  await nina.getByLabel('Service').selectOption('Next working day before 12:00')
  await nina.getByRole('button', { name: 'Save usual delivery' }).click()
  await nina.getByText('Your usual delivery has been saved.').first().waitFor()
  await expectAccessibleAtAnyWidth(nina)

  await nina.goto('/filterhouse/fh-oil-1')
  await waitForHydration(nina)
  await nina.getByRole('button', { name: 'Add to basket' }).first().click()
  await nina
    .getByRole('banner')
    .getByRole('link', { name: /Basket, 1 item/ })
    .waitFor()
  await nina.goto('/checkout')
  await waitForHydration(nina)
  await nina.getByRole('radio', { name: /Quarry gate 2/ }).isChecked()
  await nina.getByRole('button', { name: 'Continue to delivery date' }).click()
  const usual = nina.getByRole('radio', { name: /before 12:00/ })
  await expect.poll(() => usual.isChecked()).toBe(true)
  // Declining a collection clears the choice, which then stays clear (R-CHECKOUT-18).
  await nina.getByRole('radio', { name: /Collection/ }).click()
  await nina.getByRole('button', { name: 'No, choose again' }).click()
  await expect
    .poll(() => nina.getByRole('radio', { checked: true, name: /before 12:00|Collection/ }).count())
    .toBe(0)
  await nina.getByRole('radio', { name: /Ask for a quote/ }).check()
  await nina.getByRole('button', { name: /^Continue to (billing|purchase options)$/ }).click()
  await nina.getByLabel('Note for your quote').fill('For the 3CX.\nNeeded by Friday.')
  await expectAccessible(nina)
  await nina.getByRole('button', { name: 'Continue to confirmation' }).click()
  await nina.getByText('Needed by Friday.').waitFor()
  expect(consoleErrors).toEqual([])

  await head.goto('/account/colleagues')
  await head.getByRole('link', { name: 'Remove Nina Ew' }).click()
  await expectAccessible(head)
  await head.getByRole('button', { name: 'Remove Nina Ew' }).click()
  await head.getByText('Your colleague has been removed and signed out.').first().waitFor()
  await nina.goto('/account/addresses')
  await nina.waitForURL(/\/login\?redirectTo=/)
})

test('a customer changes the email address with a link from each', async () => {
  const { page } = await openAccount('retail@example.com')
  await page.goto('/account/details')
  await page.getByRole('link', { name: 'Change email address' }).click()
  await page.getByLabel('New email address').fill('rita@example.org')
  await page.getByLabel('Current password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Send the links' }).click()
  await page.getByRole('alert').getByText('That isn’t your current password.').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Current password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Send the links' }).click()
  await page.getByRole('heading', { name: 'Waiting for your confirmation' }).waitFor()
  await expectAccessible(page)

  await page.goto(await waitForLink('email-change-current', 'retail@example.com'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, change it' }).click()
  await page.getByRole('heading', { name: 'One more link to open' }).waitFor()
  await page.goto(await waitForLink('email-change-new', 'rita@example.org'))
  await page.getByRole('button', { name: 'Yes, this is my new address' }).click()
  await page.getByText('Your email address has been changed.').first().waitFor()
  await page.getByRole('main').getByText('rita@example.org').waitFor()
})
