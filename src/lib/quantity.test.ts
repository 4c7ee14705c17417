import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addQuantities,
  basketRange,
  formatQuantityError,
  isUnfinishedQuantity,
  maxQuantity,
  parseQuantity,
  stepQuantity,
} from './quantity.ts'

test.each([
  ['30', 30],
  [' 2 ', 2],
  ['007', 7],
  ['1,000', 1000],
  ['9,999', 9999],
  ['\u200e12\u200b', 12],
  ['\u00a05\u2009', 5],
])('people who type or paste %j mean %i', (text, quantity) => {
  expect(parseQuantity(text)).toBe(quantity)
})

test.each([
  '',
  ' ',
  '0',
  '10000',
  '10,000',
  '-2',
  '−2',
  '+2',
  '1e3',
  '0x10',
  '2.5',
  '2,5',
  '2.00',
  '1.000',
  '1,00',
  '1,0000',
  '0,100',
  ',100',
  '1,,000',
  '1 000',
  '1\u00a0000',
  "1'000",
  '1_000',
  '5²',
  '②',
  '½',
  '٣',
  'Infinity',
  'NaN',
  'two',
  '2 pcs',
  '2 3',
  '2\n3',
  '9'.repeat(400),
])('%j may mean something else than it seems, so it is queried', text => {
  expect(parseQuantity(text)).toBeNull()
})

test('a number of a call is a quantity when it is whole and in the range, and 0 only in the basket', () => {
  expect([30, 1, 9999, 0, 10_000, -1, 2.5, Number.NaN].map(value => parseQuantity(value))).toEqual([
    30,
    1,
    9999,
    null,
    null,
    null,
    null,
    null,
  ])
  expect(parseQuantity(null)).toBeNull()
  expect(parseQuantity(undefined)).toBeNull()
  expect([parseQuantity('0', basketRange), parseQuantity(0, basketRange)]).toEqual([0, 0])
})

test('a quantity that is read has the digits of the text, all of them and no others', () => {
  const piece = fc.oneof(
    fc.integer({ min: 0, max: 99_999 }).map(String),
    fc.constantFrom(',', '.', ' ', '-', '+', 'e', 'x', '\u00a0', '\u200b', '²', '½', '٣', '１', "'"),
    fc.string({ unit: 'binary', maxLength: 2 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 4 }), pieces => {
      const text = pieces.join('')
      const quantity = parseQuantity(text, basketRange)
      if (quantity === null) return
      const digits = text.normalize('NFKC').replace(/[^\p{N}]/gu, '')
      expect(digits.replace(/^0+(?=\d)/, '')).toBe(String(quantity))
    }),
  )
})

test('each quantity is read in the ways in which the British write it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: maxQuantity }), quantity => {
      for (const text of [String(quantity), quantity.toLocaleString('en-GB'), ` ${quantity}\t`])
        expect(parseQuantity(text)).toBe(quantity)
    }),
  )
})

test('the beginning of a quantity is not called wrong while it is typed', () => {
  expect(['', ' ', '1,', '1,0', '1,00', '9,9'].map(text => isUnfinishedQuantity(text, basketRange))).toEqual(
    Array(6).fill(true),
  )
  expect(
    ['1', '1,000', '2.', '-', '10000', '12,', 'abc', '1e'].map(text =>
      isUnfinishedQuantity(text, basketRange),
    ),
  ).toEqual(Array(8).fill(false))
})

test('the sentence names the range', () => {
  expect(formatQuantityError()).toBe('Enter a quantity from 1 to 9,999.')
  expect(formatQuantityError(basketRange)).toBe('Enter a quantity from 0 to 9,999.')
})

test('the steppers go on from the number that is typed, and change nothing else', () => {
  expect(['1', '1,000', '', '0', '9998'].map(text => stepQuantity(text, 1))).toEqual([
    '2',
    '1001',
    '1',
    '1',
    '9999',
  ])
  expect(['2', '1,000'].map(text => stepQuantity(text, -1))).toEqual(['1', '999'])
  expect(['9999', '10000', '2.5', '1e3', 'two'].map(text => stepQuantity(text, 1))).toEqual(
    Array(5).fill(null),
  )
  expect(['1', '', '-2', '2.5'].map(text => stepQuantity(text, -1))).toEqual(Array(4).fill(null))
  expect(stepQuantity('1', -1, basketRange)).toBe('0')
})

test('a part that is added again raises the quantity, and what cannot be added up is queried', () => {
  expect(addQuantities('1,000', '5')).toBe('1005')
  for (const [one, other] of [
    ['two', '3'],
    ['9998', '5'],
    ['2.5', '1'],
  ] as const)
    expect(parseQuantity(addQuantities(one, other))).toBeNull()
})
