import type { Listed } from './evidence.ts'

// What the database tells of a product (product-query.server.ts). Money in pence ex VAT.

/** Another product, as far as a link to it needs. */
export interface NamedRow {
  code: string
  title: string
  brand: string
  path: string
}

/** Another product with what speaks for its standing in for this one. */
export interface PartRow extends NamedRow {
  type: string
  details: string
  /** The numbers it has in common with this one, and this one's own where it lists it. */
  numbers: Listed[]
}

export interface AlternativeRow extends PartRow {
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

/** All that a product page shows. */
export interface ProductRow {
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
  image: string | null
  moreImages: string[]
  demo: boolean
  available: number
  backOrder: boolean
  attributes: { name: string; value: string; unit: string }[] | null
  replaces: { maker: string; codes: string[] }[] | null
  numberCount: number
  machines: { makes: { name: string; slug: string; count: number }[]; fits: FitRow[] }
  priceBreaks: { from: number; price: number }[] | null
  successor: NamedRow | null
  predecessors: NamedRow[] | null
  components: (NamedRow & { quantity: number; price: number | null })[] | null
  kits: NamedRow[] | null
  /** The number that was searched, where this part lists it. */
  listed: Listed | null
  /** Parts whose own number is the one that was searched. */
  sought: PartRow[] | null
  /** What is on the shelf instead; null while this part is. */
  alternatives: AlternativeRow[] | null
}
