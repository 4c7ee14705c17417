import type { LeadTime } from '../../src/lib/availability.ts'
import type { Recipe } from '../product-pictures/recipe.ts'

/** A catalogue's rows, named like the columns of the import files. Prices are whole pence ex VAT. */
export interface DemoProduct {
  code: string
  path: string
  title: string
  description: string
  brand: string
  type: string
  /** null: on request, cannot be bought. */
  price: number | null
  forSale: boolean
  stock: number
  backOrder: boolean
  availabilityNote: string | null
  /** Null: not known. */
  leadTime: LeadTime | null
  weightG: number
  /** File name under /media/product/image/. */
  image: string | null
  /** How the picture is drawn; null: there is no picture of that name. */
  recipe: Recipe | null
  popularity: number
  attributes: Record<string, string | number>
  /** The code of the product that replaces it. */
  supersededBy: string | null
}

/** A component of a kit. */
export interface DemoKitComponent {
  kitCode: string
  productCode: string
  quantity: number
}

export interface DemoCrossReference {
  productCode: string
  maker: string
  code: string
}

export interface DemoMake {
  name: string
  slug: string
  showMachNumber: boolean
}

export interface DemoModel {
  make: string
  modelType: string
  name: string
  slug: string
}

export interface DemoVariant {
  make: string
  model: string
  name: string
  engine: string | null
  yearFrom: number | null
  /** null: still made, or unknown. */
  yearTo: number | null
}

export interface DemoFitment {
  make: string
  model: string
  variant: string
  productCode: string
  position: string
  quantity: number
}

export interface DemoSerialRange {
  make: string
  model: string
  variant: string
  kind: 'serial' | 'mach'
  prefix: string
  from: number
  /** null: open-ended. */
  to: number | null
}

/** Each iterable can be iterated repeatedly, with the same rows. */
export interface Catalogue {
  brands: Iterable<{ name: string; slug: string }>
  types: Iterable<{ name: string; slug: string }>
  attributes: Iterable<{ name: string; unit: string; position: number }>
  products: Iterable<DemoProduct>
  codes: Iterable<DemoCrossReference>
  kits: Iterable<DemoKitComponent>
  modelTypes: Iterable<string>
  makes: Iterable<DemoMake>
  models: Iterable<DemoModel>
  variants: Iterable<DemoVariant>
  fitments: Iterable<DemoFitment>
  serialRanges: Iterable<DemoSerialRange>
}
