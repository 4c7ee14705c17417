import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueDueInvoices } from '../../src/features/billing/due-invoices.server.ts'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { completeOrder, createMemberSend, fillBasket, leedsAddress, sendSave } from './checkout-calls.ts'
import { despatch } from './despatch-calls.ts'
import { cancelOrder, createPaidOrder, refundOrder } from './order-admin-calls.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

async function placeOrder(
  visitor: TestVisitor,
  goods: Record<string, number>,
  changes: Record<string, unknown> = {},
) {
  await visitor.delete('/basket')
  await fillBasket(shop, visitor, goods)
  if (changes.voucher) await visitor.post('/basket/discount', { code: changes.voucher })
  const { body } = await sendSave(visitor, createMemberSend('account', changes))
  const { error } = await completeOrder(visitor)
  if (error !== false) throw new Error(`not placed: ${error}`)
  return body.reference!
}

/** The text of a document's pages. */
async function getFile(visitor: TestVisitor, path: string) {
  const { headers, content } = await visitor.getFile(path)
  expect(headers.get('content-type')).toBe('application/pdf')
  return { headers, text: readPdfText(content).join('\n') }
}

const getInvoice = (visitor: TestVisitor, reference: string) =>
  getFile(visitor, `/account/orders/${reference}/invoice.pdf`)

const getDocument = (visitor: TestVisitor, reference: string, number: string) =>
  getFile(visitor, `/account/orders/${reference}/documents/${number}.pdf`)

interface DocumentRow {
  number: string
  net: number
  vat: number
  total: number
  tax_point: string
  due_on: string | null
  pieces: string
}

/** The invoices of an order with their pieces: '3+1', the delivery as 'd'. */
const listInvoices = (reference: string) =>
  shop.sql<DocumentRow>(
    `select 'INV-' || lpad(d.number::text, 6, '0') as number, d.net, d.vat, d.total, d.tax_point, d.due_on,
       (select string_agg(case l.kind when 'delivery' then 'd' else l.quantity::text end, '+' order by l.nth)
        from sales_document_line l where l.document_id = d.id) as pieces
     from sales_document d join orders o on o.id = d.order_id where o.reference = $1 and d.kind = 'invoice' order by d.id`,
    [reference],
  )

const getLastNumber = async () =>
  (await shop.sql<{ last: number }>("select last from sales_document_counter where kind = 'invoice'"))[0]!
    .last

describe('R-INVOICE-4: an invoice is issued with each parcel', () => {
  test('of its pieces, the first with the delivery charge, and together they are the order', async () => {
    const trade = await shop.signIn('trade@example.com')
    const staff = await shop.signIn('staff@example.com')
    const reference = await placeOrder(trade, { 'FH-OIL-1': 3, 'FH-SEAL-1': 7 }, { voucher: 'SAVE10' })
    expect(await listInvoices(reference)).toEqual([])
    expect((await despatch(staff, reference, { 1: 1, 2: 2 })).success).toBe(true)
    expect((await despatch(staff, reference, { 1: 1 })).success).toBe(true)
    expect((await despatch(staff, reference, { 1: 1, 2: 5 })).success).toBe(true)
    const invoices = await listInvoices(reference)
    expect(invoices.map(({ pieces }) => pieces)).toEqual(['1+2+d', '1', '1+5'])
    const [order] = await shop.sql<{ vat: number; total: number }>(
      'select vat, total from orders where reference = $1',
      [reference],
    )
    const sumOf = (of: 'vat' | 'total') => invoices.reduce((total, invoice) => total + invoice[of], 0)
    expect({ vat: sumOf('vat'), total: sumOf('total') }).toEqual(order)
    expect(invoices[0]).toMatchObject({ tax_point: '2026-11-24', due_on: '2026-12-30' })
    const second = await getDocument(trade, reference, invoices[1]!.number)
    expect(second.text).toMatch(/Parcel\n2/)
    expect(second.text).not.toContain('Delivery:')
    const page = (await trade.getPage(`/account/orders/${reference}`)).text
    for (const { number } of invoices)
      expect(page).toContain(`href="/account/orders/${reference}/documents/${number}.pdf"`)
    expect((await getInvoice(trade, reference)).text).toContain(invoices[0]!.number)
  })

  test('also of what is handed over at the counter, once however often it is pressed', async () => {
    const trade = await shop.signIn('trade@example.com')
    const staff = await shop.signIn('staff@example.com')
    const reference = await placeOrder(trade, { 'FH-OIL-1': 2 }, { delivery_method: 'COL' })
    const request = 'the same press of the form'
    const change = { request, collected_by: 'Sam Fitter' }
    const results = await runConcurrently(2, () => despatch(staff, reference, { 1: 2 }, change))
    expect(results.some(({ success }) => success)).toBe(true)
    expect((await listInvoices(reference)).map(({ pieces }) => pieces)).toEqual(['2+d'])
  })
})

describe('R-INVOICE-10: an order that is free of charge', () => {
  const placeFree = async () => {
    const staff = await shop.signIn('staff@example.com')
    return {
      staff,
      reference: await placeOrder(
        staff,
        { 'FH-OIL-1': 2 },
        { payment_method: 'godmode', free_reason: 'goodwill' },
      ),
    }
  }

  test('has no invoice, and its e-mails and pages promise none', async () => {
    const { staff, reference } = await placeFree()
    expect((await despatch(staff, reference, { 1: 1 })).success).toBe(true)
    expect((await despatch(staff, reference, { 1: 1 })).success).toBe(true)
    expect(await issueDueInvoices(shop.context)).toBe(0)
    expect(await listInvoices(reference)).toEqual([])
    for (const of of ['/order', '/account/orders', '/admin/orders'])
      expect((await staff.getPage(`${of}/${reference}/invoice.pdf`)).status).toBe(404)
    const pages = [
      `/account/orders/${reference}`,
      `/order/${reference}/confirmation`,
      `/account/orders?q=${reference}`,
    ]
    for (const page of pages)
      expect((await staff.getPage(page)).text).not.toMatch(/invoice(\.pdf| \(PDF\))|Pro forma/)
    const emails = await shop.sql(
      `select kind, facts->'hasInvoice' as "hasInvoice", facts->'invoice' as invoice from mail_outbox
       where facts->>'reference' = $1 order by id`,
      [reference],
    )
    expect(emails).toEqual([
      { kind: 'order-received', hasInvoice: false, invoice: null },
      { kind: 'parcel-despatched', hasInvoice: null, invoice: null },
      { kind: 'parcel-despatched', hasInvoice: null, invoice: null },
    ])
  })

  test('has nothing to credit, and is cancelled without a credit note', async () => {
    const { staff, reference } = await placeFree()
    const { success, message } = await refundOrder(staff, reference, '', {
      lines: [{ position: 1, quantity: '1' }],
    })
    expect({ success, message }).toEqual({
      success: false,
      message: 'No payment was taken for this order.',
    })
    expect((await staff.getPage(`/admin/orders/${reference}`)).text).not.toContain('refund-amount')
    expect((await cancelOrder(staff, reference)).success).toBe(true)
    expect(
      await shop.sql(
        'select from sales_document d join orders o on o.id = d.order_id where o.reference = $1',
        [reference],
      ),
    ).toEqual([])
  })
})

describe('the numbers of invoices', () => {
  test('have no gaps and no duplicates while many parcels leave at once', async () => {
    const trade = await shop.signIn('trade@example.com')
    const references: string[] = []
    for (let nth = 0; nth < 8; nth++) references.push(await placeOrder(trade, { 'FH-SEAL-1': nth + 3 }))
    const before = await getLastNumber()
    const staff = await Promise.all(references.map(() => shop.signIn('staff@example.com')))
    const results = await runConcurrently(8, nth => despatch(staff[nth]!, references[nth]!, { 1: nth + 3 }))
    expect(results.map(({ success }) => success)).toEqual(Array(8).fill(true))
    const numbers = (await Promise.all(references.map(listInvoices))).flat().map(({ number }) => number)
    expect(numbers.toSorted()).toEqual(
      Array.from({ length: 8 }, (_, nth) => `INV-${String(before + nth + 1).padStart(6, '0')}`),
    )
    expect(await getLastNumber()).toBe(before + 8)
  }, 60_000)

  test('are given to no held order and to none that is not placed, by the job of the minute neither', async () => {
    const stopped = await shop.signIn('stopped@example.com')
    const held = await placeOrder(stopped, { 'FH-SEAL-1': 5 })
    const trade = await shop.signIn('trade@example.com')
    await fillBasket(shop, trade, { 'FH-SEAL-1': 4 })
    const { body } = await sendSave(trade, createMemberSend('account'))
    expect(await issueDueInvoices(shop.context)).toBe(0)
    expect([await listInvoices(held), await listInvoices(body.reference!)]).toEqual([[], []])
    expect((await trade.getPage(`/account/orders/${body.reference}/invoice.pdf`)).status).toBe(404)
    expect((await getInvoice(stopped, held)).text).toContain('Pro forma invoice')
  })
})

test('R-INVOICE-6: before it is despatched an order has a pro forma invoice, and none once it is cancelled', async () => {
  const trade = await shop.signIn('trade@example.com')
  const staff = await shop.signIn('staff@example.com')
  const reference = await placeOrder(trade, { 'FH-OIL-1': 2 })
  const { text, headers } = await getInvoice(trade, reference)
  for (const words of ['Pro forma invoice', 'not a VAT invoice', reference, 'To be invoiced'])
    expect(text).toContain(words)
  expect(text).not.toContain('INV-')
  expect(headers.get('content-disposition')).toBe(`inline; filename="pro-forma-invoice-${reference}.pdf"`)
  expect((await trade.getPage(`/account/orders/${reference}`)).text).toContain('Pro forma invoice (PDF)')
  expect((await getFile(staff, `/admin/orders/${reference}/invoice.pdf`)).text).toContain('Pro forma')
  await cancelOrder(staff, reference)
  expect((await trade.getPage(`/account/orders/${reference}/invoice.pdf`)).status).toBe(404)
})

test('R-INVOICE-7: an invoice stays as it was issued, whatever changes, and only who sees the order sees it', async () => {
  const trade = await shop.signIn('trade@example.com')
  const staff = await shop.signIn('staff@example.com')
  const reference = await placeOrder(trade, { 'FH-OIL-1': 2 })
  await despatch(staff, reference, { 1: 2 })
  const [{ number } = { number: '' }] = await listInvoices(reference)
  const before = await getDocument(trade, reference, number)
  await shop.sql(`update orders set purchase_order = 'PO 9999', billing = delivery where reference = $1`, [
    reference,
  ])
  await shop.sql(`update company set name = 'Another name' where account_number = 'NPH001'`)
  expect((await getDocument(trade, reference, number)).text).toBe(before.text)
  await expect(shop.sql('update sales_document set total = 0')).rejects.toThrow()
  await shop.sql(`update company set name = 'Northfield Plant Hire' where account_number = 'NPH001'`)

  const path = `documents/${number}.pdf`
  expect((await getFile(staff, `/admin/orders/${reference}/${path}`)).text).toBe(before.text)
  const head = await shop.signIn('head@example.com')
  expect((await getDocument(head, reference, number)).text).toBe(before.text)
  const other = await shop.signIn('retail@example.com')
  for (const url of [
    `/account/orders/${reference}/${path}`,
    `/order/${reference}/${path}`,
    `/admin/orders/${reference}/${path}`,
  ])
    expect([url, (await other.getPage(url)).status]).toEqual([url, 404])
  const theirs = await placeOrder(trade, { 'FH-OIL-1': 1 })
  for (const file of [path, 'documents/INV-999999.pdf', 'documents/CN-000001.pdf', 'documents/x'])
    expect([file, (await trade.getPage(`/account/orders/${theirs}/${file}`)).status]).toEqual([file, 404])
})

test('R-INVOICE-12: a customer opens an invoice by its number, and those of others are not there', async () => {
  const staff = await shop.signIn('staff@example.com')
  const trade = await shop.signIn('trade@example.com')
  const reference = await placeOrder(trade, { 'FH-OIL-1': 1 })
  await despatch(staff, reference, { 1: 1 })
  const [row] = await shop.sql<{ number: number }>(
    `select number from sales_document d join orders o on o.id = d.order_id where o.reference = $1`,
    [reference],
  )
  const number = `INV-${String(row!.number).padStart(6, '0')}`
  const open = (visitor: TestVisitor, query: string) =>
    visitor.getPage(`/account/documents?${new URLSearchParams({ query })}`)
  const head = await shop.signIn('head@example.com')
  for (const visitor of [trade, head])
    for (const typed of [number, ` inv ${row!.number} `, String(row!.number)]) {
      const { status, headers } = await open(visitor, typed)
      const path = `/account/orders/${reference}/documents/${number}.pdf`
      expect([status, headers.get('location')]).toEqual([303, path])
      expect((await getFile(visitor, path)).text).toContain(number)
    }
  const stranger = await shop.signIn('stopped@example.com')
  for (const [visitor, typed] of [
    [stranger, number],
    [trade, 'INV-999999'],
    [trade, '<b>'],
    [trade, ''],
  ] as const) {
    const { headers } = await open(visitor, typed)
    expect(headers.get('location')).toBe(
      `/account/orders?${new URLSearchParams({ document: typed })}#document`,
    )
  }
  const { text } = await trade.getPage('/account/orders?document=INV-999999')
  expect(text).toContain('You have no invoice or credit note of this number.')
  expect(text).toContain('value="INV-999999"')
  expect((await trade.getPage('/account/orders?document=')).text).toContain('Enter the number of an invoice')
  // Who has ordered nothing can have the paper of a colleague's order too.
  const without = (await stranger.getPage('/account/orders')).text
  expect(without).toContain('id="document"')
  expect(without).not.toContain('Enter the number of an invoice')
  expect((await open(shop.createVisitor(), number)).headers.get('location')).toContain('/login?redirectTo=')
})

test('R-INVOICE-8: an order that was numbered when it was placed has its invoice written, and no second one', async () => {
  const trade = await shop.signIn('trade@example.com')
  const staff = await shop.signIn('staff@example.com')
  const [sent, opened] = [
    await placeOrder(trade, { 'FH-OIL-1': 2 }),
    await placeOrder(trade, { 'FH-OIL-1': 3 }),
  ]
  const cancelled = await placeOrder(trade, { 'FH-OIL-1': 4 })
  await cancelOrder(staff, cancelled)
  const last = await getLastNumber()
  for (const [nth, reference] of [sent, opened, cancelled].entries())
    await shop.sql(
      `update orders set invoice_number = $2, invoice_due = '2026-12-24', placed_at = placed_at - interval '3 days'
       where reference = $1`,
      [reference, last + 1 + nth],
    )
  await shop.sql(`update sales_document_counter set last = $1 where kind = 'invoice'`, [last + 3])
  // Despatched and opened before the job has come to them.
  expect((await despatch(staff, sent, { 1: 1 })).success).toBe(true)
  expect((await getInvoice(trade, opened)).text).toMatch(/Due date\n24 December 2026/)
  expect(await issueDueInvoices(shop.context)).toBe(1)
  expect(await issueDueInvoices(shop.context)).toBe(0)
  expect((await despatch(staff, sent, { 1: 1 })).success).toBe(true)
  for (const [nth, reference] of [sent, opened, cancelled].entries()) {
    const number = `INV-${String(last + 1 + nth).padStart(6, '0')}`
    expect(await listInvoices(reference)).toMatchObject([{ number, due_on: '2026-12-24' }])
  }
  expect(await getLastNumber()).toBe(last + 3)
  const page = (await trade.getPage(`/account/orders/${cancelled}`)).text
  expect(page).toContain('Credit note CN-000001')
})

describe('an invoice', () => {
  test('states seller, customer, lines, VAT and the amount to pay', async () => {
    const trade = await shop.signIn('trade@example.com')
    const reference = await placeOrder(
      trade,
      { 'FH-OIL-1': 4, 'FH-SEAL-1': 2 },
      { purchase_order: 'PO 4711', voucher: 'SAVE10' },
    )
    await despatch(await shop.signIn('staff@example.com'), reference, { 1: 4, 2: 2 })
    const { text, headers } = await getInvoice(trade, reference)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`^inline; filename="invoice-INV-\\d{6}-${reference}\\.pdf"$`),
    )
    for (const words of ['Filterhouse', 'Demo House', 'VAT number GB000 0000 00 (demo)', '24 November 2026'])
      expect(text).toContain(words)
    for (const words of [reference, 'PO 4711', 'NPH001', 'GB980780684', 'Kirkstall Road', '88 Mill Lane'])
      expect(text).toContain(words)
    expect(text).toContain('Demonstration: nothing was sold')
    // £58.00 of goods less £5.80, £8.00 of delivery: VAT £12.04.
    const lines = text.split('\n')
    expect(lines.slice(lines.indexOf('FH-OIL-1'))).toEqual(
      expect.arrayContaining(['Oil filter, spin-on', '4', '£12.50', '−£5.00', '£45.00', '20%', '£9.00']),
    )
    for (const words of [
      '−£0.80',
      '£7.20',
      '£1.44',
      '£8.00',
      '£1.60',
      '£58.00',
      '−£5.80',
      '£60.20',
      '£12.04',
      '£72.24',
    ])
      expect(lines).toContain(words)
    expect(text).toContain('Vouchers: SAVE10')
    expect(text).toContain('on account NPH001')
    // 30 days after the end of the month, as the demo's terms say.
    expect(text).toMatch(/Due date\n30 December 2026/)
    expect(lines).toContain('Due by 30 December 2026')
  })

  test('for an export has no VAT, says so, and names the country and the buyer’s code', async () => {
    const trade = await shop.signIn('trade@example.com')
    const dublin = {
      ...leedsAddress,
      town: 'Dublin',
      postcode: 'D02 AF30',
      country: 'IE',
      telephone: '+353 1 496 0999',
    }
    const reference = await placeOrder(
      trade,
      { 'FH-OIL-1': 4 },
      { delivery: dublin, delivery_method: 'IE3', contact: { vat: 'IE6388047V' } },
    )
    await despatch(await shop.signIn('staff@example.com'), reference, { 1: 4 })
    const { text } = await getInvoice(trade, reference)
    for (const words of ['Zero-rated export', 'Ireland', 'IE6388047V', '0%', '£68.00'])
      expect(text).toContain(words)
    expect(text).not.toContain('20%')
  })
})

// Last: the clock does not go back.
test('R-INVOICE-5: of a card order with the day of its payment as tax point', async () => {
  const { reference, visitor } = await createPaidOrder(shop)
  shop.clock.advance(2 * 24 * 60)
  const staff = await shop.signIn('staff@example.com')
  expect((await despatch(staff, reference, { 1: 3 })).success).toBe(true)
  expect(await listInvoices(reference)).toMatchObject([{ tax_point: '2026-11-24', due_on: null }])
  const { text } = await getFile(visitor, `/order/${reference}/invoice.pdf`)
  expect(text).toMatch(/Invoice date\n26 November 2026\nTax point\n24 November 2026/)
})
