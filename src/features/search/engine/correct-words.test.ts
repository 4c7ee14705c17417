import { expect, test } from 'vitest'
import { createEngine, fitsT7, number, product, request } from '../../../../tests/support/search-engine.ts'

const engine = createEngine([
  product(1, 'Fuel filter, spin-on', { type: 'Fuel filter', fitments: fitsT7 }),
  product(2, 'Oil filter, full flow', { description: 'Full flow, full length', fitments: fitsT7 }),
  product(3, 'Full flow set', { type: 'Oil filter', fitments: fitsT7 }),
  product(4, 'Oil filter, thread', {
    attributes: [{ id: 3, value: '1 1/2-12 UN' }],
    numbers: [number('DO161032', 41, 'Donaldson')],
  }),
  product(5, 'Another', { numbers: [number('11212', 51, 'Fram'), number('X7DO161320', 52, 'Fram')] }),
])
const ask = (text: string) => engine.search(request(text, { numbers: 5 }))
const listIds = (text: string) => ask(text).products.map(({ productId }) => productId)

test('the name of a kind is meant before a more frequent word that is as near', () => {
  expect(ask('fuell').corrected).toBe('fuel')
})

test('several words are corrected, each only as far as more of the question matches', () => {
  expect(ask('fuell fliter new hollnd t7').corrected).toBe('fuel filter new holland t7')
  expect(ask('fuell fliter zzzzz t7').corrected).toBe('fuel filter zzzzz t7')
  expect(ask('fuell fliter zzzzz t7').understood.dropped).toEqual(['zzzzz'])
  expect(listIds('fuell fliter zzzzz t7')).toEqual([1])
})

test('a thread that products have is not read as a number', () => {
  expect(listIds('oil filter 1 1/2-12')).toEqual([4])
  expect(listIds('1 1/2-12 UN oil filter')).toEqual([4])
  expect(listIds('11212')).toEqual([5])
})

test('near numbers are offered when no number begins as typed, though a longer one contains it', () => {
  const { products, suggestions, corrected } = ask('DO16132')
  expect(products.map(({ productId }) => productId)).toEqual([5])
  expect(corrected).toBeNull()
  expect(suggestions).toEqual([{ productId: 4, numberId: 41 }])
  expect(ask('DO1610').suggestions).toEqual([])
})
