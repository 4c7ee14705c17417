import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pence, toPounds } from '../../lib/money.ts'
import { calculateMinimumShortfall, formatShortfall, getStockKind, toPence } from './view.ts'

test('every amount is the same after serializing and parsing', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), amount => {
      expect(toPence(toPounds(pence(amount))) + 0).toBe(amount + 0)
    }),
  )
})

test('checkout is offered at the minimum; below it the missing amount is shown', () => {
  expect(calculateMinimumShortfall({ subtotal: 10, minimumOrderValue: 10 })).toBeNull()
  expect(calculateMinimumShortfall({ subtotal: 7.5, minimumOrderValue: 10 })).toBe(250)
  expect(formatShortfall(pence(250))).toBe('Add £2.50 more')
})

test('the icon beside the availability follows its text', () => {
  const texts = [
    '1,012 in stock',
    'Only 3 in stock',
    'Available in - 7-10 days',
    'Out of stock',
    'No longer available',
  ]
  expect(texts.map(getStockKind)).toEqual(['in', 'low', 'due', 'none', 'none'])
})
