import { expect, test } from 'vitest'
import { createEngine, fitsT7, number, product, request } from '../../../../../tests/support/search-engine.ts'

const engine = createEngine([
  product(1, 'Spin-on', {
    numbers: [number('FH1'), number('P551712', 11, 'Donaldson'), number('LF9009', 12, 'Fleetguard')],
  }),
  product(2, 'Element', {
    fitments: fitsT7,
    numbers: [number('FH2'), number('P551712', 21, 'Fram'), number('W95026', 22, 'Mann-Filter')],
  }),
  product(3, 'Breather 950 mm', {
    type: 'Breather',
    numbers: [number('FH3'), number('55171299', 31, 'Baldwin')],
  }),
  product(4, 'Outer element', {
    type: 'Air filter',
    numbers: [number('FH4'), number('P772578', 41, 'Donaldson')],
  }),
  product(5, 'Kit', {
    type: 'Service kit',
    attributes: [{ id: 1, value: '93' }],
    numbers: [number('FH5'), number('P551900', 51, 'Donaldson')],
  }),
])

const search = (text: string) => engine.search(request(text))
const listIds = (text: string) => search(text).products.map(({ productId }) => productId)

test.each([
  ['Donaldson 551712', [1]],
  ['551712 donaldson', [1]],
  ['Donaldson 51712', [1]],
  ['donaldson P5517', [1]],
  ['Donaldson P55-17', [1]],
  ['Donaldson 551-712', [1]],
  ['Donaldson 551 712', [1]],
  ['Donaldson 551/712', [1]],
  ['Donaldson 551.712', [1]],
  ['Mann 950/2', [2]],
  ['Donaldson no. 551712 x 4', [1]],
  ['2 x Donaldson 551712', [1]],
  ['have you got a Donaldson 551712 in stock', [1]],
])('%s means the maker’s number that contains it', (text, ids) => {
  expect(listIds(text)).toEqual(ids)
  expect(search(text).understood.dropped).toEqual([])
})

test('a slip in the maker’s name still tells the makers apart', () => {
  expect(listIds('donaldsn 551712')).toEqual([1])
  expect(listIds('Flam 551712')).toEqual([2])
})

test('a kind or a machine chooses among the numbers that contain the part', () => {
  expect(listIds('breather 551712')).toEqual([3])
  expect(listIds('oil filter 551712')).toEqual([1, 2])
  expect(listIds('new holland t7 551712')).toEqual([2])
  expect(listIds('551712 T7')).toEqual([2])
})

test('where no product has both, the number counts, and the page says what was left out', () => {
  const { products, understood } = search('air filter 551712')
  expect(products.map(({ productId }) => productId)).toEqual([1, 2])
  expect(understood.dropped).toEqual(['air'])
  expect(listIds('purple 551712').toSorted()).toEqual([1, 2, 3])
  expect(search('hengst 551712').understood.dropped).toEqual(['hengst'])
})

test('each row says which number matched, those that begin so and that end so first', () => {
  expect(search('Donaldson 551712').products).toMatchObject([{ productId: 1, numberId: 11 }])
  expect(listIds('replacement for 551712')).toEqual([3, 1, 2])
})

test('several parts have one answer each, also beside a whole number', () => {
  expect(search('Donaldson 551712 and 772578')).toMatchObject({
    listedNumbers: ['551712', '772578'],
    products: [{ productId: 1 }, { productId: 4 }],
  })
  expect(search('LF9009 and donaldson 772578').products.map(({ productId }) => productId)).toEqual([1, 4])
  expect(listIds('Donaldson 772578, Fleetguard 9009')).toEqual([4, 1])
})

test('three or four signs count where their maker is named, four also where a kind fits', () => {
  expect(listIds('Donaldson 712')).toEqual([1])
  expect(listIds('Fleetguard 009')).toEqual([1])
  expect(listIds('oil filter 9009')).toEqual([1])
  expect(search('purple 9009').total).toBe(0)
  expect(search('oil filter 712').understood.dropped).toEqual(['712'])
})

test('what is a measure, a year, a machine, hours or pieces is no part of a number', () => {
  expect(listIds('Donaldson 93 mm')).toEqual([5])
  expect(listIds('t7 2018')).toEqual([2])
  expect(listIds('breather 950 mm')).toEqual([3])
  expect(search('t7 712 hours').understood.dropped).toEqual(['712 hours'])
  expect(listIds('Donaldson 551712 772')).toEqual([1])
  expect(search('Donaldson 551712 772').understood.dropped).toEqual(['772'])
})

test('a size beside the part chooses too', () => {
  expect(listIds('Donaldson 551 93 mm')).toEqual([5])
  expect(search('Donaldson 551712 50 x 60').understood.dropped).toEqual(['50 x 60'])
})

test('a number of which no part is known is offered a near one', () => {
  const { total, suggestions } = search('Donaldson P772579')
  expect([total, suggestions]).toEqual([0, [{ productId: 4, numberId: 41 }]])
})
