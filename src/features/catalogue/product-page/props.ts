import type { Pence } from '../../../lib/money.ts'
import type { ListingRow, PriceBreak, SaleState, StockView } from '../listing.ts'
import type { Evidence, MakerNumber } from './evidence.ts'

export interface ProductPicture {
  filename: string
  alt: string
}

export interface ReplacedNumbers {
  maker: string
  codes: string[]
  /** The pages of those that are sold here, by code. */
  urls: Record<string, string>
}

export interface MachineFit {
  model: string
  variant: string
  url: string
  position: string
  quantity: number
}

/** The machines of one make. `count` is the number of all, `fits` has those that are listed on this page. */
export interface MakeFits {
  make: string
  url: string
  count: number
  fits: MachineFit[]
  /** A page that lists all of them; null when this one does. */
  allUrl: string | null
}

export interface NamedProduct {
  code: string
  title: string
  brand: string
  url: string
}

export interface KitPart extends NamedProduct {
  quantity: number
  /** Of one, excluding VAT; null: on request. */
  price: Pence | null
}

/** Excluding VAT: what the parts of a kit cost separately, and how much less the kit does. */
export interface KitSaving {
  singly: Pence
  saved: Pence
}

export interface Alternative extends NamedProduct {
  price: Pence
  priceIncVat: Pence
  stock: StockView
  evidence: Evidence
}

/** Why the product matches the number that the customer searched for. */
export interface SearchMatch {
  searchedNumber: MakerNumber
  evidence: Evidence
}

export interface ProductPageProps {
  id: number
  code: string
  title: string
  brand: string
  type: string
  description: string
  /** Excluding VAT; null: on request. */
  price: Pence | null
  priceIncVat: Pence | null
  /** Where the company pays less; null: it does not. */
  listPrice: Pence | null
  priceBreaks: PriceBreak[]
  stock: StockView
  saleState: SaleState
  canBuy: boolean
  /** 'Order in 2 h 14 min for delivery Tuesday 24 November' */
  deliveryPromise: string | null
  pictures: ProductPicture[]
  facts: { name: string; value: string }[]
  replaces: ReplacedNumbers[]
  /** The number of all cross-references; `replaces` may have fewer. */
  numberCount: number
  /** A page that lists more of them; null when none does. */
  allNumbersUrl: string | null
  makes: MakeFits[]
  /** The page with the machines of all makes, when this one lists only one make's. */
  allMakesUrl: string | null
  searchMatch: SearchMatch | null
  successor: NamedProduct | null
  predecessors: NamedProduct[]
  components: KitPart[]
  /** Null when the kit costs no less than its parts, or one of them has no price. */
  kitSaving: KitSaving | null
  kits: NamedProduct[]
  related: NamedProduct[]
  equivalents: ListingRow[]
  /** 'Tuesday 24 November', for what is in stock; null: no day can be promised. */
  deliveryDay: string | null
  /** Further products in stock that can replace this one while it is not. */
  alternatives: Alternative[]
  breadcrumbs: { name: string; url: string }[]
  demo: boolean
}
