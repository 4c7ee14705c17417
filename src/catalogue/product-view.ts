import type { Pence } from '../shared/money.ts'
import type { PriceBreak, StockView } from './listing.ts'

export interface Replaced {
  maker: string
  codes: string[]
}

export interface Fit {
  machine: string
  variant: string
  position: string
  quantity: number
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
  image: { filename: string; alt: string } | null
  facts: { name: string; value: string }[]
  replaces: Replaced[]
  fits: Fit[]
  /** The number by which the buyer came here. */
  searched: { maker: string; code: string } | null
  breadcrumbs: { name: string; url: string }[]
  demo: boolean
}
