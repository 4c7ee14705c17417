import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createOrderLine } from '../../../../tests/support/order-fixtures.ts'
import { type BasisPoints, type Pence, pence, sum } from '../../../lib/money.ts'
import { calculateTotals } from '../../basket/totals.ts'
import { calculateInvoice, formatInvoiceNumber } from './invoice.ts'

const amount = (most: number) => fc.integer({ min: 0, max: most }).map(pence)

const orders = fc
  .record({
    lines: fc.array(fc.record({ unitPrice: amount(500_000), quantity: fc.integer({ min: 1, max: 9999 }) }), {
      minLength: 1,
      maxLength: 30,
    }),
    discount: amount(2_000_000),
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
      total: totals.discountedTotal,
    }
  })

describe('the totals of an invoice', () => {
  test('B09: add up in each column to the order, to the penny, with no negative line', () => {
    fc.assert(
      fc.property(orders, order => {
        const { lines, deliveryCost, net, vat, total } = calculateInvoice(order)
        const column = (of: 'discount' | 'net' | 'vat') => sum(lines.map(line => line[of]))
        expect(column('discount')).toBe(order.discount)
        expect(column('net') + deliveryCost.net).toBe(net)
        expect(column('vat') + deliveryCost.vat).toBe(order.vat)
        expect(net + vat).toBe(total)
        expect(total).toBe(order.total)
        for (const line of lines) {
          expect(line.net).toBe(line.unitPrice * line.quantity - line.discount)
          expect(Math.min(line.net, line.discount, line.vat)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('have the odd penny on the line with the largest remainder', () => {
    // £1.01 and £0.51 and 82p of delivery: VAT on £2.34 is 47p; the parts are 20.28, 10.24 and 16.47.
    const order = {
      lines: [101, 51].map(price => createOrderLine({ unitPrice: pence(price), quantity: 1 })),
      discount: pence(0),
      deliveryCost: pence(82) as Pence | null,
      vat: pence(47),
      total: pence(281),
    }
    const { lines, deliveryCost } = calculateInvoice(order)
    expect([...lines.map(({ vat }) => vat), deliveryCost.vat]).toEqual([20, 10, 17])
  })
})

test('invoice numbers sort as text', () => {
  expect(formatInvoiceNumber(42)).toBe('INV-000042')
  expect(formatInvoiceNumber(1_234_567)).toBe('INV-1234567')
})
