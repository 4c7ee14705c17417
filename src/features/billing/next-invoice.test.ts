import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createOrder, createOrderLine } from '../../../tests/support/order-fixtures.ts'
import { type BasisPoints, type Pence, pence, sum } from '../../lib/money.ts'
import { calculateTotals } from '../basket/totals.ts'
import type { DocumentLine } from './document.ts'
import {
  calculateNextInvoice,
  type InvoicedOrder,
  type InvoiceSums,
  toDocumentLines,
} from './next-invoice.ts'

const amount = (most: number) => fc.integer({ min: 0, max: most }).map(pence)

const orders = fc
  .record({
    lines: fc.array(fc.record({ unitPrice: amount(500_000), quantity: fc.integer({ min: 1, max: 9999 }) }), {
      minLength: 1,
      maxLength: 12,
    }),
    discount: fc.oneof(amount(2_000_000), amount(50)),
    deliveryCost: fc.option(amount(10_000)),
    vatRate: fc.constantFrom(0, 2000).map(bp => bp as BasisPoints),
  })
  .map(({ discount, ...rest }) => {
    const totals = calculateTotals({ ...rest, discounts: [discount], freeDelivery: false })
    return {
      lines: rest.lines.map(line => createOrderLine(line)),
      discount: totals.discount,
      deliveryCost: totals.deliveryCost,
      vat: totals.discountedVat,
      vatRateBp: rest.vatRate,
      total: totals.discountedTotal,
    }
  })

/** Parcels at random, then all that is left, perhaps at once. */
const splits = fc.array(
  fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }),
  {
    maxLength: 6,
  },
)

function invoiceInParts(order: InvoicedOrder, shares: number[][]): InvoiceSums[] {
  const invoices: InvoiceSums[] = []
  const issued: DocumentLine[] = []
  const despatched = order.lines.map(() => 0)
  const issue = (pieces: Parameters<typeof calculateNextInvoice>[1]) => {
    const invoice = calculateNextInvoice(order, pieces, issued)
    if (!invoice) return
    invoices.push(invoice)
    issued.push(...toDocumentLines(invoice, createOrder()))
  }
  for (const parcel of shares) {
    const pieces = order.lines.map(({ quantity }, index) => {
      const leaving = Math.round((quantity - despatched[index]!) * parcel[index % parcel.length]!)
      despatched[index]! += leaving
      return { position: index + 1, quantity: leaving }
    })
    issue(pieces)
  }
  issue('rest')
  expect(calculateNextInvoice(order, 'rest', issued)).toBeNull()
  return invoices
}

describe('the invoices of an order', () => {
  test('B09: add up to it in each column, to the penny, with no negative line, however it is split (R-INVOICE-4)', () => {
    fc.assert(
      fc.property(orders, splits, (order, shares) => {
        const invoices = invoiceInParts(order, shares)
        const all = (of: 'discount' | 'net' | 'vat' | 'total') => sum(invoices.map(invoice => invoice[of]))
        expect(all('discount')).toBe(order.discount)
        expect(all('vat')).toBe(order.vat)
        expect(all('total')).toBe(order.total)
        const lines = invoices.flatMap(invoice => invoice.lines)
        for (const [index, { quantity }] of order.lines.entries()) {
          const pieces = lines.filter(line => line.position === index + 1)
          expect(pieces.reduce((count, line) => count + line.quantity, 0)).toBe(quantity)
        }
        for (const line of lines) {
          expect(line.net).toBe(line.line.unitPrice * line.quantity - line.discount)
          expect(Math.min(line.net, line.discount, line.vat)).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('R-INVOICE-4: each have lines that add up to them, VAT at their rate, and delivery on the first alone', () => {
    fc.assert(
      fc.property(orders, splits, (order, shares) => {
        const invoices = invoiceInParts(order, shares)
        for (const [nth, { lines, delivery, net, vat, total, isWhole }] of invoices.entries()) {
          expect(sum([...lines.map(line => line.net), delivery?.net ?? pence(0)])).toBe(net)
          expect(sum([...lines.map(line => line.vat), delivery?.vat ?? pence(0)])).toBe(vat)
          expect(net + vat).toBe(total)
          expect(Math.abs(vat - (net * order.vatRateBp) / 10_000)).toBeLessThanOrEqual(1)
          expect(delivery === null).toBe(nth > 0)
          expect(isWhole).toBe(invoices.length === 1)
        }
        expect(invoices[0]!.delivery!.net).toBe(order.deliveryCost ?? 0)
      }),
      { numRuns: 1000 },
    )
  })

  test('have the odd penny on the line with the largest remainder', () => {
    // £1.01 and £0.51 and 82p of delivery: VAT on £2.34 is 47p; the parts are 20.28, 10.24 and 16.47.
    const order = {
      lines: [101, 51].map(price => createOrderLine({ unitPrice: pence(price), quantity: 1 })),
      discount: pence(0),
      deliveryCost: pence(82) as Pence | null,
      vat: pence(47),
      vatRateBp: 2000,
    }
    const { lines, delivery } = calculateNextInvoice(order, 'rest', [])!
    expect([...lines.map(({ vat }) => vat), delivery!.vat]).toEqual([20, 10, 17])
  })
})
