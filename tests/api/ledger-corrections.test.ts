import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCsvRows } from '../support/csv.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { correctMoney, leedsAddress } from './correction-calls.ts'
import { despatch } from './despatch-calls.ts'
import { getExport, toPence, total } from './ledger-calls.ts'
import { createPaidOrder } from './order-admin-calls.ts'

// R-LEDGER-8: a correction of a card order counts in the VAT of its own day.

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
}, 60_000)
afterAll(() => shop.close())

const at = async (iso: string) => {
  shop.clock.set(iso)
  staff = await shop.signIn('staff@example.com')
}
const jersey = { ...leedsAddress, town: 'St Helier', postcode: 'JE2 3AB', country: 'JE' }
const getOrder = async (reference: string) =>
  (
    await shop.sql<{ total: number; vat: number }>('select total, vat from orders where reference = $1', [
      reference,
    ])
  )[0]!
/** The lines of an order in the VAT file of a month, and what they add up to. */
const getLines = async (month: string, reference: string) => {
  const rows = readCsvRows(await getExport(staff, 'vat', `from=${month}-01&to=${month}-28`))
  const lines = rows.filter(row => row['Order number'] === reference)
  return {
    names: lines.map(row => row.Document!.replace(/-\d+$/, '')),
    net: total(lines.map(row => toPence(row.Net!))),
    vat: total(lines.map(row => toPence(row.VAT!))),
  }
}

describe('R-LEDGER-8: an order that was paid by card and corrected later', () => {
  test('to an address without VAT leaves the month of its payment as it was', async () => {
    await at('2027-10-05T10:00:00Z')
    const { reference } = await createPaidOrder(shop, { 'FH-AIR-1': 3 })
    const paid = await getOrder(reference)
    const october = await getLines('2027-10', reference)
    expect(october.vat).toBe(paid.vat)
    await at('2027-11-03T10:00:00Z')
    const reply = await correctMoney(staff, reference, {
      delivery: jersey,
      delivery_option: 'CI4',
      lines: [{ position: 1, quantity: '2' }],
    })
    expect(reply.success).toBe(true)
    const corrected = await getOrder(reference)
    expect(corrected.vat).toBe(0)
    const [before, november] = [await getLines('2027-10', reference), await getLines('2027-11', reference)]
    expect([before.net, before.vat]).toEqual([october.net, october.vat])
    expect(november).toMatchObject({
      names: ['Card refund, no credit note'],
      net: corrected.total - (paid.total - paid.vat),
      vat: 0 - paid.vat,
    })
    expect(await despatch(staff, reference, { 1: 2 })).toMatchObject({ success: true })
    const invoiced = await getLines('2027-10', reference)
    expect([invoiced.net, invoiced.vat]).toEqual([october.net, october.vat])
    expect(invoiced.names).toEqual(['INV', 'Card payment, gone back or corrected since'])
  })

  test('to fewer pieces leaves nothing but its invoice', async () => {
    await at('2028-01-05T10:00:00Z')
    const { reference } = await createPaidOrder(shop, { 'FH-SEAL-1': 7 })
    await at('2028-01-06T10:00:00Z')
    expect((await correctMoney(staff, reference, { lines: [{ position: 1, quantity: '1' }] })).success).toBe(
      true,
    )
    const { total: due, vat } = await getOrder(reference)
    expect(await getLines('2028-01', reference)).toMatchObject({ net: due - vat, vat })
    expect(await despatch(staff, reference, { 1: 1 })).toMatchObject({ success: true })
    const { names, ...sums } = await getLines('2028-01', reference)
    expect(sums).toEqual({ net: due - vat, vat })
    expect(names).not.toContain('Card payment, not invoiced yet')
  })
})
