import type { LeadTime } from '../../../lib/availability.ts'
import type { EquivalentProduct } from '../equivalents.ts'
import type { MakerNumber } from './evidence.ts'

// The row that queries.ts reads for a product page. Money is in pence ex VAT.

/** What a link to another product needs. */
export interface LinkedProductRow {
  code: string
  title: string
  brand: string
  path: string
}

/** Another product with what decides whether it can replace this one. */
export interface ComparableProductRow extends LinkedProductRow {
  type: string
  details: string
  /** The numbers that both products list, and this product's own where the other one lists it. */
  numbers: MakerNumber[]
}

export interface AlternativeProductRow extends ComparableProductRow {
  id: number
  price: number
  available: number
}

export interface FitRow {
  make: string
  makeSlug: string
  model: string
  modelSlug: string
  variant: string
  variantId: number
  position: string
  quantity: number
}

export interface ReplacedNumbersRow {
  maker: string
  codes: string[]
  /** Of the products of these numbers, by code, where they are sold here. */
  paths: Record<string, string> | null
}

export interface ProductPageRow {
  id: number
  code: string
  path: string
  title: string
  description: string
  details: string
  brand: string
  type: string
  price: number | null
  forSale: boolean
  note: string | null
  leadTime: LeadTime | null
  image: string | null
  moreImages: string[]
  demo: boolean
  available: number
  backOrder: boolean
  attributes: { name: string; value: string; unit: string }[] | null
  replaces: ReplacedNumbersRow[] | null
  numberCount: number
  machines: { makes: { name: string; slug: string; count: number }[]; fits: FitRow[] }
  priceBreaks: { from: number; price: number }[] | null
  successor: LinkedProductRow | null
  predecessors: LinkedProductRow[] | null
  components: (LinkedProductRow & { quantity: number; price: number | null })[] | null
  kits: LinkedProductRow[] | null
  /** The searched number, if this product lists it. */
  directMatch: MakerNumber | null
  /** Products with the searched number as their own code. */
  searchedProducts: ComparableProductRow[] | null
  /** The same part of other brands: those that can be bought first, then by price. */
  equivalents: EquivalentProduct[] | null
  /** Products in stock that can replace this one; null when this one can be bought from stock. */
  alternatives: AlternativeProductRow[] | null
}
