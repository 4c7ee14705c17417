import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ParsedEmail, parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { sendDailyDocuments } from '../../src/features/billing/service.ts'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { type CustomerReply, getCustomerSeen, newCompany } from './customer-calls.ts'
import { despatch, toText } from './despatch-calls.ts'
import { refundOrder } from './order-admin-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

// R-INVOICE-11: invoices and credit notes go to the accounts department of a company.

let mailServer: SmtpSink
let shop: TestShop
let staff: TestVisitor

const northfield = '/admin/customers/NPH001'
const department = ['ap@northfield.example', 'ledger@northfield.example']

const change = async (fields: object) => {
  const details = {
    ...newCompany,
    name: 'Northfield Plant Hire',
    account_number: 'NPH001',
    vat: 'GB980780684',
  }
  const seen = await getCustomerSeen(staff, northfield)
  const { body } = await staff.post<CustomerReply>(northfield, { ...details, ...fields, seen })
  expect(body.errors).toEqual({})
}
const toDepartment = (document_emails: string) =>
  change({ accounts_emails: department.join('\n'), document_emails })

const listEmails = (recipient: string): ParsedEmail[] =>
  mailServer.received
    .filter(({ recipients }) => recipients.some(each => each.includes(recipient)))
    .map(({ raw }) => parseEmail(raw))
const waitForEmails = async (recipient: string, count: number): Promise<ParsedEmail[]> => {
  // Twenty PDFs are drawn one after the other.
  await expect.poll(() => listEmails(recipient).length, { timeout: 45_000 }).toBe(count)
  return listEmails(recipient)
}
const countEmails = async () => (await shop.sql(`select from mail_outbox where kind = 'documents'`)).length
const readAttachments = (email: ParsedEmail) =>
  email.attachments.map(({ content }) => readPdfText(content).join('\n'))

async function sendOrder(changes: object = {}): Promise<{ reference: string; number: string }> {
  const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 }, { ...changes })
  expect((await despatch(staff, reference, { 1: 2 })).success).toBe(true)
  const [row] = await shop.sql<{ number: string }>(
    `select content->>'number' as number from sales_document d join orders o on o.id = d.order_id
     where o.reference = $1 order by d.id desc limit 1`,
    [reference],
  )
  return { reference, number: row!.number }
}

beforeAll(async () => {
  mailServer = await startSmtpSink()
  shop = await startTestShop({
    worker: true,
    env: { SMTP_URL: mailServer.url, MAIL_FROM: 'parts@filters.example', INVOICE_DUE: '30' },
  })
  staff = await shop.signIn('staff@example.com')
})
afterAll(async () => {
  await shop.close()
  await mailServer.close()
})

test('a company without e-mails of its accounts department gets none', async () => {
  await sendOrder()
  expect(await countEmails()).toBe(0)
  expect((await staff.getPage(northfield)).text).not.toContain('Send an invoice again')
})

describe('each as it is issued', () => {
  let sent: { reference: string; number: string }

  test('an invoice, with its PDF, to each address once', async () => {
    await toDepartment('at_once')
    sent = await sendOrder({ purchase_order: 'PO 77' })
    for (const recipient of department) {
      const [email] = await waitForEmails(recipient, 1)
      expect(email!.headers.get('subject')).toBe(`Invoice ${sent.number} for PO number PO 77 – Filterhouse`)
      for (const part of [
        `Invoice ${sent.number} for Northfield Plant Hire (account NPH001) is attached as a PDF.`,
        'due by 24 December 2026 · PO number PO 77',
      ])
        expect(email!.text.replace(/\s+/g, ' ')).toContain(part)
      expect(email!.attachments.map(({ filename, type }) => [filename, type])).toEqual([
        [`invoice-${sent.number}-${sent.reference}.pdf`, 'application/pdf'],
      ])
      const [text] = readAttachments(email!)
      for (const part of [sent.number, 'PO 77', 'Northfield Plant Hire']) expect(text).toContain(part)
    }
  })

  test('a credit note too', async () => {
    expect((await refundOrder(staff, sent.reference, '5.00')).success).toBe(true)
    const [, email] = await waitForEmails(department[0]!, 2)
    expect(email!.headers.get('subject')).toBe('Credit note CN-000001 for PO number PO 77 – Filterhouse')
    expect(readAttachments(email!)[0]).toContain('CN-000001')
  })

  test('staff send one again from the page of the order', async () => {
    const path = `/admin/orders/${sent.reference}`
    const text = toText((await staff.getPage(path)).text)
    expect(text).toContain(`Invoice ${sent.number} for accounts`)
    const [row] = await shop.sql<{ id: number }>(
      `select id from mail_outbox where kind = 'documents' and recipient = $1 and facts->>'number' = $2`,
      [department[1], sent.number],
    )
    const press = { request: 'again-1234' }
    await staff.post(`${path}/emails/${row!.id}/send-again`, press)
    await staff.post(`${path}/emails/${row!.id}/send-again`, press)
    await waitForEmails(department[1]!, 3)
    expect(listEmails(department[0]!)).toHaveLength(2)
  })

  test('and by its number from the page of the company, once for each press', async () => {
    const seen = await getCustomerSeen(staff, northfield)
    const send = async (number: string, company = northfield) =>
      (await staff.post<CustomerReply>(`${company}/documents/email`, { number, seen })).body
    expect((await send('INV-999999')).errors.number).toBe(
      'Northfield Plant Hire has no invoice or credit note of this number.',
    )
    expect((await send('the last one')).errors.number).toContain('INV-000042')
    const presses = await runConcurrently(3, () => send(sent.number.replace('INV-0000', 'inv ')))
    expect(presses.filter(({ success }) => success).map(({ message }) => message)).toEqual([
      `${sent.number} goes to ap@northfield.example and ledger@northfield.example by email.`,
    ])
    const emails = await waitForEmails(department[0]!, 3)
    expect(readAttachments(emails[2]!)[0]).toContain(sent.number)
    const [entry] = await shop.sql<{ detail: string }>(
      `select detail from audit where action = 'document sent again' order by id desc limit 1`,
    )
    expect(entry!.detail).toBe(`${sent.number} to 2 addresses`)
  })
})

describe('one e-mail a day', () => {
  const run = () => sendDailyDocuments(shop.context)

  test('has all that was issued before 18:00, once, also when several processes send it', async () => {
    await change({ accounts_emails: 'ap@northfield.example', document_emails: 'daily' })
    expect(toText((await staff.getPage(northfield)).text)).toContain('One email a day, at 18:00')
    const before = await countEmails()
    const numbers = [(await sendOrder()).number, (await sendOrder()).number]
    shop.clock.set('2026-11-24T17:59:00Z')
    expect(await run()).toBe(0)
    shop.clock.set('2026-11-24T18:00:00Z')
    await runConcurrently(4, run)
    expect(await countEmails()).toBe(before + 1)
    const email = (await waitForEmails(department[0]!, 4))[3]!
    expect(email.headers.get('subject')).toBe('2 invoices – Filterhouse')
    const texts = readAttachments(email)
    expect(texts).toHaveLength(2)
    for (const [nth, number] of numbers.entries()) {
      expect(texts[nth]).toContain(number)
      expect(email.text).toContain(number)
    }
    expect(await run()).toBe(0)
  })

  test('what is issued later waits for the next day; more than 20 come in two e-mails', async () => {
    staff = await shop.signIn('staff@example.com')
    await shop.setStock('FH-OIL-1', 100)
    const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 21 })
    for (let parcel = 1; parcel <= 21; parcel++)
      expect((await despatch(staff, reference, { 1: 1 })).success).toBe(true)
    expect(await run()).toBe(0)
    shop.clock.set('2026-11-25T18:00:00Z')
    expect(await run()).toBe(2)
    const emails = (await waitForEmails(department[0]!, 6)).slice(4)
    const parts = emails.map(({ headers, attachments }) => [headers.get('subject'), attachments.length])
    expect(parts.toSorted()).toEqual([
      ['20 invoices (1 of 2) – Filterhouse', 20],
      [expect.stringMatching(/^Invoice INV-\d+ for order .* \(2 of 2\) – Filterhouse$/), 1],
    ])
    const files = emails.flatMap(({ attachments }) => attachments.map(({ filename }) => filename))
    expect(new Set(files).size).toBe(21)
  }, 90_000)

  test('a company that wants none any more gets none', async () => {
    staff = await shop.signIn('staff@example.com')
    await sendOrder()
    await toDepartment('off')
    shop.clock.set('2026-11-26T18:00:00Z')
    expect(await run()).toBe(0)
    staff = await shop.signIn('staff@example.com')
    await sendOrder()
    expect(await shop.sql(`select from document_to_email`)).toEqual([])
  })
})
