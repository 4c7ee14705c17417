import { expect, test } from 'vitest'
import { noFilters } from '../query/filters.ts'
import { parseQuery } from '../query/parse-query.ts'
import { IndexBuilder } from './index-builder.ts'
import { MachineIndexBuilder } from './machines/machine-index-builder.ts'
import { SearchEngine } from './search-engine.ts'
import { runSteps } from './sorting.ts'

const productCount = 400

const product = (id: number, partner: string) => ({
  id,
  title: 'Element',
  description: id % 2 === 0 ? 'Long life' : '',
  type: 'Oil filter',
  brand: 'Ridgeway',
  price: 1000,
  isSellable: true,
  isForSale: true,
  supersededBy: null,
  attributes: [
    { id: 1, value: partner },
    { id: 2, value: id % 3 === 0 ? 'Glass' : 'Paper' },
  ],
  fitments: [],
  numbers: [],
})

function createEngine(): SearchEngine {
  const builder = new IndexBuilder([
    { id: 1, name: 'Matching part', unit: '' },
    { id: 2, name: 'Media', unit: '' },
  ])
  for (let id = 1; id <= productCount; id++) builder.addProduct(product(id, `Partner${id}x twin`))
  const machines = runSteps(new MachineIndexBuilder([]).build())
  return new SearchEngine(runSteps(builder.build({ machines, synonyms: [] })))
}

test('a changed product loses its old words and options, whether the attribute is a facet or names, alone or with many', () => {
  const engine = createEngine()
  const count = (text: string) =>
    engine.search({
      query: parseQuery(text),
      filters: noFilters,
      buyable: false,
      sort: 'price-up',
      size: 500,
      page: 1,
      products: true,
      numbers: 0,
      facets: false,
    }).products.length
  const apply = (ids: number[]) =>
    engine.applyChange({ productIds: ids, products: ids.map(id => product(id, 'Sibling')) })
  expect([count('partner6x'), count('twin'), count('sibling')]).toEqual([1, productCount, 0])
  apply([6])
  expect([count('partner6x'), count('twin'), count('sibling')]).toEqual([0, productCount - 1, 1])
  const many = Array.from({ length: 100 }, (_, at) => at + 1)
  apply(many)
  expect([count('twin'), count('sibling'), count('')]).toEqual([productCount - 100, 100, productCount])
  engine.applyChange({ productIds: many, products: [] })
  expect([count('sibling'), count('long'), count('glass'), count('')]).toEqual([0, 150, 100, 300])
})
