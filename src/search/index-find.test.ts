import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countBits, keepCommon } from './bits.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { indexBuilder, type ProductToIndex } from './index-builder.ts'
import { countAll, countOptions, readFilterBits } from './index-facets.ts'
import { baseCorrected, baseOfNumbers, baseOfWords, pageOf } from './index-find.ts'
import { numberIndexBuilder } from './number-index.ts'
import { machinesFor, placesFor, placesOfMake, placesOfModel } from './places.ts'
import { type Filters, noFilters, readQuery } from './query.ts'

const product = (id: number, title: string, more: Partial<ProductToIndex> = {}): ProductToIndex => ({
  id,
  title,
  description: '',
  type: 'Oil filter',
  brand: 'Ridgeway',
  price: 1000,
  isBuyable: true,
  attributes: [],
  ...more,
})

function indexOf(products: ProductToIndex[]): CatalogueIndex {
  const builder = indexBuilder([
    { id: 1, name: 'Outer diameter', unit: 'mm' },
    { id: 2, name: 'Height', unit: 'mm' },
    { id: 3, name: 'Thread', unit: '' },
  ])
  for (const one of products) builder.add(one)
  const steps = builder.finish({
    makes: [{ name: 'New Holland', ids: '2' }],
    places: [
      ...placesOfMake('New Holland', 'new-holland'),
      ...placesOfModel('New Holland', 'new-holland', 'T7', 't7'),
      ...placesOfMake('Hägglunds', 'hagglunds'),
    ],
    synonyms: [
      { word: 'lube', means: 'oil' },
      { word: 'ccv', means: 'crankcase breather' },
    ],
    numbers: numberIndexBuilder().finish(),
    idsByCode: Uint32Array.from(products, ({ id }) => id),
  })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const shelf = indexOf([
  product(1, 'Spin-on 93 × 142 mm', {
    attributes: [
      { id: 1, value: '93' },
      { id: 2, value: '142' },
      { id: 3, value: '1 1/8-16 UN' },
    ],
  }),
  product(2, 'Element for tractors', {
    description: 'Replaces the oil housing of 1,000 hours',
    price: 500,
    attributes: [
      { id: 1, value: '142.5' },
      { id: 2, value: '93' },
    ],
  }),
  product(3, 'Crankcase breather, Größe M', { type: 'Breather', price: null, isBuyable: false }),
])

function found(text: string, filters: Filters = noFilters): number[] {
  const base = baseOfWords(shelf, readQuery(text))
  const kept = base.all.slice()
  for (const { bits } of readFilterBits(shelf, filters)) keepCommon(kept, bits)
  return pageOf(shelf, base, kept, { sort: 'relevance', size: 10, page: 1 }).ids
}

test('words are found by their beginnings, title and type before description', () => {
  expect(found('oil')).toEqual([1, 2])
  expect(found('OIL fil')).toEqual([1, 2])
  expect(found('tractor')).toEqual([2])
  expect(found('breathers')).toEqual([3])
  expect(found('grosse')).toEqual([3])
  expect(found('größe')).toEqual([3])
  expect(found('grö')).toEqual([3])
  expect(found('1000')).toEqual([2])
  expect(found('')).toEqual([1, 2, 3])
})

test('a synonym finds what the other word finds', () => {
  expect(found('lube')).toEqual(found('oil'))
  expect(found('ccv')).toEqual([3])
})

test('a make finds what fits its machines, alone and with a type', () => {
  expect(found('new holland')).toEqual([2])
  expect(found('holland oil filter')).toEqual([2])
})

test('sizes are met within a millimetre, each by a measure of its own', () => {
  expect(found('93 x 142').toSorted()).toEqual([1, 2])
  expect(found('92 x 143').toSorted()).toEqual([1, 2])
  expect(found('93 x 93')).toEqual([])
  expect(found('95 x 142')).toEqual([])
  expect(found('1 1/8-16')).toEqual([1])
  expect(found('spin-on 93 mm 1 1/8-16')).toEqual([1])
})

test('one wrong letter is put right, and a number never is', () => {
  const right = (text: string) => baseCorrected(shelf, readQuery(text)).corrected
  expect(right('braether')).toBe('breather')
  expect(right('Tracttor')).toBe('tractor')
  expect(right('braethers')).toBe('breather')
  expect(right('crankase breather')).toBe('crankcase breather')
  expect(right('hollnd')).toBe('holland')
  expect(right('xylophone')).toBeNull()
  expect(right('1001')).toBeNull()
})

test('the order is relevance, price or part number; a price on request comes last', () => {
  const base = baseOfWords(shelf, readQuery(''))
  const ids = (sort: 'price-up' | 'price-down' | 'code') =>
    pageOf(shelf, base, base.all, { sort, size: 10, page: 1 }).ids
  expect(ids('price-up')).toEqual([2, 1, 3])
  expect(ids('price-down')).toEqual([3, 1, 2])
  expect(ids('code')).toEqual([1, 2, 3])
  const numbers = baseOfNumbers(shelf, [3, 2], base)
  expect(pageOf(shelf, numbers, numbers.all, { sort: 'relevance', size: 2, page: 1 }).ids).toEqual([3, 2])
})

test('a model is meant once its make and more is typed', () => {
  const labels = (text: string) => placesFor(shelf.places, text, 8).map(({ label }) => label)
  expect(labels('new')).toEqual(['New Holland'])
  expect(labels('New Holland')).toEqual(['New Holland'])
  expect(labels('new  holland t')).toEqual(['New Holland T7'])
  expect(labels('t7')).toEqual(['New Holland T7'])
})

test('a machine is found at the beginning of a longer question', () => {
  const labels = (text: string) => machinesFor(shelf.places, text, 8).map(({ label }) => label)
  expect(labels('new holland t7 oil filter')).toEqual(['New Holland T7'])
  expect(labels('new holland combine')).toEqual(['New Holland'])
  expect(labels('t7 oil filter')).toEqual([])
  expect(labels('oil filter')).toEqual([])
})

test('a machine is found without its accents, hyphens and spaces', () => {
  const labels = (text: string) => placesFor(shelf.places, text, 8).map(({ label }) => label)
  expect(labels('hagglunds')).toEqual(['Hägglunds'])
  expect(labels('HÄGG')).toEqual(['Hägglunds'])
  expect(labels('newholland T-7')).toEqual(['New Holland T7'])
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

test('each option counts what it would leave under the filters of the other attributes', () => {
  fc.assert(
    fc.property(anyProducts, anyFilters, (list, { brands, types, sizes }) => {
      const index = indexOf(
        list.map(({ brand, type, size }, at) =>
          product(at + 1, 'x', { brand, type, attributes: [{ id: 1, value: String(size) }] }),
        ),
      )
      const sizeFits = (size: number) =>
        sizes.length === 0 ||
        (sizes.includes('3') && size === 3) ||
        (sizes.includes('5..12') && size >= 5 && size <= 12) ||
        (sizes.includes('20±2') && size >= 18 && size <= 22)
      const brandFits = (brand: string) => brands.length === 0 || brands.includes(brand)
      const typeFits = (type: string) => types.length === 0 || types.includes(type)
      const filters = { types, brands, attributes: sizes.length > 0 ? [{ id: 1, values: sizes }] : [] }
      const chosen = readFilterBits(index, filters)
      const base = baseOfWords(index, readQuery(''))
      const kept = base.all.slice()
      for (const { bits } of chosen) keepCommon(kept, bits)
      expect(countBits(kept)).toBe(
        list.filter(one => sizeFits(one.size) && brandFits(one.brand) && typeFits(one.type)).length,
      )
      const all = countAll(index, base.all)
      const underOthers = countOptions(index, base.all, kept, chosen, all)
      for (const [option, { attribute, value }] of index.options.entries()) {
        const { id } = index.attributes[attribute]!
        const has = (one: (typeof list)[number]) =>
          id === 'brand'
            ? one.brand === value
            : id === 'type'
              ? one.type === value
              : String(one.size) === value
        expect(all[option]).toBe(list.filter(has).length)
        const others = list.filter(
          one =>
            has(one) &&
            (id === 'brand' || brandFits(one.brand)) &&
            (id === 'type' || typeFits(one.type)) &&
            (id === '1' || sizeFits(one.size)),
        )
        expect(underOthers[option]).toBe(others.length)
      }
    }),
  )
})
