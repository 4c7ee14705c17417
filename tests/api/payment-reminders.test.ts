import { afterAll, beforeAll, expect, test } from 'vitest'
import { emails } from '../../src/emails.ts'
import { createEmailRenderers } from '../../src/infra/mail/define-email.server.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { toText } from './despatch-calls.ts'
import { enterPayment, insertDocument, type LedgerReply } from './ledger-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

// R-LEDGER-11: reminders of overdue invoices.

let shop: TestShop
let staff: TestVisitor
let first: { id: number; number: number }
let second: { id: number; number: number }

const url = '/admin/reminders'
const getPage = async () => (await staff.getPage(url)).text
const listChoices = async () =>
  [...(await getPage()).matchAll(/name="companies\[\]"[^>]*value="([\d. ]+)"/g)].map(match => match[1]!)
const send = async (companies: readonly string[]) => (await staff.post<LedgerReply>(url, { companies })).body
const listEmails = () =>
  shop.sql<{ recipient: string; facts: never }>(
    `select recipient, facts from mail_outbox where kind = 'payment-reminder' order by id`,
  )
const getVersion = async () => {
  const [row] = await shop.sql<{ version: string }>(
    `select coalesce(max(id), 0)::text as version from audit where subject = 'account NPH001'`,
  )
  return row!.version
}
const change = async (id: number, call: string, fields: object = {}) =>
  (await staff.post<LedgerReply>(`${url}/${id}/${call}`, { seen: await getVersion(), ...fields })).body

beforeAll(async () => {
  shop = await startTestShop({
    env: { REMINDER_DAYS: '7, 21, 35', SHOP_BANK: 'Filters Ltd, Sort code 20-00-00' },
    brokenInvariants: { names: /^R-INVOICE-4/, reason: 'overdue invoices are inserted by SQL' },
  })
  staff = await shop.signIn('staff@example.com')
  const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
  first = await insertDocument(shop, { reference, net: 10_000, dueOn: '2026-11-17' })
  second = await insertDocument(shop, { reference, net: 5_000, dueOn: '2026-11-18' })
  await shop.sql(
    `update company set accounts_emails = '{ap@northfield.example}' where account_number = 'NPH001'`,
  )
})
afterAll(() => shop.close())

test('the list has what is overdue for seven days, and nothing goes before staff press Send', async () => {
  const text = toText(await getPage())
  expect(text).toContain('7 days overdue')
  expect(text).toContain('£120.00')
  expect(text).not.toContain('£60.00')
  expect(text).toContain('To ap@northfield.example')
  expect(toText((await staff.getPage('/admin')).text)).toContain('1 Companies to remind of invoices')
  expect(await listEmails()).toEqual([])
  expect((await send([])).message).toBe('Tick the companies that get their reminders first.')
})

test('what has changed since the page was made is not sent', async () => {
  const [choice] = await listChoices()
  expect((await enterPayment(staff, 'NPH001', { amount: '20', reference: 'BACS 1' })).success).toBe(true)
  expect(await send([choice!])).toMatchObject({
    success: false,
    message:
      'Nothing went to Northfield Plant Hire, because something has changed meanwhile. Look at it again, and tick it once more.',
  })
  expect((await send(['999999 1.1.1', 'x'])).success).toBe(false)
  expect(await listEmails()).toEqual([])
})

test('a disputed invoice is paused with a reason, and goes on', async () => {
  expect((await change(first.id, 'pause', { reason: '' })).errors).toEqual({
    [`reason-${first.id}`]: 'Say what is disputed.',
  })
  expect((await change(first.id, 'pause', { reason: 'Two came bent', seen: '0' })).success).toBe(false)
  const [choice] = await listChoices()
  expect((await change(first.id, 'pause', { reason: 'Two came bent' })).success).toBe(true)
  expect((await send([choice!])).success).toBe(false)
  const paused = toText(await getPage())
  expect(paused).toContain('Paused: Two came bent')
  expect(paused).not.toContain('Send the ticked reminders')
  expect(await listChoices()).toEqual([])
  expect((await change(first.id, 'resume')).success).toBe(true)
  expect((await staff.post(`${url}/999999/pause`, { reason: 'x', seen: '0' })).status).toBe(404)
  const [entry] = await shop.sql<{ detail: string }>(`select detail from audit order by id desc limit 1`)
  expect(entry!.detail).toMatch(/^INV-\d+: Two came bent → not paused$/)
})

test('each reminder goes once, to the accounts department, with what is due and how to pay', async () => {
  const [choice] = await listChoices()
  const replies = await runConcurrently(4, () => send([choice!]))
  expect(new Set(replies.map(({ message }) => message))).toEqual(
    new Set(['Reminders go to Northfield Plant Hire by email.']),
  )
  const sent = await listEmails()
  expect(sent.map(({ recipient }) => recipient)).toEqual(['ap@northfield.example'])
  const renderers = createEmailRenderers(emails, { ...shop.context, terms: null })
  const { shopName: name, contact } = shop.context.config
  const email = await renderers['payment-reminder']!(sent[0]!.facts, { name, ...contact, baseUrl: shop.url })
  expect(email.subject).toBe('Reminder: £100.00 overdue on account NPH001 – Filterhouse')
  for (const part of [
    '£100.00 to pay',
    'due on 17 November 2026',
    'Sort code 20-00-00',
    `INV-${String(first.number).padStart(6, '0')}`,
  ])
    expect(email.text).toContain(part)
  expect(await listChoices()).toEqual([])
})

test('the second comes when it is due, together with the first of another invoice', async () => {
  shop.clock.set('2026-12-08T09:00:00Z')
  staff = await shop.signIn('staff@example.com')
  const text = toText(await getPage())
  expect(text).toContain('Second reminder')
  const [choice] = await listChoices()
  expect((await send([choice!])).success).toBe(true)
  const levels = await shop.sql<{ id: number; level: number }>(
    `select invoice_id::int as id, level from payment_reminder order by 1, 2`,
  )
  expect(levels).toEqual([
    { id: first.id, level: 1 },
    { id: first.id, level: 2 },
    { id: second.id, level: 1 },
  ])
  expect(toText(await getPage())).not.toContain('to Northfield Plant Hire (£')
})

test('without the setting none go', async () => {
  const { config } = shop.context
  const { reminderDays } = config
  config.reminderDays = null
  expect(toText(await getPage())).toContain('Reminders are off')
  config.reminderDays = reminderDays
})
