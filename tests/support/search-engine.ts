import type { ChangedProduct } from '../../src/features/search/engine/apply-change.ts'
import { IndexBuilder } from '../../src/features/search/engine/index-builder.ts'
import { MachineIndexBuilder } from '../../src/features/search/engine/machines/machine-index-builder.ts'
import { SearchEngine, type SearchRequest } from '../../src/features/search/engine/search-engine.ts'
import { runSteps } from '../../src/features/search/engine/sorting.ts'
import { noFilters } from '../../src/features/search/query/filters.ts'
import { parseQuery } from '../../src/features/search/query/parse-query.ts'

export const product = (id: number, title: string, more: Partial<ChangedProduct> = {}): ChangedProduct => ({
  id,
  title,
  description: '',
  type: 'Oil filter',
  brand: 'Ridgeway',
  price: 1000,
  isSellable: true,
  isForSale: true,
  supersededBy: null,
  attributes: [],
  fitments: [],
  numbers: [],
  ...more,
})

export const number = (key: string, referenceId = 0, maker = 'Ridgeway') => ({ key, referenceId, maker })

export function createEngine(products: readonly ChangedProduct[]): SearchEngine {
  const builder = new IndexBuilder([
    { id: 1, name: 'Outer diameter', unit: 'mm' },
    { id: 2, name: 'Height', unit: 'mm' },
    { id: 3, name: 'Thread', unit: '' },
  ])
  for (const one of products) builder.addProduct(one)
  const numbers = products
    .flatMap(({ id, numbers }) => numbers.map(one => ({ ...one, id })))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id))
  const makers = [...new Set(numbers.map(({ maker }) => maker))]
  for (const [id, name] of makers.entries()) builder.addMaker(id, name)
  builder.addNumbers({
    keys: numbers.map(({ key }) => key).join(' '),
    productIds: Uint32Array.from(numbers, ({ id }) => id),
    referenceIds: Uint32Array.from(numbers, ({ referenceId }) => referenceId),
    makerIds: Uint32Array.from(numbers, ({ maker }) => makers.indexOf(maker)),
  })
  const rest = {
    machines: createMachines(builder, products),
    synonyms: [
      { word: 'lube', meaning: 'oil' },
      { word: 'ccv', meaning: 'crankcase breather' },
    ],
  }
  return new SearchEngine(runSteps(builder.build(rest)))
}

export const [t7, oldT7] = [71, 72]
export const fitsT7 = [{ variantId: t7, position: 'Engine oil' }]

function createMachines(index: IndexBuilder, products: readonly ChangedProduct[]) {
  const positions = ['Engine oil', 'Cabin']
  const builder = new MachineIndexBuilder(positions)
  builder.addMake({ name: 'Hägglunds', slug: 'hagglunds' })
  builder.addMake({ name: 'New Holland', slug: 'new-holland' })
  builder.addModel({ make: 1, name: 'T7', slug: 't7' })
  const variants = [
    { id: t7, name: 'T7 2016-', engine: 'FPT N67', yearFrom: 2016, yearTo: null },
    { id: oldT7, name: 'T7 2008-2015', engine: 'FPT N45', yearFrom: 2008, yearTo: 2015 },
  ]
  for (const variant of variants) {
    const fitments = products.flatMap(({ id, fitments }) =>
      fitments
        .filter(({ variantId }) => variantId === variant.id)
        .map(({ position }) => ({ document: index.getDocument(id), position: positions.indexOf(position) })),
    )
    builder.addVariant({ ...variant, model: 0 })
    for (const fitment of fitments) builder.addFitment(fitment)
  }
  return runSteps(builder.build())
}

export const request = (text: string, more: Partial<SearchRequest> = {}): SearchRequest => ({
  query: parseQuery(text),
  filters: noFilters,
  buyable: false,
  sort: 'relevance',
  size: 100,
  page: 1,
  products: true,
  numbers: 0,
  facets: false,
  ...more,
})
