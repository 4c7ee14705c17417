import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statementEmail } from '../../src/features/sales-ledger/statement/StatementEmail.tsx'
import { sendMonthlyStatements } from '../../src/features/sales-ledger/statement/send-statement.server.ts'
import { readCsv } from '../support/csv.ts'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { despatch } from './despatch-calls.ts'
import { enterPayment, getPaymentId, getSeen, type LedgerReply } from './ledger-calls.ts'
import { getSeenOrderVersion } from './order-admin-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

// R-LEDGER-6 and R-LEDGER-7: statements for staff and for head buyers.

const account = 'NPH001'
let shop: TestShop
let staff: TestVisitor
let head: TestVisitor
let reference: string
let november: string

const at = (iso: string) => shop.clock.set(iso)
const getPdf = async (visitor: TestVisitor, path: string): Promise<string> => {
  const { status, headers, content } = await visitor.getFile(path)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return readPdfText(content).join('\n')
}
const getStatement = (month: string) => getPdf(staff, `/admin/accounts/${account}/statements/${month}.pdf`)
const email = async (month: string, sent = ''): Promise<LedgerReply> =>
  (await staff.post<LedgerReply>(`/admin/accounts/${account}/statements/${month}/email`, { sent })).body
const listEmails = () =>
  shop.sql<{ recipient: string; facts: { companyId: number; month: string; name: string } }>(
    `select recipient, facts from mail_outbox where kind = 'account-statement' order by id`,
  )
const signInAgain = async () => {
  staff = await shop.signIn('staff@example.com')
  head = await shop.signIn('head@example.com')
}

// November: an order of £33.96 is despatched and invoiced, £10.00 is paid. December: £5.00 is paid, and £10.00 taken back.
beforeAll(async () => {
  shop = await startTestShop({ env: { STATEMENTS: 'monthly', SHOP_BANK: 'Filters Ltd, Sort code 20-00-00' } })
  await signInAgain()
  const order = await placeAccountOrder(
    shop,
    'trade@example.com',
    { 'FH-OIL-1': 2 },
    { purchase_order: 'PO 77' },
  )
  reference = order.reference
  await shop.sql(
    `update order_line set entry = '{"reference": "Fleet 12"}'
     where order_id = (select id from orders where reference = $1)`,
    [reference],
  )
  expect((await despatch(staff, reference, { 1: 2 })).success).toBe(true)
  await enterPayment(staff, account, { amount: '10', reference: 'CHQ 10' })
  at('2026-12-04T10:00:00Z')
  await signInAgain()
  november = await getStatement('2026-11')
  await enterPayment(staff, account, { amount: '5', reference: 'BACS 5', received_on: '2026-11-30' })
  const id = await getPaymentId(shop, 'CHQ 10')
  await staff.post(`/admin/accounts/${account}/payments/${id}/cancel`, {
    seen: await getSeen(staff, account),
    reason: 'Cheque returned',
  })
}, 60_000)
afterAll(() => shop.close())

const toPounds = (pence: number): string => `£${(pence / 100).toFixed(2)}`
const getTotal = async (): Promise<number> => {
  const [invoice] = await shop.sql<{ total: number }>(
    `select d.total from sales_document d join orders o on o.id = d.order_id where o.reference = $1`,
    [reference],
  )
  return invoice!.total
}

describe('R-LEDGER-6: the statement of a month', () => {
  test('has the balance before, each document and payment, the balance and its ages', async () => {
    const total = await getTotal()
    expect(november).toMatch(/Statement\nNPH001, November 2026/)
    expect(november).toMatch(/Northfield Plant Hire\nUnit 4, Northfield Yard/)
    expect(november).toMatch(/1 November 2026\nBalance brought forward\n£0\.00/)
    expect(november.replaceAll('\n', ' ')).toContain(
      `Order ${reference}, PO number PO 77, due 30 December 2026`,
    )
    expect(november).toContain(toPounds(total))
    expect(november.replaceAll('\n', ' ')).toContain('Bank transfer CHQ 10, received 20 November 2026')
    expect(november).toContain('−£10.00')
    expect(november).toMatch(new RegExp(`Balance on 30 November 2026\\n${toPounds(total - 1_000)}`))
    expect(november).toMatch(new RegExp(`Not due\\n${toPounds(total - 1_000)}\\n1–30 days\\n£0\\.00`))
    expect(november).toMatch(/Bank transfer to\nFilters Ltd\nSort code 20-00-00/)
  })

  test('stays as it was: a PO number is corrected, and later payments and cancellations are on the next one, which begins where it ended', async () => {
    await shop.sql(`update orders set purchase_order = 'PO 78' where reference = $1`, [reference])
    expect(await getStatement('2026-11')).toBe(november)
    await shop.sql(`update orders set purchase_order = 'PO 77' where reference = $1`, [reference])
    at('2027-01-02T10:00:00Z')
    await signInAgain()
    const total = await getTotal()
    const december = await getStatement('2026-12')
    expect(december).toMatch(new RegExp(`Balance brought forward\\n${toPounds(total - 1_000)}`))
    expect(december.replaceAll('\n', ' ')).toContain('BACS 5, received 30 November 2026')
    expect(december.replaceAll('\n', ' ')).toContain('Payment taken back')
    // R-LEDGER-6: what is left to pay, marked when it is overdue.
    const invoice = new RegExp(
      `Left to pay INV-\\d{6} 24 November 2026 ${reference} (.*?) ${toPounds(total)} (\\S+)`,
    )
    const open = (text: string) => invoice.exec(text.replaceAll('\n', ' '))?.slice(1)
    expect(open(november)).toEqual(['30 December 2026', toPounds(total - 1_000)])
    expect(open(december)).toEqual(['30 December 2026 Overdue', toPounds(total - 500)])
    expect(december).toMatch(new RegExp(`Balance on 31 December 2026\\n${toPounds(total - 500)}`))
    expect(await getStatement('2026-11')).toBe(november)
  })

  test('as CSV line by line, with the reference of each, and amounts that the balance changed by', async () => {
    const { content, headers } = await staff.getFile(`/admin/accounts/${account}/statements/2026-11.csv`)
    expect(headers.get('content-disposition')).toBe('attachment; filename="statement-NPH001-2026-11.csv"')
    const rows = readCsv(content.toString())
    const line = rows.find(row => row[4] === 'FH-OIL-1')!
    expect(line.slice(2)).toEqual([
      ...[reference, 'PO 77', 'FH-OIL-1', expect.stringContaining('Oil filter'), 'Fleet 12'],
      ...['2', '25.00', '5.00', '30.00'],
    ])
    expect(rows.at(-1)!.slice(1)).toEqual(['Bank transfer', '', '', '', 'CHQ 10', '', '', '', '', '-10.00'])
    const change = rows.slice(1).reduce((total, row) => total + Math.round(Number(row.at(-1)) * 100), 0)
    expect(change).toBe((await getTotal()) - 1_000)
    const headStatement = await head.getFile('/account/statements/2026-11.csv')
    expect(headStatement.content.equals(content)).toBe(true)
    const trade = await shop.signIn('trade@example.com')
    expect((await trade.getFile('/account/statements/2026-11.csv')).status).toBe(404)
  })

  test('exists only for months that have ended, of companies that exist', async () => {
    for (const path of [
      `${account}/statements/2027-01.pdf`,
      `${account}/statements/2026-13.pdf`,
      `${account}/statements/2026-11`,
      'NOPE/statements/2026-11.pdf',
    ])
      expect((await staff.getPage(`/admin/accounts/${path}`)).status).toBe(404)
    expect((await staff.post(`/admin/accounts/${account}/statements/2027-01/email`)).status).toBe(404)
  })

  test('of an account number with other than ASCII characters is a file too', async () => {
    const [company] = await shop.sql<{ id: number }>(
      `update company set account_number = 'ŁÓDŹ "2"' where account_number = 'DAL002' returning id`,
    )
    const path = `/admin/accounts/${encodeURIComponent('ŁÓDŹ "2"')}/statements/2026-11.pdf`
    expect(await getPdf(staff, path)).toContain('ŁÓDŹ "2"')
    await shop.sql(`update company set account_number = 'DAL002' where id = $1`, [company!.id])
  })

  test('goes to the head buyers once, however often it is sent', async () => {
    at('2026-12-04T11:00:00Z')
    await signInAgain()
    const replies = await runConcurrently(5, () => email('2026-11'))
    expect(replies.filter(({ success }) => success).map(({ message }) => message)).toEqual([
      'The statement of Northfield Plant Hire for November 2026 goes to Helen Ead by email.',
    ])
    expect((await email('2026-11')).message).toBe(
      'The statement of Northfield Plant Hire for November 2026 was already sent, on 4 December 2026 at 11:00. To send it once more, press ‘Email it again’.',
    )
    const emails = await listEmails()
    expect(emails.map(({ recipient }) => recipient)).toEqual(['head@example.com'])
    const shopOfEmail = { name: 'Filterhouse', phone: null, email: null, legalLines: [], baseUrl: shop.url }
    const { subject, text, attachments } = await statementEmail.render(
      emails[0]!.facts,
      shopOfEmail,
      shop.context,
    )
    expect(subject).toBe('Statement for November 2026 – Filterhouse')
    expect(text).toContain(`${shop.url}/account/statements`)
    expect(attachments?.[0]?.filename).toBe('statement-NPH001-2026-11.pdf')
    expect(readPdfText(Buffer.from(attachments![0]!.content)).join('\n')).toBe(november)
  })

  test('goes to them again on purpose, once for each press', async () => {
    const before = (await listEmails()).length
    at('2026-12-07T11:00:00Z')
    await signInAgain()
    const { text } = await staff.getPage(`/admin/accounts/${account}`)
    expect(text).toContain('Email it again')
    const [, sent = ''] = /name="sent" value="(2026-12-04[^"]+)"/.exec(text) ?? []
    const replies = await runConcurrently(5, () => email('2026-11', sent))
    expect(replies.filter(({ success }) => success).map(({ message }) => message)).toEqual([
      'The statement of Northfield Plant Hire for November 2026 goes to Helen Ead by email.',
    ])
    expect(await listEmails()).toHaveLength(before + 1)
    expect((await staff.getPage(`/admin/accounts/${account}`)).text).toContain('Sent on 7 December 2026')
    expect((await email('2026-11', 'yesterday')).success).toBe(false)
  })

  test('and by two of staff at the same moment once: the second reads that it was sent', async () => {
    const before = (await listEmails()).length
    at('2026-12-08T11:00:00Z')
    await signInAgain()
    const { text } = await staff.getPage(`/admin/accounts/${account}`)
    const [, sent = ''] = /name="sent" value="(2026-12-07[^"]+)"/.exec(text) ?? []
    let presses: Promise<LedgerReply>[] = []
    await shop.context.db.transaction().execute(async tx => {
      await sql`select from account_statement for update`.execute(tx)
      presses = [email('2026-11', sent), email('2026-11', sent)]
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(() => shop.sql(waiting)).toHaveLength(2)
    })
    const replies = await Promise.all(presses)
    expect(replies.map(({ success }) => success).toSorted()).toEqual([false, true])
    expect(replies.find(({ success }) => !success)!.message).toContain('was already sent, on 8 December 2026')
    expect(await listEmails()).toHaveLength(before + 1)
  })

  test('goes to the accounts department of a company that has one', async () => {
    await shop.sql(
      `update company set accounts_emails = '{ap@northfield.example}' where account_number = $1`,
      [account],
    )
    const { text } = await staff.getPage(`/admin/accounts/${account}`)
    const sent = [...text.matchAll(/name="sent" value="([^"]+)"/g)][0]![1]!
    expect((await email('2026-11', sent)).message).toBe(
      'The statement of Northfield Plant Hire for November 2026 goes to ap@northfield.example by email.',
    )
    const { recipient, facts: stored } = (await listEmails()).at(-1)!
    expect(recipient).toBe('ap@northfield.example')
    const shopOfEmail = { name: 'Filterhouse', phone: null, email: null, legalLines: [], baseUrl: shop.url }
    const rendered = await statementEmail.render(stored, shopOfEmail, shop.context)
    expect(rendered.text.replace(/\s+/g, ' ')).toContain('Hello, the statement of Northfield Plant Hire')
    // They have no login to look at it.
    expect(rendered.text).not.toContain('/account/statements')
    expect(readPdfText(Buffer.from(rendered.attachments![0]!.content)).join('\n')).toBe(november)
    await shop.sql(`update company set accounts_emails = '{}' where account_number = $1`, [account])
  })

  test('of a company without a head buyer is not sent', async () => {
    const { body } = await staff.post<LedgerReply>('/admin/accounts/DAL002/statements/2026-11/email')
    expect(body.message).toBe(
      'Dale Aggregates has no emails of its accounts department and no head buyer to send it to. Download the PDF instead.',
    )
  })

  test('goes out on the 1st by itself, to those who have something to state', async () => {
    const send = (iso: string) => {
      at(iso)
      return sendMonthlyStatements(shop.context)
    }
    // It was sent by staff already; later in the month nothing is sent.
    expect(await send('2026-12-01T09:00:00Z')).toBe(0)
    expect(await send('2027-01-20T09:00:00Z')).toBe(0)
    expect(await send('2027-01-01T05:00:00Z')).toBe(0)
    expect(await send('2027-01-01T06:00:00Z')).toBe(1)
    expect(await send('2027-01-01T06:01:00Z')).toBe(0)
    expect((await listEmails()).map(({ facts }) => facts.month)).toEqual([
      '2026-11',
      '2026-11',
      '2026-11',
      '2026-11',
      '2026-12',
    ])
    const isOff = { ...shop.context, config: { ...shop.context.config, sendsStatements: false } }
    at('2027-02-01T09:00:00Z')
    expect(await sendMonthlyStatements(isOff)).toBe(0)
  })
})

describe('R-LEDGER-7: head buyers', () => {
  beforeAll(async () => {
    at('2027-01-02T10:00:00Z')
    await signInAgain()
  })

  test('see what is open, the balance and the statements of their company', async () => {
    const { status, text } = await head.getPage('/account/statements')
    expect(status).toBe(200)
    expect(text).toContain(toPounds((await getTotal()) - 500))
    expect(text).toMatch(/\/account\/orders\/FH\w+\/documents\/INV-\d{6}\.pdf/)
    expect(text).toContain('/account/statements/2026-11.pdf')
    expect(await getPdf(head, '/account/statements/2026-11.pdf')).toBe(november)
    const [document = ''] = /\/account\/orders\/FH\w+\/documents\/INV-\d{6}\.pdf/.exec(text) ?? []
    expect((await head.getFile(document)).status).toBe(200)
    expect((await head.getPage('/account')).text).toContain('/account/statements')
  })

  test('see that what is available is the limit less the balance and the orders that are not invoiced yet', async () => {
    await shop.sql('update company set credit_limit = 500000 where account_number = $1', [account])
    await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
    const { text } = await head.getPage('/account/statements')
    const getFigure = (name: string): number =>
      Math.round(
        Number(text.match(new RegExp(`>${name}</dt><dd[^>]*>£([\\d,.]+)<`))![1]!.replace(',', '')) * 100,
      )
    const ordered = getFigure('Ordered, not invoiced yet')
    expect(ordered).toBeGreaterThan(0)
    expect(getFigure('Available to order')).toBe(
      getFigure('Credit limit') - getFigure('Balance today') - ordered,
    )
  })

  test('alone: other members, other customers and strangers do not', async () => {
    for (const person of ['trade@example.com', 'retail@example.com', 'stopped@example.com']) {
      const visitor = await shop.signIn(person)
      for (const path of ['/account/statements', '/account/statements/2026-11.pdf'])
        expect((await visitor.getPage(path)).status).toBe(404)
      expect((await visitor.getPage('/account')).text).not.toContain('/account/statements')
    }
    const { status, headers } = await shop.createVisitor().getPage('/account/statements/2026-11.pdf')
    expect([status, headers.get('location')?.split('?')[0]]).toEqual([303, '/login'])
  })
})

test('R-LEDGER-3: a credit note that staff issue pays the invoice of its order', async () => {
  at('2026-12-10T10:00:00Z')
  await signInAgain()
  const { reference: other } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 3 })
  await despatch(staff, other, { 1: 3 })
  const seen = await getSeenOrderVersion(staff, other)
  const refund = {
    seen,
    request: `credit-${other}`,
    reason: 'Came bent',
    confirm: true,
    amount: '',
    lines: [{ position: 1, quantity: '1' }],
  }
  expect((await staff.post<LedgerReply>(`/admin/orders/${other}/refund`, refund)).body).toMatchObject({
    success: true,
  })
  const [paid] = await shop.sql<{ credited: number; allocated: number }>(
    `select n.total as credited, a.amount as allocated from account_allocation a
     join sales_document n on n.id = a.credit_note_id join sales_document i on i.id = a.invoice_id
     join orders o on o.id = n.order_id and o.id = i.order_id where o.reference = $1`,
    [other],
  )
  expect(paid!.credited).toBeGreaterThan(0)
  expect(paid!.allocated).toBe(paid!.credited)
})
