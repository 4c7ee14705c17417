import { expect, test } from 'vitest'
import { pence } from '../../lib/money.ts'
import { serializeLineEntry } from '../basket/lines/line-entry.ts'
import type { BasketReply } from '../basket/schemas.ts'
import { calculateCheckoutTotals } from './totals.ts'

const entry = serializeLineEntry({})
const basket: BasketReply = {
  items: [
    { rowId: '1', product_id: 1, name: 'Oil filter', price: 12.5, qty: 3, subtotal: 37.5, ...entry },
    { rowId: '2', product_id: 2, name: 'Air filter', price: 24.99, qty: 1, subtotal: 24.99, ...entry },
  ],
  items_detail: {},
  count: 4,
  storage_mode: 'cookie',
  discounts: [],
  subtotal: 62.49,
  shipping: { price: null },
  tax: 0,
  total: 0,
  discounted_tax: 0,
  discounted_total: 0,
  minimumOrderValue: 10,
}
const leeds = { country: 'GB', postcode: 'LS1 4DY' }

test('the totals follow the chosen delivery', () => {
  expect(calculateCheckoutTotals(basket, pence(800), leeds)).toMatchObject({
    subtotal: 6249,
    vat: 1410,
    total: 8459,
  })
  expect(calculateCheckoutTotals(basket, null, leeds).total).toBe(7499)
})

test('the totals follow the address: an export has no VAT', () => {
  expect(calculateCheckoutTotals(basket, pence(2400), { country: 'GB', postcode: 'JE2 3AB' })).toMatchObject({
    vat: 0,
    total: 8649,
  })
})

test('a free-delivery voucher makes a priced delivery free', () => {
  const discount = { rowId: 'v', code: 'FREEDEL', summary: 'Free delivery', price: 0 }
  const discounts = [{ ...discount, kind: 'free_delivery' as const }]
  expect(calculateCheckoutTotals({ ...basket, discounts }, pence(800), leeds).deliveryCost).toBe(0)
})
