import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEngine, fitsT7, number, product, request } from '../../../../tests/support/search-engine.ts'
import type { Filters } from '../query/filters.ts'
import { parseQuery } from '../query/parse-query.ts'
import type { SearchEngine, SearchRequest } from './search-engine.ts'

const catalogue = [
  product(1, 'Spin-on 93 × 142 mm', {
    attributes: [
      { id: 1, value: '93' },
      { id: 2, value: '142' },
      { id: 3, value: '1 1/8-16 UN' },
    ],
    numbers: [number('FH1'), number('P551712', 11, 'Donaldson')],
  }),
  product(2, 'Element for tractors', {
    description: 'Replaces the oil housing of 1,000 hours',
    price: 500,
    attributes: [
      { id: 1, value: '142.5' },
      { id: 2, value: '93' },
    ],
    fitments: fitsT7,
    numbers: [number('FH2'), number('P551712', 12, 'Fram')],
  }),
  product(3, 'Crankcase breather, Größe M', {
    type: 'Breather',
    price: null,
    isSellable: false,
    numbers: [number('FH3')],
  }),
]
const engine = createEngine(catalogue)

const listIds = (text: string, more: Partial<SearchRequest> = {}, searched = engine) =>
  searched.search(request(text, more)).products.map(({ productId }) => productId)

test('words match by their beginnings, title and type before description', () => {
  expect(listIds('oil')).toEqual([1, 2])
  expect(listIds('OIL fil')).toEqual([1, 2])
  expect(listIds('tractor')).toEqual([2])
  expect(listIds('breathers')).toEqual([3])
  expect(listIds('grosse')).toEqual([3])
  expect(listIds('größe')).toEqual([3])
  expect(listIds('grö')).toEqual([3])
  expect(listIds('1000')).toEqual([2])
  expect(listIds('')).toEqual([1, 2, 3])
})

test('a synonym matches what the other word matches', () => {
  expect(listIds('lube')).toEqual(listIds('oil'))
  expect(listIds('ccv')).toEqual([3])
})

test('a make matches the products that fit its machines, and the hit names the make', () => {
  expect(listIds('new holland')).toEqual([2])
  expect(listIds('holland oil filter')).toEqual([2])
  expect(engine.search(request('new holland oil')).products).toEqual([
    {
      productId: 2,
      numberId: null,
      fits: {
        machine: 'New Holland',
        variant: 'New Holland T7 2016-',
        variantCount: 1,
        position: null,
      },
      supersedes: null,
    },
  ])
})

test('sizes match within a millimetre, each by a different dimension', () => {
  expect(listIds('93 x 142').toSorted()).toEqual([1, 2])
  expect(listIds('92 x 143').toSorted()).toEqual([1, 2])
  expect(listIds('93 x 93')).toEqual([])
  expect(listIds('95 x 142')).toEqual([])
  expect(listIds('1 1/8-16')).toEqual([1])
  expect(listIds('1 1/8-16 UN-2B')).toEqual([1])
  expect(listIds('9.3 cm x 14.2 cm').toSorted()).toEqual([1, 2])
  expect(listIds('spin-on 93 mm 1 1/8-16')).toEqual([1])
})

test('a range of sizes has no tolerance at its ends', () => {
  expect(listIds('142.2-150 mm')).toEqual([2])
  expect(listIds('oil filter between 90 and 95 mm').toSorted()).toEqual([1, 2])
  expect(listIds('94-100 mm')).toEqual([])
  expect(listIds('height 130-142 mm')).toEqual([1])
})

test('one wrong letter is corrected, and a number never is', () => {
  const correct = (text: string) => engine.search(request(text)).corrected
  expect(correct('braether')).toBe('breather')
  expect(correct('Tracttor')).toBe('tractor')
  expect(correct('braethers')).toBe('breather')
  expect(correct('crankase breather')).toBe('crankcase breather')
  expect(correct('hollnd')).toBe('holland')
  expect(correct('xylophone')).toBeNull()
  expect(correct('1001')).toBeNull()
})

test('a number matches its products with the number of each; a single near one is found and said to be', () => {
  const { products, numbers, total } = engine.search(request('p55-1712', { numbers: 10 }))
  expect(total).toBe(2)
  expect(products.map(({ productId, numberId }) => [productId, numberId])).toEqual([
    [1, 11],
    [2, 12],
  ])
  expect(numbers).toEqual([
    { productId: 1, numberId: 11 },
    { productId: 2, numberId: 12 },
  ])
  expect(listIds('donaldson p551712')).toEqual([1])
  expect(listIds('tractor p551712')).toEqual([2])
  expect(listIds('51712')).toEqual([1, 2])
  const near = engine.search(request('P551713', { numbers: 10 }))
  expect([near.total, near.suggestions, near.corrected]).toEqual([
    2,
    [{ productId: 1, numberId: 11 }],
    'P551712',
  ])
  expect(engine.findByNumber('FH2')).toEqual([{ productId: 2, numberId: 0 }])
  expect(engine.findByNumber('FH')).toEqual([])
})

test('a discontinued product comes last, with its successor directly behind it', () => {
  const searched = createEngine([
    product(1, 'Old', {
      isSellable: false,
      isForSale: false,
      supersededBy: 3,
      numbers: [number('X100', 21, 'Fram')],
    }),
    product(2, 'Out of stock', { isSellable: false, numbers: [number('X100', 22, 'Fram')] }),
    product(3, 'New', { numbers: [number('NEW3')] }),
    product(4, 'In stock', { numbers: [number('X100', 24, 'Fram')] }),
  ])
  const { products } = searched.search(request('x-100'))
  expect(products.map(({ productId, numberId, supersedes }) => [productId, numberId, supersedes])).toEqual([
    [4, 24, null],
    [2, 22, null],
    [1, 21, null],
    [3, null, 1],
  ])
})

test('the order is relevance, price or part number; a price on request comes last', () => {
  expect(listIds('', { sort: 'price-up' })).toEqual([2, 1, 3])
  expect(listIds('', { sort: 'price-down' })).toEqual([3, 1, 2])
  expect(listIds('', { sort: 'code' })).toEqual([1, 2, 3])
  expect(listIds('', { size: 1, page: 2 })).toEqual([2])
  expect(listIds('', { buyable: true })).toEqual([1, 2])
})

test('a model is suggested once more than its make is typed', () => {
  const suggest = (text: string) => engine.suggestMachines(parseQuery(text), 8).map(({ label }) => label)
  expect(suggest('new')).toEqual(['New Holland'])
  expect(suggest('New Holland')).toEqual(['New Holland'])
  expect(suggest('new  holland t')).toEqual(['New Holland T7'])
  expect(suggest('t7')).toEqual(['New Holland T7 → Oil filters (1)', 'New Holland T7'])
  expect(suggest('hagglunds')).toEqual(['Hägglunds'])
  expect(suggest('HÄGG')).toEqual(['Hägglunds'])
  expect(suggest('newholland T-7')).toContain('New Holland T7')
})

test('a machine is found anywhere in a query, with its engine and its year', () => {
  const find = (text: string) => engine.search(request(text)).understood.parts.map(({ label }) => label)
  expect(find('new holland t7 oil')).toEqual(['New Holland T7', 'Oil'])
  expect(find('oil for T-7')).toEqual(['Oil', 'New Holland T7'])
  expect(find('t7 2018')).toEqual(['New Holland T7 2016-'])
  expect(find('n67 oil')).toEqual(['New Holland T7 2016-', 'Oil'])
})

test('what nothing has together with the rest is left out, and said to be', () => {
  const { products, understood } = engine.search(request('t7 heavy duty oil'))
  expect(products.map(({ productId }) => productId)).toEqual([2])
  expect(understood.dropped).toEqual(['heavy duty'])
  expect(listIds('heavy duty')).toEqual([])
  expect(listIds('purple monkeys')).toEqual([])
})

const anyProducts = fc.array(
  fc.record({
    brand: fc.constantFrom('A', 'B', 'C'),
    type: fc.constantFrom('Oil', 'Air'),
    size: fc.integer({ min: 1, max: 30 }),
  }),
  { minLength: 1, maxLength: 80 },
)
const anyFilters = fc.record({
  brands: fc.subarray(['A', 'B', 'C']),
  types: fc.subarray(['Oil', 'Air']),
  sizes: fc.subarray(['3', '5..12', '20±2']),
})

test('each option counts its products under the filters of the other attributes', () => {
  fc.assert(
    fc.property(anyProducts, anyFilters, (list, { brands, types, sizes }) => {
      const searched = createEngine(
        list.map(({ brand, type, size }, at) =>
          product(at + 1, 'x', { brand, type, attributes: [{ id: 1, value: String(size) }] }),
        ),
      )
      const hasSize = (size: number) =>
        sizes.length === 0 ||
        (sizes.includes('3') && size === 3) ||
        (sizes.includes('5..12') && size >= 5 && size <= 12) ||
        (sizes.includes('20±2') && size >= 18 && size <= 22)
      const hasBrand = (brand: string) => brands.length === 0 || brands.includes(brand)
      const hasType = (type: string) => types.length === 0 || types.includes(type)
      const filters: Filters = {
        types,
        brands,
        attributes: sizes.length > 0 ? [{ id: 1, values: sizes }] : [],
      }
      const { total, facets } = searched.search(request('', { filters, facets: true }))
      expect(total).toBe(
        list.filter(one => hasSize(one.size) && hasBrand(one.brand) && hasType(one.type)).length,
      )
      for (const { id, options } of facets!) {
        if (id === '1') continue
        for (const { value, count } of options) {
          const left = list.filter(
            one =>
              (id === 'brand' ? one.brand === value : hasBrand(one.brand)) &&
              (id === 'type' ? one.type === value : hasType(one.type)) &&
              hasSize(one.size),
          )
          expect(count, `${id} ${value}`).toBe(left.length)
        }
      }
    }),
  )
})

const anyChange = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  isGone: fc.boolean(),
  title: fc.constantFrom('Oil element', 'Breather hose', 'Quartz widget', 'Air element'),
  brand: fc.constantFrom('A', 'B', 'New brand'),
  price: fc.option(fc.integer({ min: 1, max: 5 })),
  isSellable: fc.boolean(),
  size: fc.option(fc.integer({ min: 1, max: 9 })),
  fits: fc.boolean(),
  key: fc.constantFrom('P1', 'P12', 'X9', 'X99'),
})

test('an engine with applied changes returns the same results as a rebuilt one', () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 12 }), changes => {
      const changed = createEngine(catalogue)
      const expected = new Map(catalogue.map(one => [one.id, one]))
      for (const { id, isGone, size, fits, key, ...more } of changes) {
        const one = product(id, more.title, {
          ...more,
          attributes: size === null ? [] : [{ id: 1, value: String(size) }],
          fitments: fits ? fitsT7 : [],
          numbers: [number(`FH${id}`), number(key, 100 + id, 'Fram')],
        })
        if (isGone) expected.delete(id)
        else expected.set(id, one)
        expect(changed.applyChange({ productIds: [id], products: isGone ? [] : [one] })).toBe(true)
      }
      const fresh = createEngine([...expected.values()])
      for (const text of [
        '',
        'oil',
        'element',
        'quartz',
        'breather',
        'new brand',
        'diameter',
        'holland',
        '93 x 142',
        'P1',
        'X9',
        'FH2',
      ]) {
        for (const buyable of [false, true]) {
          const searchRequest = request(text, { buyable, facets: true, numbers: 100 })
          const [one, other] = [changed.search(searchRequest), fresh.search(searchRequest)]
          expect(one.total, text).toBe(other.total)
          const toIds = ({ products }: typeof one) => products.map(({ productId }) => productId).toSorted()
          expect(toIds(one), text).toEqual(toIds(other))
          expect(one.numbers.length, text).toBe(other.numbers.length)
          const sorted = ({ facets }: typeof one) =>
            facets!.map(({ id, options }) => [id, options.toSorted((a, b) => (a.value < b.value ? -1 : 1))])
          expect(sorted(one), text).toEqual(sorted(other))
        }
      }
      const prices = (searched: SearchEngine) =>
        listIds('', { sort: 'price-up' }, searched).map(id => expected.get(id)!.price)
      expect(prices(changed)).toEqual(prices(fresh))
    }),
    { numRuns: 60 },
  )
})

test('a change that cannot be applied is refused and changes nothing', () => {
  const searched = createEngine(catalogue)
  const changes = [
    product(1, 'Renamed', { fitments: [{ variantId: 99, position: 'Cabin' }] }),
    product(1, 'Renamed', { attributes: [{ id: 9, value: 'x' }] }),
    product(1, 'Renamed', { attributes: [{ id: 1, value: 'wide' }] }),
  ]
  for (const one of changes) expect(searched.applyChange({ productIds: [1], products: [one] })).toBe(false)
  expect(listIds('renamed', {}, searched)).toEqual([])
  expect(listIds('spin-on', {}, searched)).toEqual([1])
})
