import { expect, test } from 'vitest'
import { noFilters } from '../query/filters.ts'
import { parseQuery } from '../query/parse-query.ts'
import { IndexBuilder } from './index-builder.ts'
import { MachineIndexBuilder } from './machines/machine-index-builder.ts'
import { SearchEngine } from './search-engine.ts'
import { runSteps } from './sorting.ts'

const names = ['Outer diameter', 'Inner diameter', 'Height', 'Length', 'Width', 'Bore spacing', 'Depth']

function createEngine(products: readonly Record<string, number>[]): SearchEngine {
  const builder = new IndexBuilder(names.map((name, at) => ({ id: at + 1, name, unit: 'mm' })))
  for (const [at, sizes] of products.entries()) {
    builder.addProduct({
      id: at + 1,
      title: 'Element',
      description: '',
      type: 'Oil filter',
      brand: 'Ridgeway',
      price: 1000,
      isSellable: true,
      isForSale: true,
      supersededBy: null,
      attributes: Object.entries(sizes).map(([name, mm]) => ({
        id: names.indexOf(name) + 1,
        value: String(mm),
      })),
    })
  }
  const machines = runSteps(new MachineIndexBuilder([]).build())
  return new SearchEngine(runSteps(builder.build({ machines, synonyms: [] })))
}

const engine = createEngine([
  { Length: 300, Width: 300, Height: 50 },
  { 'Outer diameter': 93, 'Inner diameter': 62, Height: 142 },
  { 'Outer diameter': 93.5, Height: 93 },
  { 'Outer diameter': 93, 'Bore spacing': 142 },
  { Length: 300, Width: 50 },
])

function listIds(text: string): number[] {
  const all = { filters: noFilters, buyable: false, sort: 'relevance' as const, size: 20, page: 1 }
  const request = { ...all, query: parseQuery(text), products: true, numbers: 0, facets: false }
  return engine.search(request).products.map(({ productId }) => productId)
}

test('equal sizes are two dimensions of a product, in any place of the text', () => {
  expect(listIds('300 x 300 x 50')).toEqual([1])
  expect(listIds('300 x 50 x 300')).toEqual([1])
  expect(listIds('50 x 300 x 300')).toEqual([1])
  expect(listIds('93 x 93')).toEqual([3])
})

test('sizes near each other are different dimensions too', () => {
  expect(listIds('93 x 94')).toEqual([3])
  expect(listIds('94 x 93')).toEqual([3])
})

test('sizes of a product mean its diameters, height, length and width; one size alone means any measure', () => {
  expect(listIds('93 x 142')).toEqual([2])
  expect(listIds('62 x 142 x 93')).toEqual([2])
  expect(listIds('142 mm')).toEqual([2, 4])
})

test('a product does not match more sizes than it has dimensions', () => {
  expect(listIds('300 x 300 x 300')).toEqual([])
  expect(listIds('93 x 62 x 142 x 62')).toEqual([])
})
