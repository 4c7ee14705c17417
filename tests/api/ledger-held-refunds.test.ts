import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCsvRows } from '../support/csv.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { correctMoney } from './correction-calls.ts'
import { changeOrder, despatch } from './despatch-calls.ts'
import { getExport, toPence, total } from './ledger-calls.ts'
import {
  cancelOrder,
  createPaidOrder,
  getSeenOrderVersion,
  listRefunds,
  type OrderActionReply,
} from './order-admin-calls.ts'

// R-CREDIT-2: a held order is not invoiced, so a refund of it goes without papers until it is released.

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
}, 60_000)
afterAll(() => shop.close())

const hold = async (reference: string) =>
  (await changeOrder(staff, reference, 'hold', { reason: 'Address unclear' })).body
const release = async (reference: string) =>
  (await changeOrder(staff, reference, 'release', { reason: 'Confirmed' })).body

async function createHeldOrder() {
  const paid = await createPaidOrder(shop, { 'FH-SEAL-1': 5 })
  expect(await hold(paid.reference)).toMatchObject({ success: true })
  return paid
}

async function refund(reference: string, changes: object): Promise<OrderActionReply> {
  const seen = await getSeenOrderVersion(staff, reference)
  const body = {
    seen,
    request: randomUUID(),
    reason: 'Ordered too many',
    confirm: true,
    amount: '',
    lines: [],
    ...changes,
  }
  return (await staff.post<OrderActionReply>(`/admin/orders/${reference}/refund`, body)).body
}

const listPapers = (reference: string) =>
  shop.sql<{ kind: string; total: number; vat: number }>(
    `select d.kind, d.total, d.vat from sales_document d join orders o on o.id = d.order_id where o.reference = $1 order by d.id`,
    [reference],
  )

/** The lines of an order in the VAT file of the month, and what they add up to. */
const getVat = async (reference: string) => {
  const rows = readCsvRows(await getExport(staff, 'vat', 'from=2026-11-01&to=2026-11-30'))
  const lines = rows.filter(row => row['Order number'] === reference)
  return {
    names: lines.map(row => row.Document!.replace(/-\d+$/, '')),
    total: total(lines.map(row => toPence(row.Total!))),
    vat: total(lines.map(row => toPence(row.VAT!))),
  }
}

describe('R-CREDIT-2: a refund of a held order that is not invoiced', () => {
  test('has no invoice and no credit note until it is released and sent, and the VAT is that of what is left', async () => {
    const { reference, total: paid } = await createHeldOrder()
    const form = { request: randomUUID(), seen: await getSeenOrderVersion(staff, reference) }
    const body = { ...form, lines: [{ position: 1, quantity: '2' }] }
    const reply = await refund(reference, body)
    expect(reply).toMatchObject({ success: true })
    expect(reply.message).toContain(
      'The order is held, so its invoice and the credit note follow once it is released. 2 pieces won’t be sent.',
    )
    expect(await refund(reference, body)).toMatchObject({ success: true })
    const [back, ...more] = await listRefunds(shop, reference)
    expect(more).toEqual([])
    expect(await listPapers(reference)).toEqual([])
    const before = await getVat(reference)
    expect(before.total).toBe(paid - back!.amount)
    const [mail] = await shop.sql<{ facts: { number: null; total: number } }>(
      `select facts from mail_outbox where kind = 'credit-note' and facts->>'reference' = $1`,
      [reference],
    )
    expect(mail!.facts).toMatchObject({ number: null, total: back!.amount })

    expect(await release(reference)).toMatchObject({ success: true })
    expect(await despatch(staff, reference, { 1: 3 })).toMatchObject({ success: true })
    expect((await listPapers(reference)).map(({ kind, total: of }) => [kind, of])).toEqual([
      ['invoice', paid],
      ['credit_note', back!.amount],
    ])
    const after = await getVat(reference)
    expect(after).toEqual({ ...before, names: ['INV', 'CN'] })
  })

  test('can be for an amount and several times, never for more than was paid, and its goods are not corrected', async () => {
    const { reference, total: paid } = await createHeldOrder()
    expect(await refund(reference, { amount: '5' })).toMatchObject({ success: true })
    expect(await refund(reference, { amount: '2.50' })).toMatchObject({ success: true })
    expect((await refund(reference, { amount: (paid / 100).toFixed(2) })).message).toMatch(
      /^Only £\d+\.\d\d is left to refund\. /,
    )
    expect(
      (await correctMoney(staff, reference, { lines: [{ position: 1, quantity: '4' }] })).message,
    ).toMatch(/^Part of this order has been refunded/)
    expect(await listPapers(reference)).toEqual([])
    await release(reference)
    // The next refund brings the papers of all.
    expect(await refund(reference, { amount: '1' })).toMatchObject({ success: true })
    expect((await listPapers(reference)).map(({ total: of }) => of)).toEqual([paid, 500, 250, 100])
    expect((await getVat(reference)).total).toBe(paid - 850)
  })

  test('and its cancellation leave nothing in the VAT, and no papers', async () => {
    const { reference } = await createHeldOrder()
    expect(await refund(reference, { amount: '5.01' })).toMatchObject({ success: true })
    expect(await cancelOrder(staff, reference)).toMatchObject({ success: true })
    expect(await listPapers(reference)).toEqual([])
    expect(await getVat(reference)).toMatchObject({ total: 0, vat: 0 })
  })
})
