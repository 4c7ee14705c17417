import { describe, expect, test } from 'vitest'
import { createOrderLine } from '../../../tests/support/order-fixtures.ts'
import { pence } from '../../lib/money.ts'
import type { Correctable, ReplacementProduct } from './correction.ts'
import { correctLines } from './lines.ts'

const line = (position: number, quantity: number, despatchedQuantity = 0, withdrawn = 0): Correctable => ({
  ...createOrderLine({ productId: position, code: `FH-${position}`, unitPrice: pence(1000), quantity }),
  position,
  laterSince: null,
  despatchedQuantity,
  withdrawn,
})
const product = (changes: Partial<ReplacementProduct> = {}): ReplacementProduct => ({
  productId: 9,
  code: 'FH-9',
  title: 'Other filter',
  price: pence(700),
  forSale: true,
  ...changes,
})
const typed = (position: number, quantity: string, code = '', price = '') => ({
  position,
  quantity,
  code,
  price,
})
const correct = (
  lines: Correctable[],
  typedLines: ReturnType<typeof typed>[],
  replacement: ReplacementProduct = product(),
) => correctLines(lines, typedLines, new Map([['FH9', replacement]]))
const summarise = (result: ReturnType<typeof correctLines>) =>
  'errors' in result
    ? result.errors
    : result.lines.map(one => `${one.position}: ${one.quantity} × ${one.code} = ${one.lineTotal}`)

describe('R-CORRECT-6: a quantity', () => {
  test('goes down to what has left, and to 0 where nothing has', () => {
    expect(summarise(correct([line(1, 5, 2), line(2, 3)], [typed(1, '2'), typed(2, '0')]))).toEqual([
      '1: 2 × FH-1 = 2000',
    ])
  })

  test.each([
    ['1', 'FH-1: 2 sent already, so it can’t be fewer than 2.'],
    ['6', 'FH-1: enter 5 or less. For more, place another order.'],
    ['-1', 'FH-1: enter a whole number.'],
    ['', 'FH-1: enter a whole number.'],
    ['2.5', 'FH-1: enter a whole number.'],
  ])('of “%s” is refused', (quantity, message) => {
    expect(summarise(correct([line(1, 5, 2)], [typed(1, quantity)]))).toEqual({ 'quantity-1': message })
  })

  test('does not go below what has left and what was credited before it left', () => {
    const lines = [line(1, 7, 3, 1), line(2, 3, 0, 1)]
    expect(summarise(correct(lines, [typed(1, '4'), typed(2, '1')]))).toEqual([
      '1: 4 × FH-1 = 4000',
      '2: 1 × FH-2 = 1000',
    ])
    expect(summarise(correct(lines, [typed(1, '3'), typed(2, '0')]))).toEqual({
      'quantity-1': 'FH-1: 3 sent and 1 credited already, so it can’t be fewer than 4.',
      'quantity-2': 'FH-2: 1 credited already, so it can’t be fewer than 1.',
    })
  })

  test('of nothing on all lines is a cancellation', () => {
    expect(summarise(correct([line(1, 5)], [typed(1, '0')]))).toEqual({
      'quantity-1': 'Nothing would be left of this order. Cancel it instead.',
    })
  })

  test('of lines that the form does not list stays', () => {
    expect(summarise(correct([line(1, 5), line(2, 1)], [typed(2, '1')]))).toEqual([
      '1: 5 × FH-1 = 5000',
      '2: 1 × FH-2 = 1000',
    ])
  })
})

describe('R-CORRECT-7: another product', () => {
  test('takes the line, at its price or a typed one', () => {
    const lines = [line(1, 5), line(2, 1)]
    expect(summarise(correct(lines, [typed(1, '6', 'fh 9')]))).toEqual([
      '1: 6 × FH-9 = 4200',
      '2: 1 × FH-2 = 1000',
    ])
    expect(summarise(correct(lines, [typed(1, '5', 'FH-9', '£1.50')]))).toEqual([
      '1: 5 × FH-9 = 750',
      '2: 1 × FH-2 = 1000',
    ])
  })

  test('comes after the others when a part of the line has left', () => {
    expect(summarise(correct([line(1, 5, 2), line(2, 1)], [typed(1, '5', 'FH-9')]))).toEqual([
      '1: 2 × FH-1 = 2000',
      '2: 1 × FH-2 = 1000',
      '3: 3 × FH-9 = 2100',
    ])
  })

  test('leaves the line what has left of it and what was credited', () => {
    expect(summarise(correct([line(1, 5, 2, 1)], [typed(1, '5', 'FH-9')]))).toEqual([
      '1: 3 × FH-1 = 3000',
      '2: 2 × FH-9 = 1400',
    ])
  })

  test.each([
    [typed(1, '5', 'FH-8'), product(), { 'code-1': 'FH-1: we have no part FH-8.' }],
    [typed(1, '5', 'FH-9'), product({ forSale: false }), { 'code-1': 'FH-1: FH-9 isn’t sold any more.' }],
    [typed(1, '5', 'FH-9'), product({ price: null }), { 'price-1': 'FH-1: FH-9 has no price. Enter one.' }],
    [
      typed(1, '5', 'FH-9', '1.234'),
      product(),
      { 'price-1': 'FH-1: enter a price in pounds and pence, for example 12.50.' },
    ],
  ])('is refused when it cannot be sold: %j', (line1, replacement, errors) => {
    expect(summarise(correct([line(1, 5)], [line1], replacement))).toEqual(errors)
  })
})

test('R-CORRECT-7: a replacement that comes to more than £1,000,000 is refused beside its price', () => {
  const error = { 'price-1': 'FH-1: that is more than £1,000,000. Please check it.' }
  expect(summarise(correct([line(1, 5)], [typed(1, '5', 'FH-9', '100,000,000')]))).toEqual(error)
  expect(summarise(correct([line(1, 5)], [typed(1, '5', 'FH-9', '200,000.01')]))).toEqual(error)
})
