import { expect, test } from 'vitest'
import { addDisplayedQuantities, hasOtherGoods } from './displayed-goods.ts'

const goods = { lines: [{ productId: 7, quantity: 10 }] }

test('R-QUOTE-10: goods that staff changed after the customer saw them are noticed', () => {
  const prices = addDisplayedQuantities({ 'product:7': 1137, 'quantity:9': 3 }, goods)
  expect(prices).toEqual({ 'product:7': 1137, 'quantity:7': 10 })
  expect(hasOtherGoods(prices, goods)).toBe(false)
  expect(hasOtherGoods(prices, { lines: [{ productId: 7, quantity: 12 }] })).toBe(true)
  expect(hasOtherGoods(prices, { lines: [...goods.lines, { productId: 8, quantity: 1 }] })).toBe(true)
  expect(hasOtherGoods(prices, { lines: [{ productId: 8, quantity: 10 }] })).toBe(true)
  expect(hasOtherGoods({ 'product:7': 1137 }, goods)).toBe(false)
})
