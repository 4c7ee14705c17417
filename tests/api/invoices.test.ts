import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { numberInvoices } from '../../src/features/orders/invoice/numbering.server.ts'
import { inTransaction } from '../../src/infra/database/db.ts'
import { checkInvariants } from '../support/invariants.ts'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { completeOrder, createMemberSend, fillBasket, leedsAddress, sendSave } from './checkout-calls.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterEach(() => checkInvariants(shop))
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

/** The text of an invoice's pages. */
async function getInvoice(visitor: TestVisitor, reference: string) {
  const { headers, content } = await visitor.getFile(`/account/orders/${reference}/invoice.pdf`)
  return { headers, text: readPdfText(content).join('\n') }
}

/** Locks an order's row, as a request that changes the order does. */
async function lockOrderRow(reference: string) {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const transaction = inTransaction(shop.context.db, async tx => {
    await tx.selectFrom('orders').select('id').where('reference', '=', reference).forUpdate().execute()
    locked.resolve()
    await released.promise
  })
  await locked.promise
  return {
    async release() {
      released.resolve()
      await transaction
    },
  }
}

const countWaitingConnections = async () => {
  const [row] = await shop.sql<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  )
  return row!.count
}

const listInvoiceNumbers = () =>
  shop.sql<{ reference: string; invoice_number: number | null }>(
    'select reference, invoice_number from orders where placed_at is not null order by placed_at, id',
  )

describe('the numbers of invoices', () => {
  test('have no gaps and no duplicates, and never change', async () => {
    const trade = await shop.signIn('trade@example.com')
    const references: string[] = []
    for (let nth = 0; nth < 10; nth++) references.push(await placeOrder(trade, { 'FH-SEAL-1': nth + 3 }))
    const newestFirst = references.toReversed()
    // The first order's row stays locked until several requests wait for it, so that they really race.
    const lock = await lockOrderRow(references[0]!)
    const requests = runConcurrently(10, nth => getInvoice(trade, newestFirst[nth]!))
    await expect.poll(countWaitingConnections, { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
    await lock.release()
    const first = await requests
    const numbers = first.map(({ text }) => /^INV-\d{6}$/m.exec(text)?.[0])
    expect(new Set(numbers).size).toBe(10)
    // Numbers follow the order of placing, although the requests came the other way round and all at once.
    expect((await listInvoiceNumbers()).map(row => row.invoice_number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ])
    expect(numbers.toReversed()[0]).toBe('INV-000001')
    expect(await shop.sql('select last from invoice_counter')).toEqual([{ last: 10 }])
    const again = await runConcurrently(10, nth => getInvoice(trade, newestFirst[nth]!))
    expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text))
  }, 60_000)

  test('are assigned by the background job too, to placed orders only', async () => {
    const trade = await shop.signIn('trade@example.com')
    const [{ last: before } = { last: 0 }] = await shop.sql<{ last: number }>(
      'select last from invoice_counter',
    )
    const reference = await placeOrder(trade, { 'FH-SEAL-1': 5 })
    await fillBasket(shop, trade, { 'FH-SEAL-1': 4 })
    const { body } = await sendSave(trade, createMemberSend('account'))
    expect(await numberInvoices(shop.context)).toBe(1)
    expect(await numberInvoices(shop.context)).toBe(0)
    expect((await listInvoiceNumbers()).at(-1)).toEqual({ reference, invoice_number: before + 1 })
    expect((await trade.getPage(`/account/orders/${body.reference}/invoice.pdf`)).status).toBe(404)
    expect(await shop.sql('select last from invoice_counter')).toEqual([{ last: before + 1 }])
  })
})

describe('an invoice', () => {
  test('states seller, customer, lines, VAT and the amount to pay', async () => {
    const trade = await shop.signIn('trade@example.com')
    const reference = await placeOrder(
      trade,
      { 'FH-OIL-1': 4, 'FH-SEAL-1': 2 },
      { purchase_order: 'PO 4711', voucher: 'SAVE10' },
    )
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
    const { text } = await getInvoice(trade, reference)
    for (const words of ['Zero-rated export', 'Ireland', 'IE6388047V', '0%', '£68.00'])
      expect(text).toContain(words)
    expect(text).not.toContain('20%')
  })
})
