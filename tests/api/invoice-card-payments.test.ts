import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emails } from '../../src/emails.ts'
import { createInvoicePaymentPath } from '../../src/features/billing/invoice-link.server.ts'
import { attachInvoice } from '../../src/features/billing/service.ts'
import { createEmailRenderers } from '../../src/infra/mail/define-email.server.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { payByCard, runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { despatch, toText } from './despatch-calls.ts'
import { enterPayment, getExport } from './ledger-calls.ts'
import { openForm } from './payment-link-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

// R-LEDGER-12, R-LEDGER-13: a customer pays an invoice on account by card.

let shop: TestShop
let staff: TestVisitor
let head: TestVisitor

interface Invoice {
  id: number
  number: number
  total: number
  url: string
}

async function createInvoice(): Promise<Invoice> {
  const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
  expect((await despatch(staff, reference, { 1: 2 })).success).toBe(true)
  const [row] = await shop.sql<Omit<Invoice, 'url'>>(
    `select id::int, number, total from sales_document order by id desc limit 1`,
  )
  return { ...row!, url: `/account/statements/invoices/${row!.number}/pay` }
}
const listPayments = ({ id }: Invoice) =>
  shop.sql<{ amount: number; method: string; is_open: boolean }>(
    `select a.amount, p.method, p.cancelled_at is null as is_open from account_allocation a
     join account_payment p on p.id = a.payment_id where a.invoice_id = $1 order by a.id`,
    [id],
  )
const getCharged = async ({ id }: Invoice) => {
  const rows = await shop.sql<{ code: string }>(
    `select transaction_reference as code from payment_attempt where invoice_id = $1`,
    [id],
  )
  const entries = rows.map(({ code }) => shop.simulator.control.ledger(code))
  return entries.reduce((total, entry) => total + (entry ? entry.charged - entry.refunded : 0), 0)
}
const getText = async ({ url }: Invoice) => toText((await head.getPage(url)).text)

beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
  head = await shop.signIn('head@example.com')
  await shop.setStock('FH-OIL-1', 100)
})
afterAll(() => shop.close())

test('from the statements, once, and the ledger has it', async () => {
  const invoice = await createInvoice()
  expect((await head.getPage('/account/statements')).text).toContain(`href="${invoice.url}"`)
  const pounds = `£${(invoice.total / 100).toFixed(2)}`
  expect(await getText(invoice)).toContain(`${pounds} to pay`)
  expect((await openForm(head, invoice.url, invoice.total - 1)).message).toContain('nothing was charged')
  const forms = await runConcurrently(3, () => openForm(head, invoice.url, invoice.total))
  expect(new Set(forms.map(({ next_url }) => next_url)).size).toBe(1)
  const { location } = await payByCard(forms[0]!.next_url!)
  const returned = (await head.getPage(new URL(location!).pathname)).text
  const [, link] = /href="(\/pay\/invoice\/\d+\?key=[\w-]+)"/.exec(returned)!
  expect((await head.getPage(link!)).headers.get('location')).toBe(invoice.url)
  expect(await getCharged(invoice)).toBe(invoice.total)
  expect(await listPayments(invoice)).toEqual([{ amount: invoice.total, method: 'card', is_open: true }])
  expect(await getText(invoice)).toMatch(/Paid Date 24 November 2026 Due .* Order FH\w+/)
  expect(await getText(invoice)).toContain(`Thank you, we have your payment of ${pounds}.`)
  expect((await head.getPage('/account/statements')).text).not.toContain(invoice.url)
  expect((await openForm(head, invoice.url, invoice.total)).message).toContain('nothing was charged')
  const receipts = await shop.sql<{ recipient: string; facts: { invoice: string; amount: number } }>(
    `select recipient, facts from mail_outbox where kind = 'invoice-paid'`,
  )
  const { number, total: amount } = invoice
  expect(receipts).toMatchObject([
    { recipient: 'head@example.com', facts: { invoice: `INV-${String(number).padStart(6, '0')}`, amount } },
  ])
  const sage = await getExport(staff, 'sage', 'from=2026-11-24&to=2026-11-24')
  expect(sage).toMatch(new RegExp(`SA,NPH001,1250,.*,${(invoice.total / 100).toFixed(2)},T9`))
})

test('not twice: what staff have entered meanwhile refuses the card', async () => {
  const invoice = await createInvoice()
  const { next_url } = await openForm(head, invoice.url, invoice.total)
  expect((await enterPayment(staff, 'NPH001', { amount: (invoice.total / 100).toFixed(2) })).success).toBe(
    true,
  )
  await payByCard(next_url!)
  expect(await getCharged(invoice)).toBe(0)
  expect(await getText(invoice)).toContain('This invoice is paid.')
})

test('of a part that is open, the rest alone', async () => {
  const invoice = await createInvoice()
  await enterPayment(staff, 'NPH001', { amount: '5.00', reference: 'BACS 5' })
  const { next_url } = await openForm(head, invoice.url, invoice.total - 500)
  await payByCard(next_url!)
  expect((await listPayments(invoice)).map(({ amount }) => amount)).toEqual([500, invoice.total - 500])
})

test('a declined card pays nothing, and another one does', async () => {
  const invoice = await createInvoice()
  const declined = { holder: 'Sam Okafor', number: '4929602110085639', expiry: '12/30', securityCode: '123' }
  const { next_url } = await openForm(head, invoice.url, invoice.total)
  await payByCard(next_url!, declined)
  expect(await listPayments(invoice)).toEqual([])
  const again = await openForm(head, invoice.url, invoice.total)
  await payByCard(again.next_url!)
  expect(await getCharged(invoice)).toBe(invoice.total)
})

test('a payment that the provider takes back is cancelled, and the invoice is open again', async () => {
  const invoice = await createInvoice()
  const { next_url } = await openForm(head, invoice.url, invoice.total)
  const [attempt] = await shop.sql<{ code: string }>(
    `select transaction_reference as code from payment_attempt where invoice_id = $1`,
    [invoice.id],
  )
  shop.simulator.control.fault('drop_our_answer', { vendorTxCode: attempt!.code })
  await payByCard(next_url!)
  expect(await listPayments(invoice)).toEqual([{ amount: invoice.total, method: 'card', is_open: true }])
  await shop.simulator.control.advance(16)
  expect(await listPayments(invoice)).toEqual([{ amount: invoice.total, method: 'card', is_open: false }])
  expect(await getCharged(invoice)).toBe(0)
  expect(await getText(invoice)).toContain('to pay')
})

describe('R-LEDGER-13: by the link of an e-mail', () => {
  test('anybody pays this invoice without a login, once, and sees its number, amount and company alone', async () => {
    const invoice = await createInvoice()
    const next = await createInvoice()
    const [order] = await shop.sql<{ reference: string }>(
      'select o.reference from sales_document d join orders o on o.id = d.order_id where d.id = $1',
      [invoice.id],
    )
    const link = createInvoicePaymentPath(shop.context.config.sessionSecret, invoice.number)
    const key = link.split('?')[1]!
    const guest = shop.createVisitor()
    const page = await guest.getPage(link)
    const document = `INV-${String(invoice.number).padStart(6, '0')}`
    expect(page.headers.get('cache-control')).toContain('no-store')
    expect(toText(page.text)).toContain(
      `£${(invoice.total / 100).toFixed(2)} to pay Invoice ${document}, Northfield Plant Hire`,
    )
    for (const part of [order!.reference, 'trade@example.com', 'FH-OIL-1', 'NPH001'])
      expect(page.text).not.toContain(part)

    // Its key pays no other invoice, and opens nothing of the account.
    const other = `/pay/invoice/${next.number}?${key}`
    for (const path of [
      other,
      other.replace('?', '/status?'),
      invoice.url.replace('/account', ''),
      link.slice(0, -1),
    ])
      expect([path, (await guest.getPage(path)).status]).toEqual([path, 404])
    expect((await guest.post(other, { amount: '1.00' })).status).toBe(404)
    expect((await guest.getPage(invoice.url)).status).toBe(303)

    expect((await openForm(guest, link, invoice.total - 1)).message).toContain('nothing was charged')
    const { next_url } = await openForm(guest, link, invoice.total)
    expect((await guest.post(link, { amount: (invoice.total / 100).toFixed(2) })).body).toMatchObject({
      next_url,
    })
    await payByCard(next_url!)
    expect(await getCharged(invoice)).toBe(invoice.total)
    expect(await listPayments(invoice)).toEqual([{ amount: invoice.total, method: 'card', is_open: true }])
    const paid = toText((await guest.getPage(link)).text)
    expect(paid).toContain(`Paid Invoice ${document} Thank you, we have your payment`)
    expect(paid).not.toContain('Northfield')
    expect((await openForm(guest, link, invoice.total)).message).toContain('nothing was charged')
    // The head buyer goes on to the next invoice that is open.
    expect(await getText(invoice)).toMatch(/Pay INV-\d{6} next: £/)
  })

  test('stands in the e-mails of invoices and reminders when the shop takes cards', async () => {
    const { id, number } = await createInvoice()
    const document = `INV-${String(number).padStart(6, '0')}`
    const { shopName: name, contact } = shop.context.config
    const render = async (kind: string, facts: object, takesCards: boolean) => {
      const renderers = createEmailRenderers(emails, {
        ...shop.context,
        attachInvoice: (of: string) => attachInvoice(shop.context, of),
        takesCards,
      })
      const sender = { name, ...contact, baseUrl: 'https://filters.example' }
      return (await renderers[kind]!(facts as never, sender)).text
    }
    const link = createInvoicePaymentPath(shop.context.config.sessionSecret, number)
    const facts = { documentIds: [id], reference: null, number: null, part: 1, parts: 1 }
    const invoices = [{ number: document, purchaseOrder: '', dueOn: '2026-11-01', open: 100 }]
    const reminder = {
      company: 'Northfield',
      accountNumber: 'NPH001',
      level: 1,
      day: '2026-11-24',
      total: 100,
    }
    for (const [kind, stored] of [
      ['documents', facts],
      ['payment-reminder', { ...reminder, invoices }],
    ] as const) {
      expect(await render(kind, stored, true)).toContain(`https://filters.example${link}`)
      expect(await render(kind, stored, false)).not.toContain('/pay/')
    }
  })
})

test('to all but head buyers of the company it does not exist', async () => {
  const invoice = await createInvoice()
  for (const email of [
    'trade@example.com',
    'stopped@example.com',
    'retail@example.com',
    'staff@example.com',
  ]) {
    const visitor = await shop.signIn(email)
    expect([email, (await visitor.getPage(invoice.url)).status]).toEqual([email, 404])
    expect((await visitor.post(invoice.url, { amount: '1.00' })).status).toBe(404)
    expect((await visitor.getPage(`${invoice.url}/status`)).status).toBe(404)
  }
  const { headers } = await head.getPage(invoice.url)
  expect(headers.get('cache-control')).toContain('no-store')
})
