import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { runStaffCommand } from '../../scripts/staff/staff-command.ts'
import { toLondonTime } from '../../src/lib/dates.ts'
import { formatDecimal, formatPounds, parsePounds, sum } from '../../src/lib/money.ts'
import { runImport } from '../api/run-import.ts'
import { type BrowserVisitor, openBrowserVisitor, payInFrame } from '../support/browser-visitor.ts'
import { readCsvRows } from '../support/csv.ts'
import { browser, setUpBrowser } from '../support/e2e-fixture.ts'
import { type EmptyShop, emptyShopSettings, startEmptyShop } from '../support/empty-shop.ts'
import { readPdfText } from '../support/pdf-text.ts'
import { runCommand } from '../support/run-command.ts'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'

setUpBrowser()
let shop: EmptyShop
let sink: SmtpSink
let settings: Record<string, string>
beforeAll(async () => {
  sink = await startSmtpSink()
  shop = await startEmptyShop()
  const termsFile = join(shop.dataDir, 'terms.md')
  writeFileSync(termsFile, 'Version: 2026-11-24\n\n# Prices\n\nPrices are in pounds and exclude VAT.\n')
  settings = {
    DELIVERY_PRICES: 'ND=7.50',
    DELIVERY_CUT_OFF: '16:00',
    COLLECTION_POINT: 'Hull counter',
    TERMS_FILE: termsFile,
    SHOP_VAT_NUMBER: 'GB980780684',
    SHOP_ADDRESS: '5 Dock Road, Hull, HU1 1AA',
    SHOP_NAME: 'Humber Filters',
    SHOP_EMAIL: 'parts@humberfilters.co.uk',
    SHOP_BANK: 'Humber Filters, 20-00-00, 12345678',
    SMTP_URL: sink.url,
  }
  await shop.restart(settings, { takesCards: true, worker: true })
}, 60_000)
afterAll(async () => {
  await shop?.close()
  await sink?.close()
})

const password = 'nine purple tractors'

/** The path of the link in the newest e-mail to this address with these words. */
async function findPath(to: string, words: string): Promise<string> {
  const find = () =>
    sink.received
      .filter(({ recipients }) => recipients.includes(to))
      .map(({ raw }) => parseEmail(raw).text)
      .findLast(text => text.includes(words))
  await expect.poll(find, { timeout: 15_000, message: `an e-mail to ${to}: ${words}` }).toBeTruthy()
  const { pathname, search } = new URL(
    /https?:\/\/\S+\/(?:password|account|trade-account|pay)\S+/.exec(find()!)![0],
  )
  return pathname + search
}

async function signIn(email: string): Promise<BrowserVisitor> {
  const visitor = await openBrowserVisitor(browser, shop.url)
  await visitor.page.goto('/login')
  await visitor.page.getByLabel('Email').first().fill(email)
  await visitor.page.getByLabel('Password', { exact: true }).fill(password)
  await visitor.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await visitor.page.waitForURL(url => url.pathname !== '/login')
  return visitor
}

async function choosePassword(path: string): Promise<void> {
  const { page } = await openBrowserVisitor(browser, shop.url)
  await page.goto(path)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await page.waitForURL(/\/login/)
}

const fill = async (page: Page, texts: Record<string, string>) => {
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text)
}

interface PhoneOrder {
  /** What the caller says of themselves; null: somebody new. */
  caller: string | null
  lines: string
  end: string | RegExp
  collects?: boolean
  fillEnd?: () => Promise<void>
}

/** Takes an order at the counter; returns its reference. */
async function takeOrder(page: Page, order: PhoneOrder): Promise<string> {
  await page.goto('/admin/orders/new')
  if (order.caller === null) await page.getByRole('link', { name: 'Somebody new' }).click()
  else {
    await page.getByLabel('Find a customer').fill(order.caller)
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Customers' }).getByRole('link').first().click()
  }
  await page.getByLabel('Part numbers and quantities').fill(order.lines)
  if (order.caller === null) {
    await fill(page, { 'First name': 'Walt', Surname: 'Inn' })
    await page.getByLabel(/^Email/).fill('walt@inn.example')
  }
  await page.getByRole('button', { name: 'Prices and stock' }).first().click()
  await page.getByRole('list', { name: 'Parts of this order' }).waitFor()
  if (order.collects) {
    const collection = page.locator('#delivery option', { hasText: /[Cc]ollect/ })
    await page.getByLabel('How it gets there').selectOption((await collection.first().getAttribute('value'))!)
  }
  await page.getByRole('radio', { name: order.end }).check()
  await order.fillEnd?.()
  await page.getByRole('button', { name: 'Prices and stock' }).last().click()
  await page.locator('#total').waitFor()
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.waitForURL(/\/admin\/orders\/FH[2-9A-Z]{8}/)
  return /FH[2-9A-Z]{8}/.exec(page.url())![0]
}

test('an owner runs a month from the browser: staff, a company, orders of every kind, a sample, money, a stop and an erasure', async () => {
  // The first manager and the catalogue come from the shell; everything else from the browser.
  const env = {
    ...emptyShopSettings,
    DATABASE_URL: shop.database.url,
    DATA_DIR: shop.dataDir,
    BASE_URL: shop.url,
  }
  const added = await runCommand(runStaffCommand, ['add', 'owner@humber.example', '--role', 'manager'], env)
  await choosePassword(new URL(added.out.trim()).pathname)
  const catalogue = join(shop.dataDir, 'catalogue')
  mkdirSync(catalogue)
  writeFileSync(
    join(catalogue, 'products.csv'),
    `code,title,brand,type,price,stock\n${['HF-1', 'HF-2', 'HF-3', 'HF-4', 'HF-5']
      .map((code, nth) => `${code},Fuel filter ${code},Humber,Fuel filter,${nth + 10}.50,500`)
      .join('\n')}\n`,
  )
  expect(await runImport([catalogue], env)).toMatchObject({ complaints: [] })
  await shop.waitForCatalogue()

  const owner = await signIn('owner@humber.example')
  const { page } = owner
  await page.goto('/admin/staff')
  await page.getByRole('link', { name: 'Invite', exact: true }).click()
  await fill(page, { Name: 'Wes Ward' })
  await page.getByLabel('Email address').fill('wes@humber.example')
  await page.getByLabel('Manager: all rights, and changes staff').check()
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByText('is on its way to wes@humber.example').first().waitFor()
  await choosePassword(await findPath('wes@humber.example', 'password'))
  const wes = await signIn('wes@humber.example')

  // A company applies, gets £60 of credit and a head buyer.
  const applicant = await openBrowserVisitor(browser, shop.url)
  await applicant.page.goto('/trade-account')
  for (const [label, text] of [
    ['Company name', 'Moor Drainage'],
    ['VAT number', 'GB980780684'],
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
    await applicant.page.getByRole('textbox', { name: label! }).first().fill(text!)
  await applicant.page.getByRole('button', { name: 'Send application' }).click()
  await applicant.page.getByText('One more step').waitFor()
  await applicant.page.goto(await findPath('bea@moor.example', 'trade-account/confirm'))
  await applicant.page.getByRole('button', { name: 'Confirm the application' }).click()
  await applicant.page.getByText('Thank you. We have your application').waitFor()
  await page.goto('/admin')
  await page.getByRole('link', { name: /Trade applications to decide/ }).click()
  await page.getByRole('link', { name: 'Moor Drainage' }).click()
  await page.getByLabel('Credit limit').fill('60')
  await page.getByRole('button', { name: 'Open the account and invite' }).click()
  await page.getByText('The account of Moor Drainage is open').first().waitFor()
  const buyer = await openBrowserVisitor(browser, shop.url)
  await buyer.page.goto(await findPath('bea@moor.example', 'account/invitation'))
  await fill(buyer.page, { 'Your name': 'Bea Oss', Password: password })
  await buyer.page.getByRole('button', { name: 'Join Moor Drainage' }).click()
  await buyer.page.getByText('Welcome. You now order for Moor Drainage.').first().waitFor()

  // Orders by telephone and at the counter.
  const onAccount = await takeOrder(wes.page, {
    caller: 'bea@moor.example',
    lines: '2 HF-1',
    end: /account/i,
  })
  await wes.page.goto(`/admin/orders/${onAccount}`)
  const byLink = await takeOrder(wes.page, { caller: 'bea@moor.example', lines: '1 HF-2', end: /link/i })
  const payer = await openBrowserVisitor(browser, shop.url)
  await payer.page.goto(await findPath('bea@moor.example', '/pay?key='))
  await payer.page.getByRole('button', { name: /^Pay £[\d.]+ by card$/ }).click()
  await payInFrame(payer.page)
  await payer.page.getByRole('heading', { name: 'Thank you, your payment has gone through' }).waitFor()
  const inCash = await takeOrder(wes.page, {
    caller: null,
    lines: '3 HF-3',
    collects: true,
    end: /paid now/i,
    fillEnd: async () => {
      await wes.page.getByRole('radio', { name: 'Cash' }).check()
      await wes.page.getByLabel('They take the goods now').check()
    },
  })
  const proForma = await takeOrder(wes.page, {
    caller: 'bea@moor.example',
    lines: '1 HF-4',
    end: /pro forma/i,
  })
  const sample = await takeOrder(wes.page, {
    caller: 'bea@moor.example',
    lines: '1 HF-5',
    end: 'Free of charge',
    fillEnd: () => wes.page.getByRole('radio', { name: 'Sample' }).check(),
  })

  // The pro forma is paid by bank: the line of the statement names the order.
  await page.goto(`/admin/orders/${proForma}`)
  const due = /Waiting for £([\d.]+)/.exec(await page.getByRole('main').innerText())![1]!
  await page.goto('/admin/pro-formas')
  await page.getByRole('link', { name: 'Enter a bank payment' }).click()
  await page.getByLabel('Line of the bank statement').fill(`FPI MOOR DRAINAGE ${proForma} ${due}`)
  await page.getByRole('button', { name: 'Read the line' }).click()
  await page.getByRole('button', { name: 'Enter the payment' }).click()
  await page.getByText('The order goes on.').first().waitFor()

  // Beyond the limit: held, and released with a reason.
  const beyond = await takeOrder(wes.page, { caller: 'bea@moor.example', lines: '3 HF-5', end: 'On account' })
  await page.goto(`/admin/orders/${beyond}`)
  await page
    .getByText(/^Held: over the credit limit/)
    .first()
    .waitFor()
  await page.getByLabel('Why it is released').fill('Bea pays on Friday')
  await page.getByRole('button', { name: 'Send all the same' }).click()
  await page.getByText(`Order ${beyond} has been released and can be despatched.`).first().waitFor()

  // A stop takes the first order out of the queue, and the end of the stop brings it back.
  const isQueued = async () => {
    await page.goto('/admin/orders')
    return (await page.getByRole('table').innerText()).includes(onAccount)
  }
  expect(await isQueued()).toBe(true)
  await page.goto('/admin/customers')
  await page.getByRole('link', { name: 'Moor Drainage' }).first().click()
  const company = page.url()
  await page.getByLabel('Why it is put on stop').fill('Cheque bounced')
  await page.getByRole('button', { name: 'Put on stop' }).click()
  await page.getByLabel('Why it is taken off').waitFor()
  expect(await isQueued()).toBe(false)
  await page.goto(company)
  await page.getByLabel('Why it is taken off').fill('The cheque is good')
  await page.getByRole('button', { name: 'Take off stop' }).click()
  await page.getByLabel('Why it is put on stop').waitFor()
  expect(await isQueued()).toBe(true)

  // All of it leaves the shop.
  for (const reference of [onAccount, byLink, proForma, sample, beyond]) {
    await wes.page.goto(`/admin/orders/${reference}`)
    await wes.page.getByLabel('Carrier', { exact: true }).selectOption({ label: 'DPD' })
    await wes.page.getByRole('button', { name: 'Despatch', exact: true }).click()
    await wes.page.getByText('Parcel 1 has been despatched with DPD').first().waitFor()
  }

  // What left the shop is in the VAT export, and every penny of it was paid or is owed.
  const today = toLondonTime(new Date()).date
  const readRows = async (path: string) => readCsvRows(await (await page.request.get(path)).text())
  const add = (rows: Record<string, string>[], column: string) =>
    sum(rows.map(row => parsePounds(row[column]!)!))
  const vat = await readRows(`/admin/exports/vat.csv?from=${today}&to=${today}`)
  const documents = vat.filter(row => row.Document !== '')
  expect(documents.map(row => row['Order number']).toSorted()).toEqual(
    [onAccount, byLink, inCash, proForma, beyond].toSorted(),
  )
  expect(vat.find(row => row['Tax point']!.startsWith('Box 1'))!.VAT).toBe(
    formatDecimal(add(documents, 'VAT')),
  )
  const taken = await readRows('/admin/cash/export.csv')
  expect(taken.map(row => [row.Order, row.How])).toEqual([
    [inCash, 'Cash'],
    [proForma, 'Bank transfer'],
  ])
  expect(taken.map(row => row.By)).toEqual(['Wes Ward', 'owner@humber.example'])
  const byCard = documents.filter(row => row['Order number'] === byLink)
  const owed = documents.filter(row => row.Account !== '')
  expect(owed.map(row => row['Order number'])).toEqual([onAccount, beyond])
  expect(add(taken, 'Amount') + add(byCard, 'Total') + add(owed, 'Total')).toBe(add(documents, 'Total'))
  await page.goto('/admin/accounts')
  await page.getByText(`Owed ${formatPounds(add(owed, 'Total'))}, nothing overdue.`).waitFor()
  await page.goto('/admin/cash')
  const figures = page.locator('dl > div')
  await figures.filter({ hasText: `All together${formatPounds(add(taken, 'Amount'))}` }).waitFor()
  await page.goto('/admin/free-of-charge')
  await page.getByText('1 order with goods worth £14.50 ex VAT.').waitFor()

  // Walt wants to be forgotten: one manager asks, the other confirms, and the invoice stays.
  await page.goto('/admin/privacy')
  await page.getByLabel('Email address').fill('walt@inn.example')
  await page.getByRole('main').getByRole('button', { name: 'Find', exact: true }).last().click()
  await page.getByRole('button', { name: 'Ask another manager to erase' }).click()
  await page.getByText('Another manager has to confirm it.').waitFor()
  await wes.page.goto('/admin')
  await wes.page.getByRole('link', { name: /Requests to erase personal data/ }).click()
  await wes.page
    .getByRole('main')
    .getByRole('link', { name: /Walt Inn|walt@inn/ })
    .click()
  await wes.page.getByLabel('It cannot be undone').check()
  await wes.page.getByRole('button', { name: 'Erase for good' }).click()
  await wes.page.getByText(/^Erased on/).waitFor()
  await page.goto('/admin/customers?query=walt')
  await page
    .getByText(/No customer/)
    .first()
    .waitFor()
  expect((await readRows(`/admin/exports/vat.csv?from=${today}&to=${today}`)).length).toBe(vat.length)
  const errors = [owner, wes, applicant, buyer, payer].flatMap(visitor => visitor.consoleErrors)
  expect(errors).toEqual([])

  // A month later the company's statement says the same to the penny.
  await shop.restart(settings, { daysLater: 31 })
  const payable = await signIn('bea@moor.example')
  const paper = await payable.page.request.get(`/account/statements/${today.slice(0, 7)}.pdf`)
  const statement = readPdfText(await paper.body())
    .join(' ')
    .replaceAll('\n', ' ')
  for (const { Document, Total } of owed) {
    expect(statement).toContain(Document)
    expect(statement).toContain(formatPounds(parsePounds(Total!)!))
  }
  const [, balance] = /Balance on \d+ \w+ \d{4} (£[\d,.]+)/.exec(statement)!
  expect(balance).toBe(formatPounds(add(owed, 'Total')))
})
