import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Pence, pence, sum } from '../../lib/money.ts'
import type { OrderTotals } from '../orders/order.ts'
import { correctTotals } from './plan.ts'

const totals = (subtotal: number, amounts: readonly number[], deliveryCost: number, vatRateBp: number) => {
  const vouchers = amounts.map((amount, nth) => ({
    ...{ code: `V${nth}`, kind: 'fixed' as const, rate: amount, summary: '' },
    amount: pence(amount),
  }))
  const before = { subtotal: pence(subtotal), discount: sum(vouchers.map(({ amount }) => amount)), vouchers }
  return {
    ...before,
    deliveryCost: pence(deliveryCost),
    vatRateBp,
    vat: pence(0),
    total: pence(0),
  } as OrderTotals
}
const line = (lineTotal: number) => ({ lineTotal: lineTotal as Pence })

test('R-CORRECT-6: half of the goods keep half of the discount', () => {
  const before = totals(10_000, [1001], 800, 2000)
  expect(correctTotals(before, { lines: [line(5000)], deliveryCost: pence(800), vatRateBp: 2000 })).toEqual({
    subtotal: 5000,
    discount: 500,
    vouchers: [{ code: 'V0', kind: 'fixed', rate: 1001, summary: '', amount: 500 }],
    deliveryCost: 800,
    vat: 1060,
    vatRateBp: 2000,
    total: 6360,
  })
})

test('R-CORRECT-6: a percentage is what the checkout would take off', () => {
  const before = totals(17_494, [1_749], 0, 2000)
  const vouchers = [{ ...before.vouchers[0]!, kind: 'percentage' as const, rate: 1000 }]
  const correct = (lineTotal: number) =>
    correctTotals(
      { ...before, vouchers },
      { lines: [line(lineTotal)], deliveryCost: pence(0), vatRateBp: 2000 },
    )
  expect(correct(8_748).discount).toBe(875)
  expect(correct(8_745).discount).toBe(875)
  expect(correct(17_494).discount).toBe(1_749)
})

test('R-CORRECT-6: dearer goods keep the discount as it was', () => {
  const after = correctTotals(totals(10_000, [1000], 0, 2000), {
    lines: [line(9000), line(3000)],
    deliveryCost: pence(0),
    vatRateBp: 0,
  })
  expect(after).toMatchObject({ subtotal: 12_000, discount: 1000, vat: 0, total: 11_000 })
})

test('R-CORRECT-6: the totals of any correction follow from its lines, rounded once, and no discount goes up', () => {
  const amount = fc.integer({ min: 0, max: 5_000_000 })
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 1, maxLength: 8 }),
      fc.array(amount, { minLength: 1, maxLength: 8 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      amount,
      fc.constantFrom(0, 2000),
      (before, after, share, delivery, vatRateBp) => {
        const subtotal = before.reduce((total, one) => total + one, 0)
        const first = Math.floor(subtotal * share)
        const earlier = totals(subtotal, [first, subtotal - first], 800, 2000)
        const corrected = correctTotals(earlier, {
          lines: after.map(line),
          deliveryCost: pence(delivery),
          vatRateBp,
        })
        const net = corrected.subtotal - corrected.discount + delivery
        expect(corrected.subtotal).toBe(after.reduce((total, one) => total + one, 0))
        expect(corrected.discount).toBe(sum(corrected.vouchers.map(voucher => voucher.amount)))
        expect(corrected.discount).toBeLessThanOrEqual(corrected.subtotal)
        expect(corrected.vat).toBe(Math.floor((net * vatRateBp + 5000) / 10_000))
        expect(corrected.total).toBe(net + corrected.vat)
        for (const [nth, voucher] of corrected.vouchers.entries())
          expect(voucher.amount).toBeLessThanOrEqual(earlier.vouchers[nth]!.amount)
      },
    ),
  )
})
