import { brands, house } from './brands.ts'
import { drawCodes, givenCodes } from './cross-references.ts'
import { edgeProducts } from './edge-case-products.ts'
import { attributes, filterTypes, otherTypes } from './filter-types.ts'
import { fixedProducts } from './fixed-products.ts'
import { drawKits, fixedKits } from './kits.ts'
import { drawMachines } from './machines.ts'
import { modelTypes } from './makes.ts'
import { slug } from './part-numbers.ts'
import { drawProducts } from './products.ts'
import type { Catalogue } from './rows.ts'

export interface CatalogueSize {
  products: number
  codes: number
  makes: number
  /** Another seed is another catalogue; the fixed rows of contract §7 are in all of them. */
  seed: number
  /** The real ones, and four for each invented make, unless said. */
  models?: number
  /** Three for each model, unless said. */
  variants?: number
  /** Twelve for each variant, unless said. */
  fitments?: number
}

/** Contract §7: the counts count. */
export const demoSize: CatalogueSize = { products: 3000, codes: 20_000, makes: 60, seed: 1 }

/**
 * The demo catalogue, drawn the same way every time: exactly as many rows as asked for. Rows are made while they
 * are walked, so a catalogue of 300,000 products needs no more memory than one of 3,000.
 * Part numbers, fits and prices are invented; names of makes and brands only say what a filter fits or replaces.
 */
export function drawCatalogue(size: CatalogueSize = demoSize): Catalogue {
  const givenProducts = [...fixedProducts, ...edgeProducts].slice(0, size.products)
  const present = new Set(givenProducts.map(product => product.code))
  const given = givenCodes.filter(row => present.has(row.productCode)).slice(0, size.codes)
  const drawn = size.products - givenProducts.length
  const park = drawMachines({ ...size, products: drawn })
  return {
    brands: [house, ...brands].map(({ name }) => ({ name, slug: slug(name) })),
    types: [...Object.values(filterTypes).map(type => type.name), ...otherTypes].map(name => ({
      name,
      slug: slug(name),
    })),
    attributes: attributes.map(([name, unit, position]) => ({ name, unit, position })),
    modelTypes: Object.values(modelTypes),
    products: again(function* () {
      yield* givenProducts
      yield* drawProducts(size.seed, drawn)
    }),
    codes: again(function* () {
      yield* given
      yield* drawCodes(size.seed, size.codes - given.length, drawn, park)
    }),
    kits: again(function* () {
      yield* fixedKits.filter(row => present.has(row.kitCode))
      yield* drawKits(size.seed, drawn)
    }),
    makes: again(park.makes),
    models: again(park.models),
    variants: again(park.variants),
    fitments: again(park.fitments),
    serialRanges: again(park.serialRanges),
  }
}

/** An Iterable that starts anew each time it is walked. */
function again<T>(walk: () => Generator<T>): Iterable<T> {
  return { [Symbol.iterator]: walk }
}
