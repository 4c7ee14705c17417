import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { numberInvoices } from '../../src/features/orders/invoice/numbering.server.ts'
import { inTransaction } from '../../src/infra/database/db.ts'
import { atOnce, type Visitor } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { pdfText } from '../support/pdf-text.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { complete, fill, leeds, memberSend, save } from './buying.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => checkInvariants(shop))
afterAll(() => shop.close())

async function place(visitor: Visitor, goods: Record<string, number>, changes: Record<string, unknown> = {}) {
  await visitor.delete('/basket')
  await fill(shop, visitor, goods)
  if (changes.voucher) await visitor.post('/basket/discount', { code: changes.voucher })
  const { body } = await save(visitor, memberSend('account', changes))
  const { error } = await complete(visitor)
  if (error !== false) throw new Error(`not placed: ${error}`)
  return body.reference!
}

/** The invoice as its reader sees it. */
async function invoice(visitor: Visitor, reference: string) {
  const url = new URL(`/account/orders/${reference}/invoice.pdf`, shop.url)
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(url, { headers: { cookie, 'x-forwarded-for': visitor.ip } })
  const pages = pdfText(Buffer.from(await response.arrayBuffer()))
  return { headers: response.headers, text: pages.join('\n') }
}

/** Locks an order's row as somebody does who decides about it. */
async function holdOrder(reference: string) {
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const transaction = inTransaction(shop.context.db, async tx => {
    await tx.selectFrom('orders').select('id').where('reference', '=', reference).forUpdate().execute()
    held.resolve()
    await over.promise
  })
  await held.promise
  return {
    async release() {
      over.resolve()
      await transaction
    },
  }
}

const waiting = async () => {
  const [row] = await shop.sql<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  )
  return row!.count
}

const numbers = () =>
  shop.sql<{ reference: string; invoice_number: number | null }>(
    'select reference, invoice_number from orders where placed_at is not null order by placed_at, id',
  )

describe('the numbers of invoices', () => {
  test('have no gaps and no duplicates, and never change', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const references: string[] = []
    for (let nth = 0; nth < 10; nth++) references.push(await place(trade, { 'FH-SEAL-1': nth + 3 }))
    const asked = references.toReversed()
    // The first order's row is held until several of them stand before it: they do meet.
    const holding = await holdOrder(references[0]!)
    const asking = atOnce(10, nth => invoice(trade, asked[nth]!))
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
    await holding.release()
    const first = await asking
    const shown = first.map(({ text }) => /^INV-\d{6}$/m.exec(text)?.[0])
    expect(new Set(shown).size).toBe(10)
    // In the order of placing, although they were asked for the other way round, and all at once.
    expect((await numbers()).map(row => row.invoice_number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(shown.toReversed()[0]).toBe('INV-000001')
    expect(await shop.sql('select last from invoice_counter')).toEqual([{ last: 10 }])
    const again = await atOnce(10, nth => invoice(trade, asked[nth]!))
    expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text))
  }, 60_000)

  test('are assigned by the background job too, to placed orders only', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const [{ last: before } = { last: 0 }] = await shop.sql<{ last: number }>(
      'select last from invoice_counter',
    )
    const reference = await place(trade, { 'FH-SEAL-1': 5 })
    await fill(shop, trade, { 'FH-SEAL-1': 4 })
    const { body } = await save(trade, memberSend('account'))
    expect(await numberInvoices(shop.context)).toBe(1)
    expect(await numberInvoices(shop.context)).toBe(0)
    expect((await numbers()).at(-1)).toEqual({ reference, invoice_number: before + 1 })
    expect((await trade.page(`/account/orders/${body.reference}/invoice.pdf`)).status).toBe(404)
    expect(await shop.sql('select last from invoice_counter')).toEqual([{ last: before + 1 }])
  })
})

describe('an invoice', () => {
  test('states seller, customer, lines, VAT and the amount to pay', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const reference = await place(
      trade,
      { 'FH-OIL-1': 4, 'FH-SEAL-1': 2 },
      { purchase_order: 'PO 4711', voucher: 'SAVE10' },
    )
    const { text, headers } = await invoice(trade, reference)
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
      expect.arrayContaining(['Oil filter, spin-on', '4', '£12.50', '−£5.00', '£45.00', '20 %', '£9.00']),
    )
    for (const words of [
      '−£0.80',
      '£7.20',
      '£1.44',
      '£8.00',
      '£1.60',
      '£52.20',
      '£60.20',
      '£12.04',
      '£72.24',
    ])
      expect(lines).toContain(words)
    expect(text).toContain('Vouchers: SAVE10')
    expect(text).toContain('on account NPH001')
  })

  test('of goods that leave the country has no VAT, says so, and names the country and the buyer’s code', async () => {
    const trade = await shop.signedIn('trade@example.com')
    const dublin = {
      ...leeds,
      town: 'Dublin',
      postcode: 'D02 AF30',
      country: 'IE',
      telephone: '+353 1 496 0999',
    }
    const reference = await place(
      trade,
      { 'FH-OIL-1': 4 },
      { delivery: dublin, delivery_method: 'IE3', contact: { vat: 'IE6388047V' } },
    )
    const { text } = await invoice(trade, reference)
    for (const words of ['Zero-rated export', 'Ireland', 'IE6388047V', '0 %', '£68.00'])
      expect(text).toContain(words)
    expect(text).not.toContain('20 %')
  })
})
