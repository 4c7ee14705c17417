import type { Recipe } from '../product-pictures/recipe.ts'

/** A catalogue's rows, named like the columns of the import files. Prices are whole pence ex VAT. */
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
  /** How the picture is drawn; null: there is no picture of that name. */
  recipe: Recipe | null
  popularity: number
  attributes: Record<string, string | number>
  /** The code of the product that replaces it. */
  supersededBy: string | null
}

/** A component of a kit. */
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

/** Each iterable can be iterated repeatedly, with the same rows. */
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
