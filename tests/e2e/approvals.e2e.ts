import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { demoPassword } from '../../demo/people/people.ts'
import { type CompletionReply, createMemberSend, type SaveCallReply } from '../api/checkout-calls.ts'
import {
  type BrowserVisitor,
  expectAccessible,
  openBrowserVisitor,
  waitForHydration,
} from '../support/browser-visitor.ts'
import { browser, setUpShopAndBrowser, shop } from '../support/e2e-fixture.ts'
import { createTestVisitor } from '../support/test-visitor.ts'

setUpShopAndBrowser()

async function signedIn(email: string, options = {}): Promise<BrowserVisitor> {
  const buyer = await openBrowserVisitor(browser, shop.url, options)
  await buyer.page.goto('/login?redirectTo=/account/orders')
  await buyer.page.getByLabel('Email').first().fill(email)
  await buyer.page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await buyer.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await buyer.page.waitForURL(/\/account\/orders$/)
  return buyer
}

/** Waits for the e-mail of this kind about this order. */
async function waitForEmailAbout(kind: string, reference: string) {
  const folder = join(shop.dataDir, 'mail')
  const findEmail = async () => {
    const names = (await readdir(folder)).filter(name => name.includes(`-${kind}-`) && name.endsWith('.eml'))
    const mails = await Promise.all(
      names.map(async name => parseEmail(await readFile(join(folder, name), 'utf8'))),
    )
    return mails.find(mail => mail.text.includes(reference))
  }
  await expect.poll(findEmail).toBeDefined()
  return (await findEmail())!
}

/** Sends an order of the apprentice for approval. Returns its reference. */
async function createPendingOrder(): Promise<string> {
  const adam = createTestVisitor(shop.url, '127.0.0.1')
  await adam.post('/login', { email: 'apprentice@example.com', password: demoPassword })
  const { body: results } = await adam.get<{ products: { list: { id: number }[] } }>('/search?query=FH-OIL-1')
  await adam.post('/basket/add/single', { product: results.products.list[0]!.id, quantity: 2 })
  const { body: saved } = await adam.post<SaveCallReply>('/checkout/save', createMemberSend('approval'))
  const { body: sent } = await adam.post<CompletionReply>('/checkout/send-approval')
  expect([saved.error, sent.error]).toEqual([false, false])
  return saved.reference!
}

/** The apprentice adds a filter to the basket and goes through the stages. Returns the order's reference. */
async function sendForApproval(page: Page): Promise<string> {
  const next = (label: string) => page.getByRole('button', { name: label, exact: true }).click()
  await page.goto('/filterhouse/fh-oil-1')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Basket, 1 item/ })
    .waitFor()
  await page.goto('/checkout')
  await waitForHydration(page)
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
  // R-CHECKOUT-3: a company with a billing address skips the billing stage.
  await page.getByRole('button', { name: /^Continue to (billing|purchase options)$/ }).click()
  await page.getByLabel('PO number').fill('PO 4712')
  await page.getByLabel('Note to your head buyer').fill('For the 500-hour service')
  await next('Continue to confirmation')
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await page.waitForURL(/\/order\/FH[2-9A-Z]{8}\/confirmation$/)
  await page.getByRole('heading', { name: 'Your order was sent for approval' }).waitFor()
  return /FH[2-9A-Z]{8}/.exec(page.url())![0]
}

test('an apprentice asks for approval, the head buyer places the order at the checkout, and both see it', async () => {
  const adam = await signedIn('apprentice@example.com')
  const reference = await sendForApproval(adam.page)
  await expectAccessible(adam.page)
  const requestEmail = await waitForEmailAbout('approval-wanted', reference)
  expect(requestEmail.headers.get('to')).toContain('head@example.com')
  const link = /https?:\S+\/checkout\?approval_id=\d+/.exec(requestEmail.text)?.[0]
  expect(link).toBeDefined()

  const helen = await signedIn('head@example.com')
  await helen.page.goto('/account/approvals')
  await helen.page.getByRole('heading', { level: 1, name: 'User Permissions' }).waitFor()
  await waitForHydration(helen.page)
  await expectAccessible(helen.page)
  const request = helen.page.getByRole('article', { name: new RegExp(reference) })
  await request.getByText('PO 4712').waitFor()
  await request.getByText('“For the 500-hour service”').waitFor()
  await request.getByText('FH-OIL-1').waitFor()
  await request.getByRole('link', { name: /Change something first/ }).click()
  await helen.page.waitForURL(/\/checkout\?approval_id=\d+$/)
  expect(helen.page.url()).toBe(link)
  await placeOnAccount(helen.page)
  const placed = /FH[2-9A-Z]{8}/.exec(helen.page.url())![0]
  expect(placed).not.toBe(reference)

  const approvalEmail = await waitForEmailAbout('approval-given', reference)
  expect(approvalEmail.headers.get('to')).toContain('apprentice@example.com')
  expect(approvalEmail.text).toContain(placed)
  await adam.page.reload()
  await adam.page.getByRole('heading', { name: 'Your order was approved' }).waitFor()
  await adam.page.getByRole('link', { name: placed }).click()
  await adam.page.getByRole('heading', { level: 1, name: `Order ${placed}` }).waitFor()
  await helen.page.goto('/account/approvals')
  await helen.page.getByRole('link', { name: placed }).waitFor()
  expect(await helen.page.getByRole('article', { name: new RegExp(reference) }).count()).toBe(0)
  expect([...adam.consoleErrors, ...helen.consoleErrors]).toEqual([])
})

// The stages are filled in from the request; the head buyer only chooses the payment method.
async function placeOnAccount(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Pay on account' }).check()
  await page.getByRole('button', { name: 'Continue to confirmation', exact: true }).click()
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: /^Place Order on account/ }).click()
  await page.waitForURL(/\/order\/FH[2-9A-Z]{8}\/confirmation$/)
}

test.each([
  ['with', true],
  ['without', false],
])('a head buyer approves a request by one press, %s JavaScript', async (_, javaScriptEnabled) => {
  const reference = await createPendingOrder()
  const { page, consoleErrors } = await signedIn('head@example.com', { javaScriptEnabled, width: 360 })
  await page.goto('/account/approvals')
  if (javaScriptEnabled) await waitForHydration(page)
  const request = page.getByRole('article', { name: new RegExp(reference) })
  const button = request.getByRole('button', { name: /^Approve and order: £39\.60/ })
  if (javaScriptEnabled) await button.dblclick()
  else await button.click()
  await page
    .getByText(new RegExp(`Request ${reference} has been approved and placed as order FH`))
    .first()
    .waitFor()
  expect(await request.count()).toBe(0)
  expect(consoleErrors).toEqual([])

  const email = await waitForEmailAbout('approval-given', reference)
  const placed = /\/account\/orders\/(FH[2-9A-Z]{8})/.exec(
    email.text.replaceAll(`/account/orders/${reference}`, ''),
  )![1]!
  await page.goto(`/account/orders/${placed}`)
  await page.getByRole('link', { name: reference }).click()
  await page.getByRole('heading', { level: 1, name: `Request ${reference}` }).waitFor()
  await page.getByText('Approved and placed as order').getByRole('link', { name: placed }).waitFor()
  if (javaScriptEnabled) await expectAccessible(page)
})

test('a head buyer rejects an order with a reason, which reaches the apprentice', async () => {
  const reference = await createPendingOrder()
  const { page, consoleErrors } = await signedIn('head@example.com', { width: 360 })
  await page.goto('/account/approvals')
  await waitForHydration(page)
  const request = page.getByRole('article', { name: new RegExp(reference) })
  await request.getByRole('button', { name: /Reject/ }).click()
  await request.getByText('Please give a reason, so that the sender knows what to do.').waitFor()
  await expectAccessible(page)
  await request.getByLabel('Reason').fill('Take the other make')
  await request.getByRole('button', { name: /Reject/ }).click()
  await page.getByText(`Order ${reference} was rejected.`).first().waitFor()
  await page.getByText('“Take the other make”').waitFor()
  await expectAccessible(page)
  expect(consoleErrors).toEqual([])

  const rejectionEmail = await waitForEmailAbout('approval-refused', reference)
  expect(rejectionEmail.headers.get('to')).toContain('apprentice@example.com')
  expect(rejectionEmail.text).toContain('Take the other make')
  const adam = await signedIn('apprentice@example.com')
  await adam.page.goto(`/order/${reference}/confirmation`)
  await adam.page.getByRole('heading', { name: 'Your order was not approved' }).waitFor()
  await adam.page.getByText('Take the other make').waitFor()
  await expectAccessible(adam.page)
})

test('a head buyer without JavaScript rejects an order, and sees that the reason is missing', async () => {
  const reference = await createPendingOrder()
  const { page } = await signedIn('head@example.com', { javaScriptEnabled: false })
  await page.goto('/account/approvals')
  const request = page.getByRole('article', { name: new RegExp(reference) })
  await request.getByRole('button', { name: /Reject/ }).click()
  await page.getByRole('heading', { name: 'There is a problem' }).waitFor()
  await request.getByLabel('Reason').fill('Not this month')
  await request.getByRole('button', { name: /Reject/ }).click()
  await page.getByText(`Order ${reference} was rejected.`).first().waitFor()
  await page.getByText('“Not this month”').waitFor()
})

test('a head buyer switches the restriction on and off, with and without JavaScript', async () => {
  const { page, consoleErrors } = await signedIn('head@example.com')
  await page.goto('/account/approvals')
  await waitForHydration(page)
  const tom = page.getByRole('switch', { name: /Tom Rade/ })
  expect(await tom.isChecked()).toBe(false)
  await tom.check()
  await page.getByText('Not saved yet').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Settings saved').first().waitFor()
  await expectAccessible(page)
  expect(consoleErrors).toEqual([])

  // A daily limit that is none stays to be corrected, with the switches as they are.
  await tom.uncheck()
  const limit = page.getByLabel('Daily limit £ for Tom Rade')
  await limit.fill('lots')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Enter each daily limit in pounds').first().waitFor()
  expect([await tom.isChecked(), await limit.inputValue()]).toEqual([false, 'lots'])
  expect(await limit.getAttribute('aria-invalid')).toBe('true')
  expect(await limit.evaluate(field => document.activeElement === field)).toBe(true)
  const save = async () => {
    const reply = page.waitForResponse('**/account/approvals')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    expect((await reply).status()).toBe(200)
  }
  await limit.fill('£250')
  await save()
  await page.reload()
  expect(await limit.inputValue()).toBe('250.00')
  await waitForHydration(page)
  await limit.fill('')
  await tom.check()
  await save()

  // A change that could not be saved is undone on the screen.
  await page.route('**/account/approvals', route => route.abort())
  await tom.uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Your settings could not be saved.').first().waitFor()
  await expect.poll(() => tom.isChecked()).toBe(true)

  const plain = await signedIn('head@example.com', { javaScriptEnabled: false, width: 360 })
  await plain.page.goto('/account/approvals')
  const tomPlain = plain.page.getByRole('switch', { name: /Tom Rade/ })
  expect(await tomPlain.isChecked()).toBe(true)
  await tomPlain.uncheck()
  await plain.page.getByRole('button', { name: 'Save', exact: true }).click()
  await plain.page.getByText('Settings saved').first().waitFor()
  expect(await plain.page.getByRole('switch', { name: /Tom Rade/ }).isChecked()).toBe(false)
  expect(await plain.page.getByRole('switch', { name: /Adam Prentice/ }).isChecked()).toBe(true)
})

test('a head buyer names a deputy while away, without JavaScript; a wrong day stays to be corrected', async () => {
  const { page } = await signedIn('head@example.com', { javaScriptEnabled: false, width: 360 })
  await page.goto('/account/approvals')
  await page.getByLabel('Stands in for you').selectOption({ label: 'Tom Rade' })
  await page.getByLabel('First day').fill('2026-12-20')
  await page.getByRole('button', { name: 'Save these days' }).click()
  await page.getByRole('link', { name: 'Enter the last day.' }).waitFor()
  expect(await page.getByLabel('First day').inputValue()).toBe('2026-12-20')
  await page.getByLabel('Last day').fill('2027-01-03')
  await page.getByRole('button', { name: 'Save these days' }).click()
  await page.getByText('Tom Rade can approve or reject requests for you').first().waitFor()
  expect(await page.getByLabel('Last day').inputValue()).toBe('2027-01-03')

  const tom = await signedIn('trade@example.com')
  await tom.page.goto('/account')
  expect(await tom.page.locator('a[href="/account/approvals"]').count()).toBeGreaterThan(0)
})
