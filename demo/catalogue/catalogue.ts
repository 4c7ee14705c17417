import { toSlug } from '../../src/features/catalogue-import/validation/product-path.ts'
import { brands, ownBrand } from './brands.ts'
import { generateCrossReferences, listedCrossReferences } from './cross-references.ts'
import { edgeCaseProducts } from './edge-case-products.ts'
import { demoAttributes, filterTypes, otherTypes } from './filter-types.ts'
import { fixedProducts } from './fixed-products.ts'
import { fixedKits, generateKits } from './kits.ts'
import { generateMachines } from './machines/machines.ts'
import { modelTypes } from './machines/makes.ts'
import { generateProducts } from './products.ts'
import type { Catalogue } from './rows.ts'

export interface CatalogueSize {
  products: number
  codes: number
  makes: number
  /** Each seed gives another catalogue; the fixed products are in all of them. */
  seed: number
  /** Default: the real ones, and four for each invented make. */
  models?: number
  /** Default: three for each model. */
  variants?: number
  /** Default: twelve for each variant. */
  fitments?: number
}

/** The size of the demo shop's catalogue; tests and documents rely on it. */
export const demoSize: CatalogueSize = { products: 3000, codes: 20_000, makes: 60, seed: 1 }

/**
 * Generates the demo catalogue: deterministic, and with exactly the number of rows in `size`. Rows are generated while
 * iterating, so a catalogue of 300,000 products needs no more memory than one of 3,000.
 * Part numbers, fitments and prices are invented; names of makes and brands only say what a filter fits or replaces.
 */
export function generateCatalogue(size: CatalogueSize = demoSize): Catalogue {
  const listedProducts = [...fixedProducts, ...edgeCaseProducts].slice(0, size.products)
  const listedProductCodes = new Set(listedProducts.map(product => product.code))
  const listedCodes = listedCrossReferences
    .filter(row => listedProductCodes.has(row.productCode))
    .slice(0, size.codes)
  const generatedCount = size.products - listedProducts.length
  const machines = generateMachines({ ...size, products: generatedCount })
  return {
    brands: [ownBrand, ...brands].map(({ name }) => ({ name, slug: toSlug(name) })),
    types: [...Object.values(filterTypes).map(type => type.name), ...otherTypes].map(name => ({
      name,
      slug: toSlug(name),
    })),
    attributes: demoAttributes.map(([name, unit, position]) => ({ name, unit, position })),
    modelTypes: Object.values(modelTypes),
    products: repeatable(function* () {
      yield* listedProducts
      yield* generateProducts(size.seed, generatedCount)
    }),
    codes: repeatable(function* () {
      yield* listedCodes
      yield* generateCrossReferences(size.seed, size.codes - listedCodes.length, generatedCount, machines)
    }),
    kits: repeatable(function* () {
      yield* fixedKits.filter(row => listedProductCodes.has(row.kitCode))
      yield* generateKits(size.seed, generatedCount)
    }),
    makes: repeatable(machines.makes),
    models: repeatable(machines.models),
    variants: repeatable(machines.variants),
    fitments: repeatable(machines.fitments),
    serialRanges: repeatable(machines.serialRanges),
  }
}

/** An iterable that starts again with each iteration. */
function repeatable<T>(createIterator: () => Generator<T>): Iterable<T> {
  return { [Symbol.iterator]: createIterator }
}
