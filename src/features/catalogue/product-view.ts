import type { Pence } from '../../lib/money.ts'
import type { Evidence, Listed } from './evidence.ts'
import type { PriceBreak, StockView } from './listing.ts'

export interface Picture {
  filename: string
  alt: string
}

export interface Replaced {
  maker: string
  codes: string[]
}

export interface Fit {
  model: string
  variant: string
  /** The machine's own page. */
  url: string
  position: string
  quantity: number
}

/** The machines of one make: how many there are, and those of them that are listed here. */
export interface MakeFits {
  make: string
  url: string
  count: number
  fits: Fit[]
  /** Where all of them are listed; null when they are here. */
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

export interface Alternative extends NamedProduct {
  price: Pence
  priceIncVat: Pence
  stock: StockView
  evidence: Evidence
}

/** What the number by which the buyer came says of this part. */
export interface Found {
  sought: Listed
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
  priceBreaks: PriceBreak[]
  stock: StockView
  canBuy: boolean
  /** 'Order in 2 h 14 min for delivery Tuesday 24 November' */
  deliveryPromise: string | null
  pictures: Picture[]
  facts: { name: string; value: string }[]
  replaces: Replaced[]
  /** How many numbers there are in all, and where more of them are listed; null when all that can be are here. */
  numberCount: number
  allNumbersUrl: string | null
  makes: MakeFits[]
  /** Where the machines of all makes are listed, when only those of one are here. */
  allMakesUrl: string | null
  found: Found | null
  successor: NamedProduct | null
  predecessors: NamedProduct[]
  components: KitPart[]
  /** Kits that hold this part. */
  kits: NamedProduct[]
  /** In stock while this part is not. */
  alternatives: Alternative[]
  breadcrumbs: { name: string; url: string }[]
  /** Whom to ask about a part that cannot be ordered. */
  phone: string
  demo: boolean
}
