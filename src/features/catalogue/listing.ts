import { formatCount } from '../../lib/count.ts'
import { addVat, type Pence, pence, standardVat } from '../../lib/money.ts'
import { logoUrl } from '../media/links.ts'
import { splitDetails } from './details.ts'

/** The stock in words. The kind only chooses the icon beside them (R-UX-36). */
export interface StockView {
  kind: 'in' | 'back_order' | 'due' | 'none'
  text: string
}

/** One product as a row of the listing table (R-CATALOGUE-2). */
export interface ListingRow {
  id: number
  url: string
  title: string
  code: string
  /** Why the product matches the search: 'replaces Donaldson' and 'P551712'. */
  hint: { name: string; value: string } | null
  /** Up to four distinguishing attributes: '⌀ 93 mm', '1-12 UNF'. */
  facts: string[]
  brand: string
  brandLogo: string | null
  /** Excluding VAT; null: on request. */
  price: Pence | null
  priceIncVat: Pence | null
  stock: StockView
  saleState: SaleState
  canBuy: boolean
  image: { filename: string; alt: string } | null
}

/** What the browser is sent of a row beside its markup, to hydrate what can be done with it. */
export type ServedRow = Pick<ListingRow, 'id' | 'code'> &
  Partial<Pick<ListingRow, 'url' | 'saleState' | 'canBuy'>>

/** Most can be bought, so that is left out. */
export const toServedRow = ({ id, code, url, saleState, canBuy }: ListingRow): ServedRow => ({
  ...{ id, code },
  ...(!canBuy && { canBuy, url }),
  ...(saleState === 'price_on_request' && { saleState }),
})

/** Whether a product is sold at all, whatever its stock. A discontinued one may have lost its price too. */
export type SaleState = 'for_sale' | 'price_on_request' | 'discontinued'

/** `price`: the visitor's own; null: on request. */
export function getSaleState({ forSale, price }: { forSale: boolean; price: number | null }): SaleState {
  if (!forSale) return 'discontinued'
  return price === null ? 'price_on_request' : 'for_sale'
}

export interface ListingGroup<Row = ListingRow> {
  heading: string
  rows: Row[]
  /** The same parts of other brands, each with its reason as hint. */
  equivalents: Row[]
}

/** The columns of a product that a listing shows; prices in pence ex VAT. */
export interface ProductSummary {
  id: number
  code: string
  path: string
  title: string
  details: string
  brand: string
  brandLogo: string | null
  type: string
  price: number | null
  forSale: boolean
  /** '7-10 days' */
  note: string | null
  image: string | null
  /** Whole units that can be sold now; may be below 0 where back orders are taken. */
  available: number
  backOrder: boolean
}

export function canBuy(product: Pick<ProductSummary, 'price' | 'forSale' | 'available' | 'backOrder'>) {
  return getSaleState(product) === 'for_sale' && (product.available > 0 || product.backOrder)
}

/** A product as a row, without the reason why it is listed. */
export function toPlainRow(product: ProductSummary): ListingRow {
  const price = product.price === null ? null : pence(product.price)
  const { id, title, code, brand } = product
  return {
    ...{ id, title, code, brand },
    url: `/${product.path}`,
    hint: null,
    facts: splitDetails(product.details),
    brandLogo: toLogoUrl(product),
    price,
    priceIncVat: price === null ? null : addVat(price, standardVat),
    stock: toStockView(product),
    saleState: getSaleState(product),
    canBuy: canBuy(product),
    image: product.image ? { filename: product.image, alt: toPictureText(product) } : null,
  }
}

/** The width of a brand's logo in lists of products, in CSS pixels: as in theme.css. */
const logoWidth = 84

export function toLogoUrl({ brandLogo }: Pick<ProductSummary, 'brandLogo'>): string | null {
  return brandLogo === null ? null : logoUrl(brandLogo, 2 * logoWidth)
}

/** It can be despatched today; what is on back order cannot. */
export function isInStock({ canBuy: isBuyable, stock }: Pick<ListingRow, 'canBuy' | 'stock'>): boolean {
  return isBuyable && stock.kind === 'in'
}

/** Follows the stock of what is not there now: whether it can be ordered (R-CATALOGUE-2). Null where the stock says it. */
export function getOrderAdvice({
  canBuy: isBuyable,
  saleState,
  stock: { kind },
}: Pick<ListingRow, 'canBuy' | 'saleState' | 'stock'>): string | null {
  if (kind === 'back_order' && isBuyable) return orderAdvice.backOrder
  return kind === 'due' && saleState === 'for_sale' ? orderAdvice.notYet : null
}

export const orderAdvice = {
  backOrder: 'Order now, sent when it arrives',
  notYet: 'Cannot be ordered yet',
} as const

export function toPictureText({ title, code }: Pick<ProductSummary, 'title' | 'code'>): string {
  return `${title} ${code}`
}

export type Availability = Pick<ProductSummary, 'available' | 'backOrder' | 'note' | 'forSale'>

export function toStockView({ available, backOrder, note, forSale }: Availability): StockView {
  if (!forSale) return { kind: 'none', text: 'No longer available' }
  if (available > 0) return { kind: 'in', text: `${formatCount(available)} in stock` }
  // The wording is fixed (R-CATALOGUE-2).
  const when = note?.trim() ? `Available in - ${note.trim()}` : null
  if (backOrder) return { kind: 'back_order', text: when ?? 'Available to back order' }
  return when ? { kind: 'due', text: when } : { kind: 'none', text: 'Out of stock' }
}

/** Without a price, no colour says what to expect. */
export function toNeutralOnRequest(stock: StockView, saleState: SaleState): StockView {
  return saleState === 'price_on_request' ? { ...stock, kind: 'none' } : stock
}

/** A lower price from a quantity on: '6+ £11.60'. */
export interface PriceBreak {
  from: number
  price: Pence
}

/** The rows whose text contains every word of the filter, in any case. */
export function filterRows<Row>(rows: readonly Row[], filter: string, textOf: (row: Row) => string): Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(row => {
    const text = textOf(row).toLowerCase()
    const bareText = text.replace(/[^a-z0-9]/g, '')
    // Part numbers match with or without spaces and punctuation.
    return words.every(
      word => text.includes(word) || (toBareWord(word) !== '' && bareText.includes(toBareWord(word))),
    )
  })
}

function toBareWord(word: string): string {
  return word.replace(/[^a-z0-9]/g, '')
}

/** Why a product is the same part as another one (R-CATALOGUE-6), the strongest reason first. */
export const equivalenceReasons = ['direct', 'listed', 'via'] as const

/** A product of another brand that is the same part (queries.ts). */
export interface EquivalentProduct extends ProductSummary {
  /** Position in `equivalenceReasons`. */
  rank: number
  /** The number that connects both: `direct` and `listed`: the part's own; `via`: the one that both replace. */
  maker: string
  number: string
}

/** A row of the listing table whose hint is the reason: 'replaces Filterhouse' 'FH-OIL-1'. */
export function toEquivalentRow(product: EquivalentProduct): ListingRow {
  const { rank, maker, number } = product
  return { ...toPlainRow(product), hint: { name: `${formatReason(rank)} ${maker}`, value: number } }
}

function formatReason(rank: number): string {
  switch (equivalenceReasons[rank]) {
    case 'direct':
      return 'replaces'
    case 'listed':
      return 'replaced by'
    default:
      return 'also replaces'
  }
}

export function toTypeUrl(type: string): string {
  return `/search?query=&filters=${encodeURIComponent(JSON.stringify({ type: [type] }))}`
}

/** 'Oil filter, spin-on' → 'Oil filters, spin-on' */
export function pluralizeType(type: string): string {
  return type.replace(/^[^,(]*\p{L}(?=\s*(?:[,(]|$))/u, noun => (noun.endsWith('s') ? noun : `${noun}s`))
}
