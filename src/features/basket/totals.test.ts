import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BasisPoints, type Pence, pence, sum } from '../../lib/money.ts'
import { addVat, calculateTotals, distribute } from './totals.ts'

const uk = 2000 as BasisPoints
const abroad = 0 as BasisPoints
const goods = {
  lines: [{ unitPrice: pence(123_45), quantity: 1 }],
  discounts: [],
  freeDelivery: false,
  vatRate: uk,
}

test('£123.45 of goods and £8.00 delivery have £26.29 VAT', () => {
  expect(calculateTotals({ ...goods, deliveryCost: pence(8_00) })).toEqual({
    subtotal: 123_45,
    discount: 0,
    deliveryCost: 8_00,
    vat: 26_29,
    total: 157_74,
    discountedVat: 26_29,
    discountedTotal: 157_74,
    vatRate: 2000,
  })
})

test('a £10 voucher lowers the VAT too, and leaves the undiscounted pair alone', () => {
  const totals = calculateTotals({ ...goods, deliveryCost: pence(8_00), discounts: [pence(10_00)] })
  expect(totals).toMatchObject({ vat: 26_29, total: 157_74, discountedVat: 24_29, discountedTotal: 145_74 })
})

test('10% off with free delivery: £133.32 to pay', () => {
  const totals = calculateTotals({
    ...goods,
    deliveryCost: pence(8_00),
    discounts: [pence(12_35)],
    freeDelivery: true,
  })
  expect(totals).toMatchObject({
    deliveryCost: 0,
    discount: 12_35,
    discountedVat: 22_22,
    discountedTotal: 133_32,
  })
  expect(totals.total).toBe(123_45 + 24_69)
})

test('a free-delivery voucher does not price a delivery that has no price yet', () => {
  expect(calculateTotals({ ...goods, deliveryCost: null, freeDelivery: true }).deliveryCost).toBe(null)
})

test('vouchers worth more than the goods leave the delivery to pay', () => {
  const totals = calculateTotals({
    ...goods,
    deliveryCost: pence(8_00),
    discounts: [pence(100_00), pence(100_00)],
  })
  expect(totals).toMatchObject({ discount: 123_45, discountedVat: 1_60, discountedTotal: 9_60 })
})

test('an export has no VAT', () => {
  expect(calculateTotals({ ...goods, deliveryCost: pence(24_00), vatRate: abroad })).toMatchObject({
    vat: 0,
    total: 147_45,
  })
})

test('an empty basket costs nothing', () => {
  expect(calculateTotals({ ...goods, lines: [], deliveryCost: null })).toMatchObject({
    subtotal: 0,
    vat: 0,
    total: 0,
  })
})

test.each([
  [12_50, 15_00],
  [24_99, 29_99],
  [1, 1],
  [3, 4],
  [0, 0],
])('a unit price of %i pence is %i with VAT, to the nearest penny', (net, gross) => {
  expect(addVat(pence(net), uk)).toBe(gross)
})

const money = fc.integer({ min: 0, max: 500_000 }).map(pence)
const input = fc.record({
  lines: fc.array(fc.record({ unitPrice: money, quantity: fc.integer({ min: 1, max: 9999 }) }), {
    maxLength: 40,
  }),
  discounts: fc.array(money, { maxLength: 3 }),
  deliveryCost: fc.option(money),
  freeDelivery: fc.boolean(),
  vatRate: fc.constantFrom(uk, abroad),
})

test('B06, B09: whatever the basket, the printed rows add up and nothing is negative', () => {
  fc.assert(
    fc.property(input, totalsInput => {
      const totals = calculateTotals(totalsInput)
      const deliveryCost = totals.deliveryCost ?? 0
      expect(totals.subtotal + deliveryCost + totals.vat).toBe(totals.total)
      expect(totals.subtotal - totals.discount + deliveryCost + totals.discountedVat).toBe(
        totals.discountedTotal,
      )
      expect(totals.discountedTotal).toBeLessThanOrEqual(totals.total)
      expect(totals.discountedTotal).toBeGreaterThanOrEqual(deliveryCost)
      expect(totals.discount).toBeLessThanOrEqual(totals.subtotal)
      if (totalsInput.discounts.length === 0) expect(totals.discountedTotal).toBe(totals.total)
    }),
  )
})

test('VAT is the exact share, rounded to the nearest penny once', () => {
  fc.assert(
    fc.property(input, totalsInput => {
      const { subtotal, discount, deliveryCost, discountedVat } = calculateTotals(totalsInput)
      const exact = totalsInput.lines.reduce(
        (all, line) => all + BigInt(line.unitPrice) * BigInt(line.quantity),
        0n,
      )
      expect(BigInt(subtotal)).toBe(exact)
      const error =
        BigInt(discountedVat) * 10_000n -
        (exact - BigInt(discount) + BigInt(deliveryCost ?? 0)) * BigInt(totalsInput.vatRate)
      expect(error > -5_000n && error <= 5_000n).toBe(true)
    }),
  )
})

test('an odd penny goes to the largest remainder, and of equal ones to the earlier line', () => {
  expect(distribute(pence(100), [pence(1), pence(1), pence(1)])).toEqual([34, 33, 33])
  expect(distribute(pence(10), [pence(1), pence(8), pence(1)])).toEqual([1, 8, 1])
  expect(distribute(pence(5), [pence(10), pence(30)])).toEqual([1, 4])
})

test('parts without weight share equally, and an amount cannot be distributed to no parts', () => {
  expect(distribute(pence(5), [pence(0), pence(0)])).toEqual([3, 2])
  expect(distribute(pence(0), [])).toEqual([])
  expect(() => distribute(pence(5), [])).toThrow(RangeError)
})

test('distributed parts add up and are within a penny of their exact share', () => {
  fc.assert(
    fc.property(money, fc.array(money, { minLength: 1, maxLength: 30 }), (amount, weights: Pence[]) => {
      const parts = distribute(amount, weights)
      expect(sum(parts)).toBe(amount)
      const all = BigInt(sum(weights))
      if (all === 0n) return
      parts.forEach((part, index) => {
        const error = BigInt(part) * all - BigInt(amount) * BigInt(weights[index]!)
        expect(error > -all && error < all).toBe(true)
      })
    }),
  )
})
