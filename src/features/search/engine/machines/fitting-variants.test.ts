import { expect, test } from 'vitest'
import { noFilters } from '../../query/filters.ts'
import { parseQuery } from '../../query/parse-query.ts'
import type { ChangedProduct } from '../apply-change.ts'
import { IndexBuilder } from '../index-builder.ts'
import { SearchEngine } from '../search-engine.ts'
import { runSteps } from '../sorting.ts'
import { MachineIndexBuilder } from './machine-index-builder.ts'

const positions = ['Engine oil', 'Fuel', 'Cabin']
const [first2012, first2016, first2019, last2022] = [81, 82, 83, 84]

const product = (id: number, fitments: ChangedProduct['fitments']): ChangedProduct => ({
  id,
  title: 'Element',
  description: '',
  type: 'Oil filter',
  brand: 'Ridgeway',
  price: 1000,
  isSellable: true,
  isForSale: true,
  supersededBy: null,
  attributes: [],
  numbers: [],
  fitments,
})
const fits = (variantId: number, position: string) => ({ variantId, position })

const catalogue = [
  product(1, [fits(first2012, 'Cabin'), fits(first2016, 'Fuel'), fits(first2019, 'Fuel')]),
  product(2, [fits(first2012, 'Engine oil'), fits(first2012, 'Cabin')]),
  product(3, [
    fits(first2012, 'Cabin'),
    fits(first2016, 'Cabin'),
    fits(first2019, 'Cabin'),
    fits(last2022, 'Cabin'),
  ]),
]

function createEngine(): SearchEngine {
  const builder = new IndexBuilder([])
  for (const one of catalogue) builder.addProduct(one)
  const machines = new MachineIndexBuilder(positions)
  machines.addMake({ name: 'JCB', slug: 'jcb' })
  machines.addModel({ make: 0, name: '3CX', slug: '3cx' })
  for (const [id, years] of [
    [first2012, '2012-2015'],
    [first2016, '2016-2018'],
    [first2019, '2019-2021'],
    [last2022, '2022-'],
  ] as const) {
    const fitments = catalogue.flatMap(({ id: productId, fitments }) =>
      fitments
        .filter(({ variantId }) => variantId === id)
        .map(({ position }) => ({
          document: builder.getDocument(productId),
          position: positions.indexOf(position),
        })),
    )
    const variant = { id, name: `3CX ${years}`, engine: null, yearFrom: null, yearTo: null }
    machines.addVariant({ ...variant, model: 0 })
    for (const fitment of fitments) machines.addFitment(fitment)
  }
  return new SearchEngine(runSteps(builder.build({ machines: runSteps(machines.build()), synonyms: [] })))
}

function search(engine: SearchEngine, text: string) {
  const all = { filters: noFilters, buyable: false, sort: 'relevance' as const, size: 20, page: 1 }
  const { products } = engine.search({
    ...all,
    query: parseQuery(text),
    products: true,
    numbers: 0,
    facets: false,
  })
  return products.map(({ productId, fits }) => ({ productId, ...fits }))
}

test('a product says how many variants it fits, names the first of them, and its place is its first position', () => {
  const results = search(createEngine(), '3cx')
  expect(results).toEqual([
    {
      productId: 2,
      machine: null,
      variant: 'JCB 3CX 2012-2015',
      variantCount: 1,
      position: 'Engine oil',
    },
    {
      productId: 1,
      machine: null,
      variant: 'JCB 3CX 2012-2015',
      variantCount: 3,
      position: 'Fuel',
    },
    {
      productId: 3,
      machine: 'JCB 3CX',
      variant: 'JCB 3CX 2012-2015',
      variantCount: 4,
      position: 'Cabin',
    },
  ])
})

test('the fitments of a changed product replace its old ones, also when it changes again', () => {
  const engine = createEngine()
  const apply = (id: number, fitments: ChangedProduct['fitments']) =>
    engine.applyChange({ productIds: [id], products: [product(id, fitments)] })
  const listProducts = () =>
    search(engine, '3cx').map(({ productId, variant, variantCount, position }) => [
      productId,
      variant,
      variantCount,
      position,
    ])
  apply(2, [])
  apply(3, [])
  apply(1, [fits(last2022, 'Cabin'), fits(first2016, 'Cabin'), fits(last2022, 'Engine oil')])
  expect(listProducts()).toEqual([[1, 'JCB 3CX 2016-2018', 2, 'Engine oil']])
  apply(1, [fits(first2019, 'Fuel')])
  apply(7, [fits(first2012, 'Engine oil')])
  expect(listProducts()).toEqual([
    [7, 'JCB 3CX 2012-2015', 1, 'Engine oil'],
    [1, 'JCB 3CX 2019-2021', 1, 'Fuel'],
  ])
})

test('what has the kind in its name comes first, however many positions there are', () => {
  const names = Array.from({ length: 2200 }, (_, at) => `Position ${at}`)
  const builder = new IndexBuilder([])
  builder.addProduct(product(1, []))
  builder.addProduct({ ...product(2, []), type: 'Breather', description: 'Keeps oil back' })
  const machines = new MachineIndexBuilder(names)
  machines.addMake({ name: 'JCB', slug: 'jcb' })
  machines.addModel({ make: 0, name: '3CX', slug: '3cx' })
  const variant = { id: 1, model: 0, name: '3CX', engine: null, yearFrom: null, yearTo: null }
  machines.addVariant(variant)
  machines.addFitment({ document: 0, position: 2150 })
  machines.addFitment({ document: 1, position: 3 })
  const engine = new SearchEngine(
    runSteps(builder.build({ machines: runSteps(machines.build()), synonyms: [] })),
  )
  expect(search(engine, 'jcb 3cx oil').map(({ productId }) => productId)).toEqual([1, 2])
})
