import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createOrder, createOrderLine } from '../../../tests/support/order-fixtures.ts'
import { type BasisPoints, pence, sum } from '../../lib/money.ts'
import { calculateTotals } from '../basket/totals.ts'
import type { DocumentLine } from './document.ts'
import { type CreditItems, type CreditSums, calculateCredit, getCreditable } from './next-credit.ts'
import { calculateNextInvoice, toDocumentLines } from './next-invoice.ts'

const amount = (most: number) => fc.integer({ min: 0, max: most }).map(pence)

const orders = fc
  .record({
    lines: fc.array(fc.record({ unitPrice: amount(20_000), quantity: fc.integer({ min: 1, max: 30 }) }), {
      minLength: 1,
      maxLength: 5,
    }),
    discount: amount(5_000),
    deliveryCost: fc.option(amount(2_000)),
    vatRate: fc.constantFrom(0, 2000).map(bp => bp as BasisPoints),
  })
  .map(({ discount, ...rest }) => {
    const totals = calculateTotals({ ...rest, discounts: [discount], freeDelivery: false })
    return {
      lines: rest.lines.map(line => createOrderLine(line)),
      discount: totals.discount,
      deliveryCost: totals.deliveryCost,
      vat: totals.discountedVat,
      vatRateBp: rest.vatRate as number,
    }
  })

const wishes = fc.array(
  fc.record({
    lines: fc.array(
      fc.record({ position: fc.integer({ min: 1, max: 6 }), quantity: fc.integer({ min: 1, max: 31 }) }),
      { maxLength: 2 },
    ),
    delivery: fc.boolean(),
    amount: fc.option(fc.integer({ min: 1, max: 30_000 }).map(pence)),
    /** Another parcel leaves before. */
    sends: fc.boolean(),
  }),
  { maxLength: 8 },
)

const uniqueLines = ({ lines }: { lines: { position: number; quantity: number }[] }) => [
  ...new Map(lines.map(line => [line.position, line])).values(),
]

type Wish = {
  lines: { position: number; quantity: number }[]
  delivery: boolean
  amount: ReturnType<typeof pence> | null
  sends: boolean
}

/** The credit notes of an order whose parcels leave meanwhile, and one of all that is left. */
function creditInTurn(order: Parameters<typeof calculateNextInvoice>[0], all: readonly Wish[]) {
  const invoiced: DocumentLine[] = []
  const credited: DocumentLine[] = []
  const notes: CreditSums[] = []
  const send = (pieces: Parameters<typeof calculateNextInvoice>[1]) => {
    const invoice = calculateNextInvoice(order, pieces, invoiced)
    if (invoice) invoiced.push(...toDocumentLines(invoice, createOrder()))
  }
  const credit = (items: CreditItems) => {
    const note = calculateCredit({ invoiced, credited, vatRateBp: order.vatRateBp }, items)
    if (!note.ok) return
    notes.push(note)
    credited.push(...note.lines)
  }
  send(order.lines.map((_, index) => ({ position: index + 1, quantity: 1 })))
  for (const wish of all) {
    if (wish.sends) send(order.lines.map((_, index) => ({ position: index + 1, quantity: 2 })))
    credit({ ...wish, lines: uniqueLines(wish) })
    check()
  }
  send('rest')
  credit('all')
  check()
  return { invoiced, credited, notes }

  function check() {
    const { net, vat } = getCreditable({ invoiced, credited })
    expect(Math.min(net, vat)).toBeGreaterThanOrEqual(0)
  }
}

describe('the credit notes of an order', () => {
  test('R-CREDIT-1: never credit more than was invoiced, and in the end all of it, to the penny', () => {
    fc.assert(
      fc.property(orders, wishes, (order, all) => {
        const { invoiced, credited, notes } = creditInTurn(order, all)
        // An amount may have been for lines, or the delivery, that no note names.
        expect(getCreditable({ invoiced, credited })).toMatchObject({ net: 0, vat: 0, total: 0 })
        for (const { lines, net, vat, total } of notes) {
          expect(sum(lines.map(line => line.net))).toBe(net)
          expect(sum(lines.map(line => line.vat))).toBe(vat)
          expect(net + vat).toBe(total)
          expect(Math.min(net, vat)).toBeGreaterThanOrEqual(0)
          expect(total).toBeGreaterThan(0)
          for (const line of lines.filter(({ kind }) => kind !== 'amount'))
            expect(Math.min(line.net, line.vat)).toBeGreaterThanOrEqual(0)
        }
        for (const [index, { quantity }] of order.lines.entries()) {
          const pieces = credited.filter(line => line.kind === 'goods' && line.position === index + 1)
          expect(pieces.reduce((count, line) => count + line.quantity, 0)).toBeLessThanOrEqual(quantity)
        }
      }),
      { numRuns: 3000 },
    )
  })
})

describe('a credit note', () => {
  // Three for £10.00, £1.50 of delivery: £11.50 and VAT of £2.30.
  const order = {
    lines: [createOrderLine({ unitPrice: pence(500), quantity: 3, lineTotal: pence(1500) })],
    discount: pence(500),
    deliveryCost: pence(150),
    vat: pence(230),
    vatRateBp: 2000,
  }
  const invoiced = toDocumentLines(calculateNextInvoice(order, 'rest', [])!, createOrder())
  const credit = (items: CreditItems, credited: DocumentLine[] = []) =>
    calculateCredit({ invoiced, credited, vatRateBp: 2000 }, items)
  const pieces = (quantity: number) => ({ lines: [{ position: 1, quantity }], delivery: false, amount: null })

  test('R-CREDIT-1: of one piece of three has a third of what they cost, and the last the remainder', () => {
    const credited: DocumentLine[] = []
    const totals = [1, 1, 1].map(quantity => {
      const note = credit(pieces(quantity), credited) as CreditSums
      credited.push(...note.lines)
      return [note.net, note.vat]
    })
    expect(totals).toEqual([
      [333, 66],
      [333, 67],
      [334, 67],
    ])
    expect(credit(pieces(1), credited)).toEqual({
      ok: false,
      reason: { why: 'too_many', code: 'FH-OIL-1', left: 0 },
    })
  })

  test('of an amount has the VAT that is in it', () => {
    expect(credit({ lines: [], delivery: false, amount: pence(600) })).toMatchObject({ net: 500, vat: 100 })
    expect(credit({ lines: [], delivery: false, amount: pence(1381) })).toEqual({
      ok: false,
      reason: { why: 'too_much', left: 1380 },
    })
  })

  test('of the delivery charge is issued once', () => {
    const delivery = { lines: [], delivery: true, amount: null }
    const note = credit(delivery) as CreditSums
    expect(note).toMatchObject({ net: 150, vat: 30 })
    expect(credit(delivery, note.lines)).toEqual({ ok: false, reason: { why: 'no_delivery' } })
  })

  test('of all the goods after an amount takes off what was credited before', () => {
    const goodwill = credit({ lines: [], delivery: false, amount: pence(600) }) as CreditSums
    const note = credit('all', goodwill.lines) as CreditSums
    expect(note.total).toBe(780)
    expect(note.lines.at(-1)).toMatchObject({ title: 'Less what was credited before', net: -500, vat: -100 })
    expect(credit('all', [...goodwill.lines, ...note.lines])).toEqual({
      ok: false,
      reason: { why: 'nothing_left' },
    })
  })

  test('R-RETURN-9: of returned goods keeps the handling charge, which can still be credited later', () => {
    const note = credit({ ...pieces(2), delivery: true, chargePercent: 15 }) as CreditSums
    expect(note.lines.map(({ title, net, vat }) => [title, net, vat])).toEqual([
      ['Oil filter', 666, 133],
      ['Next working day', 150, 30],
      ['Less handling charge of 15%', -100, -20],
    ])
    expect(note).toMatchObject({ net: 716, vat: 143, total: 859 })
    expect((credit('all', note.lines) as CreditSums).total).toBe(1380 - 859 - 120)
    expect(credit({ lines: [], delivery: false, amount: pence(1380 - 859) }, note.lines)).toMatchObject({
      total: 1380 - 859,
    })
    expect(credit({ ...pieces(2), chargePercent: 100 })).toEqual({
      ok: false,
      reason: { why: 'nothing_left' },
    })
  })

  test('of goods that cost nothing is none, and is not said to have been issued before', () => {
    const invoiced = (unitPrices: number[]) => {
      const lines = unitPrices.map(unitPrice => createOrderLine({ unitPrice: pence(unitPrice), quantity: 2 }))
      const totals = calculateTotals({
        lines,
        discounts: [],
        deliveryCost: pence(0),
        freeDelivery: false,
        vatRate: 2000 as BasisPoints,
      })
      const order = {
        lines,
        discount: totals.discount,
        deliveryCost: pence(0),
        vat: totals.vat,
        vatRateBp: 2000,
      }
      return toDocumentLines(calculateNextInvoice(order, 'rest', [])!, createOrder())
    }
    const refused = { ok: false, reason: { why: 'nothing_charged' } }
    const one = { lines: [{ position: 1, quantity: 1 }], delivery: false, amount: null }
    for (const items of ['all', one] as const)
      expect(calculateCredit({ invoiced: invoiced([0]), credited: [], vatRateBp: 2000 }, items)).toEqual(
        refused,
      )
    // Free goods beside others.
    const mixed = { invoiced: invoiced([0, 500]), credited: [], vatRateBp: 2000 }
    expect(calculateCredit(mixed, one)).toEqual(refused)
    expect(calculateCredit(mixed, 'all')).toMatchObject({ total: 1200 })
  })

  test('needs something to credit', () => {
    expect(credit({ lines: [], delivery: false, amount: null })).toEqual({
      ok: false,
      reason: { why: 'nothing_chosen' },
    })
    expect(credit(pieces(4))).toEqual({ ok: false, reason: { why: 'too_many', code: 'FH-OIL-1', left: 3 } })
  })
})
