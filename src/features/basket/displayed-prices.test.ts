import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BasisPoints, pence } from '../../lib/money.ts'
import {
  type Basket,
  type BasketLine,
  calculateBasketTotals,
  createEmptyBasket,
  type VoucherInBasket,
} from './basket.ts'
import { addDisplayedTotals, comparePrices, toDisplayedBasket } from './displayed-prices.ts'

const buyer = { personId: null, companyId: null }
const now = new Date('2026-11-24T09:00:00Z')
const deliveryCost = { price: pence(800), vatRate: 2000 as BasisPoints, tariff: { 'delivery:ND': 800 } }

const percentage: VoucherInBasket = {
  id: 7,
  code: 'SAVE',
  kind: 'percentage',
  amount: 1000,
  minimumSpend: pence(0),
  startsAt: null,
  endsAt: null,
  totalLimit: null,
  customerLimit: null,
  companyId: null,
  personId: null,
  usesTotal: 0,
  usesByCustomer: 0,
}

const calculate = (basket: Basket) => calculateBasketTotals(basket, buyer, deliveryCost, now)

const lines = fc.uniqueArray(
  fc.record({
    productId: fc.integer({ min: 1, max: 5 }),
    quantity: fc.integer({ min: 1, max: 9 }),
    unitPrice: fc.option(fc.integer({ min: 0, max: 9000 })),
  }),
  { selector: ({ productId }) => productId, maxLength: 4 },
)
const vouchers = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 3 }),
    kind: fc.constantFrom('percentage', 'fixed', 'free_delivery'),
    amount: fc.integer({ min: 0, max: 2000 }),
    minimumSpend: fc.constantFrom(0, 5000),
    endsAt: fc.constantFrom(null, new Date('2026-11-23T00:00:00Z')),
  }),
  { selector: ({ id }) => id, maxLength: 2 },
)
const baskets = fc.record({ lines, vouchers }).map(
  (parts): Basket => ({
    ...createEmptyBasket('cookie'),
    lines: parts.lines as unknown as BasketLine[],
    vouchers: parts.vouchers.map(changes => ({ ...percentage, ...changes }) as VoucherInBasket),
  }),
)

test('a basket that was just displayed costs what was displayed, and displaying it again changes nothing', () => {
  fc.assert(
    fc.property(baskets, baskets, (basket, earlier) => {
      const displayed = { ...basket, displayedPrices: addDisplayedTotals(earlier, calculate(earlier)) }
      const totals = calculate(displayed)
      const displayedPrices = addDisplayedTotals(displayed, totals)
      const displayedAgain = { ...basket, displayedPrices }
      expect(calculate(toDisplayedBasket(displayedAgain)).totals).toEqual(totals.totals)
      expect(comparePrices(displayedPrices, addDisplayedTotals(displayedAgain, totals))).toBe(null)
    }),
  )
})

test('a basket costs what was displayed before its prices rose and its voucher ended', () => {
  const line = { productId: 3, quantity: 2, unitPrice: pence(1250) } as BasketLine
  const basket: Basket = { ...createEmptyBasket('cookie'), lines: [line], vouchers: [percentage] }
  const displayedPrices = addDisplayedTotals(basket, calculate(basket))
  expect(displayedPrices).toEqual({ 'delivery:ND': 800, vat: 2000, 'product:3': 1250, 'voucher:7': 1000 })
  const changed = {
    ...basket,
    displayedPrices,
    lines: [{ ...line, unitPrice: pence(1300), quantity: 3 }],
    vouchers: [{ ...percentage, amount: 500, endsAt: now }],
  }
  expect(calculate(toDisplayedBasket(changed)).totals).toMatchObject({ subtotal: 3750, discount: 375 })
})
