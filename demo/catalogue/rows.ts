import type { Recipe } from '../product-pictures/recipe.ts'

/** The rows of a catalogue, in the words of the import files (contract §6). Prices in whole pence ex VAT. */
export interface ProductRow {
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
  weightG: number
  /** File name under /media/product/image/. */
  image: string | null
  /** How that picture is drawn; null: there is no such picture. */
  recipe: Recipe | null
  popularity: number
  attributes: Record<string, string | number>
  /** Code of the product that takes its place. */
  supersededBy: string | null
}

/** One of the products that a kit holds. */
export interface KitRow {
  kitCode: string
  productCode: string
  quantity: number
}

export interface CodeRow {
  productCode: string
  maker: string
  code: string
}

export interface MakeRow {
  name: string
  slug: string
  showMachNumber: boolean
}

export interface ModelRow {
  make: string
  modelType: string
  name: string
  slug: string
}

export interface VariantRow {
  make: string
  model: string
  name: string
}

export interface FitmentRow {
  make: string
  model: string
  variant: string
  productCode: string
  position: string
  quantity: number
}

export interface SerialRow {
  make: string
  model: string
  variant: string
  kind: 'serial' | 'mach'
  prefix: string
  from: number
  /** null: open-ended. */
  to: number | null
}

/** Everything may be walked again and again, and always says the same. */
export interface Catalogue {
  brands: Iterable<{ name: string; slug: string }>
  types: Iterable<{ name: string; slug: string }>
  attributes: Iterable<{ name: string; unit: string; position: number }>
  products: Iterable<ProductRow>
  codes: Iterable<CodeRow>
  kits: Iterable<KitRow>
  modelTypes: Iterable<string>
  makes: Iterable<MakeRow>
  models: Iterable<ModelRow>
  variants: Iterable<VariantRow>
  fitments: Iterable<FitmentRow>
  serialRanges: Iterable<SerialRow>
}
