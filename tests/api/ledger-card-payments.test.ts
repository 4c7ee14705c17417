import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readExport } from '../../src/features/sales-ledger/exports/write-csv.server.ts'
import { toIsoDate } from '../../src/lib/dates.ts'
import { readCsv, readCsvRows } from '../support/csv.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { despatch } from './despatch-calls.ts'
import { getExport, insertDocument, toPence, total } from './ledger-calls.ts'
import { cancelOrder, createPaidOrder } from './order-admin-calls.ts'
import { getCounted, insertRandomPayments, isCorrected, type RandomPayment } from './random-payments.ts'
import { placeAccountOrder } from './shoppers.ts'

// R-LEDGER-8: what cards paid counts in the VAT of its own day, and what goes back in that of the day on which it does.

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop({
    brokenInvariants: {
      names: /^(?!I11)/,
      reason: 'thousands of random card payments are inserted by SQL, without lines, history and e-mails',
    },
  })
  staff = await shop.signIn('staff@example.com')
}, 60_000)
afterAll(() => shop.close())

const getFile = (name: string, query: string) => getExport(staff, name, query)

describe('card payments, whose day is the tax point whether or not an invoice follows', () => {
  const at = async (iso: string) => {
    shop.clock.set(iso)
    staff = await shop.signIn('staff@example.com')
  }
  /** Boxes 1 and 6 in pence, which the lines of the file add up to. */
  const getBoxes = async (of: string) => {
    const rows = readCsvRows(await getFile('vat', of))
    const lines = rows.filter(row => !row['Tax point']!.startsWith('Box'))
    const boxValue = (box: string, column: string) =>
      toPence(rows.find(row => row['Tax point']!.startsWith(box))![column]!)
    const boxes = { vat: boxValue('Box 1', 'VAT'), net: boxValue('Box 6, sales', 'Net') }
    expect(total(lines.map(row => toPence(row.Net!)))).toBe(boxes.net)
    expect(total(lines.map(row => toPence(row.VAT!)))).toBe(boxes.vat)
    return { ...boxes, lines }
  }
  const november = 'from=2026-11-01&to=2026-11-30'
  const december = 'from=2026-12-01&to=2026-12-31'

  test('count on their day, and the invoices issued later take their place', async () => {
    const before = await getBoxes(november)
    const { reference } = await createPaidOrder(shop, { 'FH-SEAL-1': 7 })
    const [order] = await shop.sql<{ total: number; vat: number }>(
      'select total, vat from orders where reference = $1',
      [reference],
    )
    const paid = await getBoxes(november)
    expect(paid.vat - before.vat).toBe(order!.vat)
    expect(paid.net - before.net).toBe(order!.total - order!.vat)
    expect(paid.lines.find(row => row['Order number'] === reference)).toMatchObject({
      'Tax point': '2026-11-24',
      Document: 'Card payment, not invoiced yet',
      'VAT rate': '20%',
    })
    const { text } = await staff.getPage(`/admin/exports?${november}`)
    expect(text).toContain('1 card payment not invoiced yet at 20%')

    await at('2026-12-02T10:00:00Z')
    for (const [pieces, linesOfIt] of [
      [2, 2],
      [5, 1],
    ] as const) {
      expect(await despatch(staff, reference, { 1: pieces })).toMatchObject({ success: true })
      const { vat, net, lines } = await getBoxes(november)
      expect({ vat, net }).toEqual({ vat: paid.vat, net: paid.net })
      if (linesOfIt === 2) expect(lines.filter(row => row['Order number'] === reference)).toHaveLength(2)
    }
    expect((await getBoxes(december)).net).toBe(0)
  })

  test('that go back before an invoice count against the day of the refund', async () => {
    const { reference } = await createPaidOrder(shop)
    const paid = await getBoxes(december)
    await at('2027-01-04T10:00:00Z')
    expect(await cancelOrder(staff, reference)).toMatchObject({ success: true })
    const { vat, net } = await getBoxes(december)
    expect({ vat, net }).toEqual({ vat: paid.vat, net: paid.net })
    const january = await getBoxes('from=2027-01-01&to=2027-01-31')
    expect([january.vat, january.net]).toEqual([0 - paid.vat, 0 - paid.net])
    expect(january.lines[0]).toMatchObject({
      'Tax point': '2027-01-04',
      Document: 'Card refund, no credit note',
    })
  })

  test('a thousand at random, corrected, invoiced, refunded and taken back, add up to the penny', async () => {
    const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
    const months: [string, string] = ['2026-08', '2026-09']
    const payments = await insertRandomPayments(shop, { count: 1_000, reference, months, seed: 20261124 })
    const sumOf = (pick: (payment: RandomPayment) => number) => total(payments.map(pick))
    expect(payments.filter(isCorrected).length).toBeGreaterThan(300)
    const [august, september] = [
      await getBoxes('from=2026-08-01&to=2026-08-31'),
      await getBoxes('from=2026-09-01&to=2026-09-30'),
    ]
    const counted = (until: 'month' | 'end') => ({
      total: sumOf(one => getCounted(one, until).total),
      vat: sumOf(one => getCounted(one, until).vat),
    })
    expect({ total: august.vat + august.net, vat: august.vat }).toEqual(counted('month'))
    expect({
      total: august.vat + august.net + september.vat + september.net,
      vat: august.vat + september.vat,
    }).toEqual(counted('end'))
    expect(september.lines.filter(row => row.Document === 'Card payment, taken back').length).toBeGreaterThan(
      100,
    )
    const { text } = await staff.getPage('/admin/exports?from=2026-09-01&to=2026-09-30')
    expect(text).toMatch(/\d+ card payments taken back at 20%/)
    const receipts = async (of: string) =>
      total(
        readCsvRows(await getFile('sage', of))
          .filter(row => row.Type === 'SA' || row.Type === 'SP')
          .map(row => toPence(row['Net Amount']!) * (row.Type === 'SA' ? 1 : -1)),
      )
    expect(
      (await receipts('from=2026-08-01&to=2026-08-31')) + (await receipts('from=2026-09-01&to=2026-09-30')),
    ).toBe(sumOf(one => (one.reversedIn === null ? one.corrected.total - one.refunded : 0)))
  })

  test('that the provider takes back stay in the month of the payment, and count against that of the reversal', async () => {
    await at('2027-04-30T22:50:00Z')
    shop.simulator.control.fault('drop_our_answer')
    const { reference, total: paid } = await createPaidOrder(shop)
    const april = await getBoxes('from=2027-04-01&to=2027-04-30')
    expect(april.vat + april.net).toBe(paid)
    await at('2027-05-01T06:00:00Z')
    await shop.simulator.control.advance(16)
    const { vat, net } = await getBoxes('from=2027-04-01&to=2027-04-30')
    expect({ vat, net }).toEqual({ vat: april.vat, net: april.net })
    const may = await getBoxes('from=2027-05-01&to=2027-05-31')
    expect([may.vat, may.net]).toEqual([0 - april.vat, 0 - april.net])
    expect(may.lines.find(row => row['Order number'] === reference)).toMatchObject({
      'Tax point': '2027-05-01',
      Document: 'Card payment, taken back',
    })
    const [receipt] = readCsvRows(await getFile('sage', 'from=2027-05-01&to=2027-05-31'))
    expect(receipt).toMatchObject({
      Type: 'SP',
      Details: 'Card payment taken back',
      'Net Amount': (paid / 100).toFixed(2),
    })
  })

  test('an invoice that is issued while the file is written is in all of it or in nothing', async () => {
    const { reference } = await createPaidOrder(shop)
    const january = { from: toIsoDate('2027-01-01'), to: toIsoDate('2027-01-31') }
    const db = shop.context.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await insertDocument(shop, { reference, net: 100, issuedAt: '2027-01-04T11:00:00Z' })
        return result
      },
    })
    const parts = await readExport({ ...shop.context, db }, 'vat', january)
    const rows = readCsvRows(parts.join(''))
    const box = rows.find(row => row['Tax point'] === 'Box 6, sales ex VAT')!
    const lines = rows.filter(row => !row['Tax point']!.startsWith('Box'))
    expect(total(lines.map(row => toPence(row.Net!)))).toBe(toPence(box.Net!))
    const { lines: later } = await getBoxes('from=2027-01-01&to=2027-01-31')
    expect(later.length).toBeGreaterThan(lines.length)
  })

  test('are receipts in Sage, and a journal has the days of its period only', async () => {
    await at('2027-02-26T10:00:00Z')
    const { reference, total: paid } = await createPaidOrder(shop)
    await at('2027-03-02T10:00:00Z')
    expect(await despatch(staff, reference, { 1: 3 })).toMatchObject({ success: true })
    const cancelled = await createPaidOrder(shop)
    expect(await cancelOrder(staff, cancelled.reference)).toMatchObject({ success: true })
    const [february, march] = ['from=2027-02-01&to=2027-02-28', 'from=2027-03-01&to=2027-03-31']
    const pounds = (paid / 100).toFixed(2)
    expect(readCsv(await getFile('sage', february)).slice(1)).toEqual([
      ['SA', 'WEB', '1250', '0', '26/02/2027', reference, 'Card payment', pounds, 'T9', '0.00', '1', ''],
    ])
    const rows = readCsvRows(await getFile('sage', march))
    expect(new Set(rows.map(row => row.Date))).toEqual(new Set(['02/03/2027']))
    expect(rows.find(row => row.Type === 'SI')!.Details).toContain('Goods, tax point 26/02/2027, ')
    expect(
      rows
        .filter(row => row.Reference === cancelled.reference)
        .map(row => [row.Type, row.Details, row['Net Amount']]),
    ).toEqual([
      ['SA', 'Card payment', pounds],
      ['SP', 'Card refund', pounds],
    ])
    const invoiced = rows.filter(row => row.Type === 'SI')
    expect(total(invoiced.flatMap(row => [toPence(row['Net Amount']!), toPence(row['Tax Amount']!)]))).toBe(
      paid,
    )
    const [xero] = readCsvRows(await getFile('xero', march))
    expect(xero).toMatchObject({ '*InvoiceDate': '02/03/2027', '*DueDate': '02/03/2027' })
    expect(xero!['*Description']).toMatch(/, order FH\w+, tax point 26\/02\/2027$/)
  })
})
