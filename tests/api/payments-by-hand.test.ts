import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readCsvRows } from '../support/csv.ts'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { toText } from './despatch-calls.ts'
import { cancelEntry, enterOrderPayment, getEntryId } from './hand-payment-calls.ts'
import { cancelOrder, getSeenOrderVersion, listRefunds } from './order-admin-calls.ts'
import { accountEntry, checkEntry, newEntry, placeEntry, toReference } from './order-entry-calls.ts'
import { getDue, renderOrderEmail } from './payment-link-calls.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
  for (const code of ['FH-OIL-1', 'FH-SEAL-1']) await shop.setStock(code, 5000)
})
afterAll(() => shop.close())

const counterSale = (changes: Record<string, unknown> = {}) =>
  newEntry({ delivery: 'COL', end: 'paid', payment_kind: 'cash', till: '1', source: 'counter', ...changes })

const listPayments = (reference: string) =>
  shop.sql<{ provider: string; amount: number; till: string; reference: string }>(
    `select a.provider, a.amount, p.till, p.reference from order_payment p join payment_attempt a on a.id = p.attempt_id
     join orders o on o.id = a.order_id where o.reference = $1 order by a.id`,
    [reference],
  )

const readSage = async () =>
  (await staff.getPage('/admin/exports/sage.csv?from=2026-11-01&to=2026-11-30')).text

describe('R-ENTRY-8: an order that is paid at the counter', () => {
  test('is handed over and invoiced in the same press, and cash has an account of its own', async () => {
    const reply = await placeEntry(staff, counterSale({ hand_over: '1', note: 'Wants a receipt' }))
    expect(reply).toMatchObject({ success: true })
    expect(reply.message).toContain('The goods are handed over, and the invoice is issued.')
    const reference = toReference(reply)
    const { total } = await getDue(shop, reference)
    expect(await getDue(shop, reference)).toMatchObject({
      state: 'collected',
      payment_due: false,
      on_stop: false,
    })
    expect(await listPayments(reference)).toEqual([
      { provider: 'cash', amount: total, till: '1', reference: '' },
    ])
    expect((await staff.getPage(`/admin/orders/${reference}`)).text).toContain('Wants a receipt')
    const invoices = await shop.sql<{ total: number; tax_point: string }>(
      `select d.total, d.tax_point::text from sales_document d join orders o on o.id = d.order_id where o.reference = $1`,
      [reference],
    )
    expect(invoices).toEqual([{ total, tax_point: '2026-11-24' }])
    expect(await readSage()).toMatch(new RegExp(`SA,[^\\n]*,1235,[^\\n]*${reference},Cash,`))
  })

  test('is emailed with the invoice when the goods are taken at once, and says that it was paid in cash', async () => {
    const reply = await placeEntry(staff, counterSale({ hand_over: '1', source: 'phone', till: '3' }))
    const reference = toReference(reply)
    const mail = await renderOrderEmail(shop, 'order-received', reference)
    expect(mail.subject).toContain(`Order ${reference} collected`)
    expect(mail.text).toMatch(/You have taken the\s+goods with you\./)
    expect(mail.text).toContain('Paid in cash')
    expect(mail.text).toContain('Invoice (PDF)')
    for (const wrong of [
      'keep it at the counter',
      'Pro forma',
      'from 15:00',
      'terms of sale',
      'bank transfer',
    ])
      expect(mail.text).not.toContain(wrong)
    const [file] = mail.attachments!
    expect(file!.type).toBe('application/pdf')
    expect(readPdfText(Buffer.from(file!.content)).join(' ')).toContain('Paid in full by cash')
    const count = await shop.sql(
      `select from mail_outbox where facts->>'reference' = $1 and kind = 'order-received'`,
      [reference],
    )
    expect(count).toHaveLength(1)
    const page = toText((await staff.getPage(`/admin/orders/${reference}`)).text)
    expect(page).toContain('Paid in cash')
    expect(page).toContain('Cash, till 3')
    expect(page).not.toContain(`${reference}-1-`)
    expect(toText((await staff.getPage(`/admin/orders?state=all&query=${reference}`)).text)).toContain(
      'Paid in cash',
    )
  })

  test('presets no way to pay, and every way is on the page without JavaScript', async () => {
    const sale = counterSale({ payment_kind: '' })
    const { text } = await checkEntry(staff, { ...sale, end: 'account' })
    expect(text).toContain('<noscript>')
    expect(text).toContain('name="payment_kind"')
    expect(/<input[^>]*name="payment_kind"[^>]*checked/.test(text)).toBe(false)
    const reply = await placeEntry(staff, sale)
    expect(reply.errors).toEqual({ payment_kind: 'Say how they paid.' })
  })

  test('needs the bank’s reference, and goods that are collected to be handed over', async () => {
    const bank = await placeEntry(staff, counterSale({ payment_kind: 'bank' }))
    expect(bank.errors.payment_reference).toBe('Enter the reference on the bank statement.')
    const delivered = await placeEntry(staff, counterSale({ delivery: 'ND', hand_over: '1' }))
    expect(delivered.errors.hand_over).toContain('Only goods that are collected')
  })

  test('in cash of £10,000 or more needs a name and an address', async () => {
    const lines = 'FH-OIL-1 x 900'
    const nameless = await placeEntry(staff, counterSale({ lines, address1: '', town: '', postcode: '' }))
    expect(nameless.errors.end).toContain('money laundering rules')
    expect((await placeEntry(staff, counterSale({ lines }))).success).toBe(true)
  })

  test('that is cancelled is paid back by staff, and its refund is recorded as done', async () => {
    const reference = toReference(await placeEntry(staff, counterSale({ payment_kind: 'terminal' })))
    const { total } = await getDue(shop, reference)
    expect(await cancelOrder(staff, reference)).toMatchObject({ success: true })
    expect(await listRefunds(shop, reference)).toMatchObject([{ state: 'done', amount: total }])
    expect(await readSage()).toMatch(
      new RegExp(`SP,[^\\n]*,1251,[^\\n]*${reference},Card terminal paid back,`),
    )
  })

  test.each([
    ['cash', 'give £', ' back in cash', 'will be given back to you in cash.', 'paid back, in cash'],
    [
      'terminal',
      'refund £',
      ' on the card terminal',
      'at our card terminal.',
      'paid back, at our card terminal',
    ],
    [
      'bank',
      'pay £',
      ' back by bank transfer',
      'paid back to you by bank transfer.',
      'paid back, by bank transfer',
    ],
  ])(
    'R-CREDIT-4: what was paid by %s goes back so, and nobody reads of a refund to the card',
    async (payment_kind, before, after, promise, listed) => {
      const sale = { delivery: 'COL', end: 'paid', payment_kind, payment_reference: 'X 1' }
      const reference = toReference(
        await placeEntry(staff, await accountEntry(shop, 'trade@example.com', sale)),
      )
      const page = toText((await staff.getPage(`/admin/orders/${reference}`)).text)
      expect(page).toMatch(new RegExp(`into stock, you ${before}[\\d.]+${after}, and`))
      expect(page).not.toContain('to the card')
      const { message } = await cancelOrder(staff, reference)
      expect(message).toMatch(new RegExp(`${before}[\\d.]+${after}\\.`, 'i'))
      const { text } = await renderOrderEmail(shop, 'order-cancelled', reference)
      expect(text).toContain(promise)
      const trade = await shop.signIn('trade@example.com')
      expect((await trade.getPage(`/account/orders/${reference}`)).text).toContain(listed)
    },
  )
})

test('on account, goods that are collected are handed over and invoiced in the same press', async () => {
  const entry = await accountEntry(shop, 'trade@example.com', { delivery: 'COL', hand_over: '1' })
  const reference = toReference(await placeEntry(staff, entry))
  expect(await getDue(shop, reference)).toMatchObject({ state: 'collected' })
})

describe('R-ENTRY-9: a pro forma', () => {
  const enter = (reference: string, body: object) => enterOrderPayment(staff, reference, body)

  test('R-LEDGER-8: paid and not invoiced yet, is in the VAT file as what it was', async () => {
    const entry = await accountEntry(shop, 'trade@example.com', { end: 'proforma' })
    const reference = toReference(await placeEntry(staff, entry))
    const amount = ((await getDue(shop, reference)).total / 100).toFixed(2)
    expect(await enter(reference, { kind: 'cash', amount })).toMatchObject({ success: true })
    const listNames = async () =>
      readCsvRows((await staff.getPage('/admin/exports/vat.csv?from=2026-11-01&to=2026-11-30')).text.slice(1))
        .filter(row => row['Order number'] === reference)
        .map(row => row.Document)
    expect(await listNames()).toEqual(['Cash payment, not invoiced yet'])
    const { text } = await staff.getPage('/admin/exports?from=2026-11-01&to=2026-11-30')
    expect(text).toMatch(/\d cash payments? not invoiced yet at 20%/)
    shop.clock.set('2026-11-24T09:10:00Z')
    onTestFinished(() => shop.clock.set('2026-11-24T09:00:00Z'))
    expect(await cancelEntry({ shop, staff }, await getEntryId(shop, reference))).toMatchObject({
      success: true,
    })
    expect(await listNames()).toEqual([
      'Cash payment, gone back or corrected since',
      'Cash payment, entered wrongly',
    ])
  })

  test('keeps the line of the bank and the name of the company when something is wrong', async () => {
    const entry = await accountEntry(shop, 'trade@example.com', { end: 'proforma' })
    const reference = toReference(await placeEntry(staff, entry))
    const form = { amount: '9999.00', payment_reference: 'NPH 77', kind: 'bank', till: '', received_on: '' }
    const { text } = await staff.postForm(`/admin/orders/${reference}/payments`, {
      ...{ seen: await getSeenOrderVersion(staff, reference), request: randomUUID(), ...form },
      bank_line: '24/11 FPI NORTHFIELD 9999.00',
    })
    expect(text.match(/value="24\/11 FPI NORTHFIELD 9999.00"/g)).toHaveLength(2)
    expect(toText(text)).toContain('Northfield Plant Hire : £')
    expect(toText(text)).not.toContain('bank (optional)')
  })

  test('is held until the money is entered, in parts too, and no more than is due', async () => {
    const reference = toReference(await placeEntry(staff, newEntry({ end: 'proforma' })))
    const { total } = await getDue(shop, reference)
    expect(await getDue(shop, reference)).toMatchObject({ payment_due: true, on_stop: true, state: 'placed' })
    expect((await staff.getPage(`/admin/orders/${reference}`)).text).toContain('Enter a payment')
    expect((await enter(reference, { amount: '1.00', payment_reference: '' })).errors).toHaveProperty(
      'payment_reference',
    )
    expect((await enter(reference, { amount: '9999.00' })).errors.amount).toContain('is to be paid')
    expect((await enter(reference, { amount: '9999.00' })).errors.amount).toContain(
      'pay the rest back or put it on the customer’s account',
    )
    expect((await enter(reference, { amount: '10.00' })).message).toContain('is still to be paid')
    const page = toText((await staff.getPage(`/admin/orders/${reference}`)).text)
    expect(page).toMatch(/24 November 2026[^·]*· WEBB 77/)
    expect(page).not.toContain('undo it with')
    expect(await getDue(shop, reference)).toMatchObject({ payment_due: true, on_stop: true })
    expect((await enter(reference, { amount: ((total - 1000) / 100).toFixed(2) })).message).toContain(
      'The order goes on.',
    )
    expect(await getDue(shop, reference)).toMatchObject({ payment_due: false, on_stop: false })
    expect((await enter(reference, { amount: '1.00' })).message).toContain('Nothing more is to be paid')
    expect(await readSage()).toMatch(new RegExp(`SA,[^\\n]*,1201,[^\\n]*${reference},Bank transfer,`))
  })
})

describe('R-CASH-5: cash of £10,000 or more on a day', () => {
  // A name alone, as of goods that are collected.
  const nameless = { address1: '', town: '', postcode: '', delivery: 'COL', lines: 'FH-OIL-1 x 900' }

  test('needs name and address when it is entered for an order, too', async () => {
    const reference = toReference(
      await placeEntry(staff, newEntry({ ...nameless, firstname: 'Una', end: 'proforma' })),
    )
    const { total } = await getDue(shop, reference)
    expect(total).toBeGreaterThan(10_000_00)
    const cash = { kind: 'cash', payment_reference: '' }
    const first = await enterOrderPayment(staff, reference, { ...cash, amount: '9999.99' })
    expect(first.success).toBe(true)
    const second = await enterOrderPayment(staff, reference, { ...cash, amount: '0.01' })
    expect(second.errors.amount).toContain('money laundering rules')
    expect((await enterOrderPayment(staff, reference, { amount: '0.01' })).success).toBe(true)
  })

  test('is added up when two are entered at once', async () => {
    const order = { ...nameless, firstname: 'Ulf', lines: 'FH-OIL-1 x 500', end: 'proforma' }
    const references = [
      await placeEntry(staff, newEntry(order)),
      await placeEntry(staff, newEntry(order)),
    ].map(toReference)
    const replies = await Promise.all(
      references.map(reference =>
        enterOrderPayment(staff, reference, { kind: 'cash', payment_reference: '', amount: '5000.00' }),
      ),
    )
    expect(replies.map(({ success }) => success).sort()).toEqual([false, true])
  })
})

describe('R-CASH-1: the cash sheet', () => {
  const readSheet = async (query = '') =>
    readCsvRows((await staff.getPage(`/admin/cash/export.csv${query}`)).text)

  test('has what was taken and paid back, by till, and adds up', async () => {
    const sale = counterSale({ till: '7', payment_kind: 'terminal', payment_reference: 'SLIP 12' })
    const reference = toReference(await placeEntry(staff, sale))
    expect(await cancelOrder(staff, reference)).toMatchObject({ success: true })
    const { total } = await getDue(shop, reference)
    const pounds = (total / 100).toFixed(2)
    const rows = (await readSheet('?query=7')).filter(row => row.Order === reference)
    expect(rows.map(({ How, Amount, Till, Reference }) => ({ How, Amount, Till, Reference }))).toEqual([
      { How: 'Card terminal', Amount: pounds, Till: '7', Reference: 'SLIP 12' },
      { How: 'Card terminal, paid back', Amount: `-${pounds}`, Till: '7', Reference: 'SLIP 12' },
    ])
    const { text } = await staff.getPage('/admin/cash')
    expect(toText(text)).toMatch(/Cash\s*£[\d,.]+\s*(?:no )?till/)
    expect((await staff.getPage('/admin')).text).toContain('On today’s cash sheet')
    expect(await readSheet('?day=2026-11-23')).toEqual([])
  })

  test('has a bank transfer on the day it came in, which is not before the order', async () => {
    const reference = toReference(await placeEntry(staff, newEntry({ end: 'proforma' })))
    await shop.sql(`update orders set placed_at = placed_at - interval '3 days' where reference = $1`, [
      reference,
    ])
    const enter = (received_on: string) =>
      enterOrderPayment(staff, reference, { amount: '5.00', received_on })
    expect((await enter('2026-11-20')).errors.received_on).toContain(
      'The order was placed on 21 November 2026',
    )
    expect((await enter('2026-11-25')).errors.received_on).toContain('later than today')
    expect((await enter('2026-11-22')).success).toBe(true)
    expect(await readSheet('?day=2026-11-22')).toMatchObject([{ Order: reference, Amount: '5.00' }])
    expect(await readSage()).toContain('Bank transfer, received 22/11/2026')
    const bank = await staff.getPage('/admin/exports/xero-bank.csv?from=2026-11-01&to=2026-11-30')
    expect(bank.text).toMatch(
      new RegExp(`24/11/2026,5.00,,"?Bank transfer, received 22/11/2026"?,${reference},090`),
    )
  })
})

describe('R-CASH-2: a payment that was entered wrongly', () => {
  test('is cancelled: the order waits for its money again and is held; the journals take it back', async () => {
    const reference = toReference(await placeEntry(staff, counterSale()))
    const { total } = await getDue(shop, reference)
    const id = await getEntryId(shop, reference)
    expect((await cancelEntry({ shop, staff }, id, { reason: '' })).errors.reason).toContain('what was wrong')
    const reply = await cancelEntry({ shop, staff }, id)
    expect(reply.message).toContain(`Order ${reference} waits for`)
    expect(await getDue(shop, reference)).toMatchObject({ payment_due: true, on_stop: true, state: 'placed' })
    expect((await cancelEntry({ shop, staff }, id)).success).toBe(false)
    expect(await readSage()).toMatch(new RegExp(`SP,[^\\n]*,1235,[^\\n]*${reference},Cash entered wrongly,`))
    const page = (await staff.getPage(`/admin/orders/${reference}`)).text
    expect(page).toContain('entered wrongly, and cancelled')
    const again = await enterOrderPayment(staff, reference, { amount: (total / 100).toFixed(2) })
    expect(again.message).toContain('The order goes on.')
  })

  test('is entered as it really was, also when the goods have left; they stay paid', async () => {
    const reference = toReference(await placeEntry(staff, counterSale({ hand_over: '1' })))
    const { total } = await getDue(shop, reference)
    const id = await getEntryId(shop, reference)
    const unpaid = await cancelEntry({ shop, staff }, id)
    expect(unpaid.errors.kind).toContain('The goods have left')
    const reply = await cancelEntry({ shop, staff }, id, {
      kind: 'terminal',
      payment_reference: 'SLIP 9',
      till: '2',
    })
    expect(reply).toMatchObject({ success: true })
    expect(await getDue(shop, reference)).toMatchObject({ payment_due: false, state: 'collected' })
    expect(await listPayments(reference)).toEqual([
      { provider: 'cash', amount: total, till: '1', reference: '' },
      { provider: 'terminal', amount: total, till: '2', reference: 'SLIP 9' },
    ])
  })

  test('stays when something of it was paid back', async () => {
    const reference = toReference(await placeEntry(staff, counterSale()))
    const id = await getEntryId(shop, reference)
    expect(await cancelOrder(staff, reference)).toMatchObject({ success: true })
    expect((await cancelEntry({ shop, staff }, id)).message).toContain('was paid back already')
  })
})

test('the same form of a payment sent twice enters one', async () => {
  const reference = toReference(await placeEntry(staff, newEntry({ end: 'proforma' })))
  const body = { request: randomUUID(), seen: await getSeenOrderVersion(staff, reference), amount: '1.00' }
  expect((await enterOrderPayment(staff, reference, body)).success).toBe(true)
  expect((await enterOrderPayment(staff, reference, body)).message).toBe('The payment is entered.')
  expect(await listPayments(reference)).toHaveLength(1)
})
