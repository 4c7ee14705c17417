import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pence, toPounds } from '../shared/money.ts'
import { addMore, deliveryPriceText, minimumShort, penceOf, savedOf, stockKind } from './view.ts'

test('every amount survives the way over the wire', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), amount => {
      expect(penceOf(toPounds(pence(amount))) + 0).toBe(amount + 0)
    }),
  )
})

test('checkout is offered at the minimum; below it the buyer hears what is missing', () => {
  expect(minimumShort({ subtotal: 10, minimumOrderValue: 10 })).toBeNull()
  expect(minimumShort({ subtotal: 7.5, minimumOrderValue: 10 })).toBe(250)
  expect(addMore(pence(250))).toBe('Add £2.50 more')
})

test('what is saved is the difference of the totals', () => {
  expect(savedOf({ total: 84.59, discounted_total: 77.09 })).toBe(750)
})

test('delivery is free, priced, or not known yet', () => {
  expect([pence(0), pence(800), null].map(deliveryPriceText)).toEqual(['FREE', '£8.00', 'Priced at checkout'])
})

test('the mark beside the availability follows its words', () => {
  const texts = [
    '1,012 in stock',
    'Only 3 in stock',
    'Available in - 7-10 days',
    'Out of stock',
    'No longer available',
  ]
  expect(texts.map(stockKind)).toEqual(['in', 'low', 'due', 'none', 'none'])
})
