import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { demoPassword } from '../../demo/people/people.ts'
import { type Completed, memberSend, type Saved } from '../api/buying.ts'
import { type BuiltShop, startShop } from '../support/built-shop.ts'
import { type Buyer, buyerWith, expectAccessible, wakened } from '../support/buyer.ts'
import { launchChromium } from '../support/chromium.ts'
import { openBrowser } from '../support/client.ts'

let shop: BuiltShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchChromium()])
})

afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

async function signedIn(email: string, options = {}): Promise<Buyer> {
  const buyer = await buyerWith(browser, shop.url, options)
  await buyer.page.goto('/login?redirectTo=/account/orders')
  await buyer.page.getByLabel('Email').first().fill(email)
  await buyer.page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await buyer.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await buyer.page.waitForURL(/\/account\/orders$/)
  return buyer
}

/** The letter of that kind about this order, once it has come. */
async function mailAbout(kind: string, reference: string) {
  const folder = join(shop.dataDir, 'mail')
  const look = async () => {
    const names = (await readdir(folder)).filter(name => name.includes(`-${kind}-`) && name.endsWith('.eml'))
    const mails = await Promise.all(
      names.map(async name => parseEmail(await readFile(join(folder, name), 'utf8'))),
    )
    return mails.find(mail => mail.text.includes(reference))
  }
  await expect.poll(look).toBeDefined()
  return (await look())!
}

/** An order that the apprentice has sent. */
async function haveWaiting(): Promise<string> {
  const adam = openBrowser(shop.url, '127.0.0.1')
  await adam.post('/login', { email: 'apprentice@example.com', password: demoPassword })
  const { body: found } = await adam.get<{ products: { list: { id: number }[] } }>('/search?query=FH-OIL-1')
  await adam.post('/basket/add/single', { product: found.products.list[0]!.id, quantity: 2 })
  const { body: saved } = await adam.post<Saved>('/checkout/save', memberSend('approval'))
  const { body: sent } = await adam.post<Completed>('/checkout/send-approval')
  expect([saved.error, sent.error]).toEqual([false, false])
  return saved.reference!
}

/** The apprentice puts a filter into his basket and goes through the stages. Answers the number of what he sent. */
async function sendForApproval(page: Page): Promise<string> {
  const next = (label: string) => page.getByRole('button', { name: label, exact: true }).click()
  await page.goto('/filterhouse/fh-oil-1')
  await wakened(page)
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Basket, 1 item/ })
    .waitFor()
  await page.goto('/checkout')
  await wakened(page)
  const first = page.getByLabel('First name')
  if (await first.isVisible()) {
    await first.fill('Adam')
    await page.getByLabel('Surname').fill('Prentice')
    await page.getByLabel('Address line 1').fill('1 High Street')
    await page.getByLabel('Town').fill('Leeds')
    await page.getByLabel('Postcode').fill('LS1 4DY')
    await page.getByLabel('Telephone').fill('0113 496 0999')
  }
  await next('Continue to delivery date')
  await page.getByRole('radio', { name: /Next working day, before 17:30/ }).check()
  // Specification §4: his company has a billing address, so that none is chosen here.
  await page.getByRole('button', { name: /^Continue to (billing|purchase options)$/ }).click()
  await page.getByLabel('Order number').fill('PO 4712')
  await next('Continue to confirmation')
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await page.waitForURL(/\/order\/FH[2-9A-Z]{8}\/confirmation$/)
  await page.getByRole('heading', { name: 'Your order was sent for approval' }).waitFor()
  return /FH[2-9A-Z]{8}/.exec(page.url())![0]
}

test('an apprentice asks, his head buyer places the order on account, and both see it', async () => {
  const adam = await signedIn('apprentice@example.com')
  const reference = await sendForApproval(adam.page)
  await expectAccessible(adam.page)
  const wanted = await mailAbout('approval-wanted', reference)
  expect(wanted.headers.get('to')).toContain('head@example.com')
  const link = /https?:\S+\/checkout\?approval_id=\d+/.exec(wanted.text)?.[0]
  expect(link).toBeDefined()

  const helen = await signedIn('head@example.com')
  await helen.page.goto('/account/approvals')
  await helen.page.getByRole('heading', { level: 1, name: 'User Permissions' }).waitFor()
  await wakened(helen.page)
  await expectAccessible(helen.page)
  const waiting = helen.page.getByRole('article', { name: new RegExp(reference) })
  await waiting.getByText('PO 4712').waitFor()
  await waiting.getByRole('link', { name: /Review and place/ }).click()
  await helen.page.waitForURL(/\/checkout\?approval_id=\d+$/)
  expect(helen.page.url()).toBe(link)
  await placeOnAccount(helen.page)
  const placed = /FH[2-9A-Z]{8}/.exec(helen.page.url())![0]
  expect(placed).not.toBe(reference)

  const given = await mailAbout('approval-given', reference)
  expect(given.headers.get('to')).toContain('apprentice@example.com')
  expect(given.text).toContain(placed)
  await adam.page.reload()
  await adam.page.getByRole('heading', { name: 'Your order was approved' }).waitFor()
  await adam.page.getByRole('link', { name: placed }).click()
  await adam.page.getByRole('heading', { level: 1, name: `Order ${placed}` }).waitFor()
  await helen.page.goto('/account/approvals')
  await helen.page.getByRole('link', { name: placed }).waitFor()
  expect(await helen.page.getByRole('article', { name: new RegExp(reference) }).count()).toBe(0)
  expect([...adam.complaints, ...helen.complaints]).toEqual([])
})

// What was sent fills the stages by itself; the head buyer chooses how it is paid.
async function placeOnAccount(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Pay on account' }).check()
  await page.getByRole('button', { name: 'Continue to confirmation', exact: true }).click()
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.waitForURL(/\/order\/FH[2-9A-Z]{8}\/confirmation$/)
}

test('a head buyer rejects an order with a reason, which reaches the apprentice', async () => {
  const reference = await haveWaiting()
  const { page, complaints } = await signedIn('head@example.com', { width: 360 })
  await page.goto('/account/approvals')
  await wakened(page)
  const waiting = page.getByRole('article', { name: new RegExp(reference) })
  await waiting.getByRole('button', { name: /Reject/ }).click()
  const dialog = page.getByRole('dialog', { name: `Reject order ${reference}` })
  await dialog.getByRole('button', { name: 'Reject order' }).click()
  await dialog.getByText('Please give a reason, so that the sender knows what to do.').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('Take the other make')
  await dialog.getByRole('button', { name: 'Reject order' }).click()
  await page.getByText(`Order ${reference} was rejected.`).first().waitFor()
  await page.getByText('“Take the other make”').waitFor()
  await expectAccessible(page)
  expect(complaints).toEqual([])

  const refused = await mailAbout('approval-refused', reference)
  expect(refused.headers.get('to')).toContain('apprentice@example.com')
  expect(refused.text).toContain('Take the other make')
  const adam = await signedIn('apprentice@example.com')
  await adam.page.goto(`/order/${reference}/confirmation`)
  await adam.page.getByRole('heading', { name: 'Your order was not approved' }).waitFor()
  await adam.page.getByText('Take the other make').waitFor()
  await expectAccessible(adam.page)
})

test('without JavaScript an order is rejected in a fold of the page', async () => {
  const reference = await haveWaiting()
  const { page } = await signedIn('head@example.com', { javaScriptEnabled: false })
  await page.goto('/account/approvals')
  const fold = page.getByRole('article', { name: new RegExp(reference) })
  await fold
    .getByText(/^Reject/)
    .locator('visible=true')
    .click()
  await fold.getByLabel('Reason').fill('Not this month')
  await fold.getByRole('button', { name: 'Reject order' }).click()
  await page.getByText(`Order ${reference} was rejected.`).first().waitFor()
  await page.getByText('“Not this month”').waitFor()
})

test('a head buyer switches the restriction on and off, with and without JavaScript', async () => {
  const { page, complaints } = await signedIn('head@example.com')
  await page.goto('/account/approvals')
  await wakened(page)
  const tom = page.getByRole('switch', { name: /Tom Rade/ })
  expect(await tom.isChecked()).toBe(false)
  await tom.check()
  await page.getByText('Not saved yet').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved').first().waitFor()
  await expectAccessible(page)
  expect(complaints).toEqual([])

  // What could not be saved is not shown as if it were.
  await page.route('**/account/approvals', route => route.abort())
  await tom.uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your settings could not be saved.').first().waitFor()
  await expect.poll(() => tom.isChecked()).toBe(true)

  const plain = await signedIn('head@example.com', { javaScriptEnabled: false, width: 360 })
  await plain.page.goto('/account/approvals')
  const again = plain.page.getByRole('switch', { name: /Tom Rade/ })
  expect(await again.isChecked()).toBe(true)
  await again.uncheck()
  await plain.page.getByRole('button', { name: 'Save' }).click()
  await plain.page.getByText('Settings saved').first().waitFor()
  expect(await plain.page.getByRole('switch', { name: /Tom Rade/ }).isChecked()).toBe(false)
  expect(await plain.page.getByRole('switch', { name: /Adam Prentice/ }).isChecked()).toBe(true)
})
