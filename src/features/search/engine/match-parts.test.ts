import { expect, test } from 'vitest'
import { createEngine, fitsT7, number, product, request } from '../../../../tests/support/search-engine.ts'

const engine = createEngine([
  product(1, 'Oil filter, full flow', { fitments: fitsT7 }),
  product(2, 'Tank breather', { type: 'Tank breather', fitments: fitsT7 }),
  product(3, 'In-line fuel filter', { type: 'In-line filter', fitments: fitsT7 }),
  product(4, 'Spin-on', {
    attributes: [
      { id: 1, value: '79.4' },
      { id: 2, value: '150.8' },
    ],
  }),
  product(5, 'Another', { numbers: [number('51516', 51, 'Fram')] }),
])
const ask = (text: string) => engine.search(request(text))
const listIds = (text: string) => ask(text).products.map(({ productId }) => productId)

test("kinds are alternatives only when 'and' stands between them, in any language", () => {
  expect(listIds('oil filter i tank breather t7').toSorted()).toEqual([1, 2])
  expect(listIds('can i get an oil tank breather for t7')).toEqual([2])
  expect(ask('can i get an oil tank breather for t7').understood.dropped).toEqual(['oil'])
})

test("'in stock' says nothing about the part, 'in' of 'in-line' does", () => {
  expect(listIds('have you got the oil filter for the t7 in stock')).toEqual([1])
  expect(listIds('in-line filter t7')).toEqual([3])
})

test('sizes that a product has are not read as a number', () => {
  expect(listIds('3-1/8" x 5-15/16"')).toEqual([4])
  expect(listIds('5-15/16')).toEqual([5])
})
