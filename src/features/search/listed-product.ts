import { addVat, pence, standardVat, toPounds } from '../../lib/money.ts'
import { splitDetails } from '../catalogue/details.ts'
import { type ListingRow, toStockView } from '../catalogue/listing.ts'
import { imageUrl } from '../media/links.ts'
import type { ListedCode, ListedProduct } from './schemas.ts'

/** The columns of a product that a listing shows (queries.ts); prices in pence ex VAT. */
export interface ProductSummary {
  id: number
  code: string
  path: string
  title: string
  details: string
  brand: string
  type: string
  price: number | null
  forSale: boolean
  note: string | null
  image: string | null
  available: number
  backOrder: boolean
}

/** Why a product matched: {name: 'replaces Donaldson', value: 'P551712'}. */
export interface Hint {
  name: string
  value: string
}

/** A part number as it is written, with its maker (the brand, for a product's own number). */
export interface PartNumber {
  number: string
  maker: string
}

/** A search result. */
export interface SearchedProduct extends ProductSummary {
  hint: Hint | null
}

const thumbnailPx = 50
const fitsHint = 'fits'
const ownNumberHint = 'part number'
const replacesPrefix = 'replaces '

export function canBuy(
  product: Pick<ProductSummary, 'price' | 'forSale' | 'available' | 'backOrder'>,
): boolean {
  return product.forSale && product.price !== null && (product.available > 0 || product.backOrder)
}

/** The hint of a product matched by its own number, or by another maker's that it replaces. */
export function toNumberHint(code: string, { number, maker }: PartNumber): Hint {
  return number === code
    ? { name: ownNumberHint, value: number }
    : { name: `${replacesPrefix}${maker}`, value: number }
}

/** The hint of a product matched by words: the make it fits or, for a query with measures, its dimensions. */
export function toWordsHint(fits: string | null, isShape: boolean, details: string): Hint | null {
  if (fits !== null) return { name: fitsHint, value: fits }
  return isShape && details !== '' ? { name: 'dimensions', value: details } : null
}

/** `products.list` of GET /search. */
export function serializeListedProduct(product: ProductSummary, hint: Hint | null): ListedProduct {
  const price = product.price === null ? null : toPounds(pence(product.price))
  const url = `/${product.path}`
  return {
    id: product.id,
    path: product.path,
    title: product.title,
    label: `${product.code} ${product.title}`,
    details: product.details,
    code: product.code,
    value: {
      id: product.id,
      url,
      image: product.image ? imageUrl(product.image, thumbnailPx) : null,
      brand_image: null,
      price,
      hint,
    },
    hint,
    brand: product.brand,
    brand_image: { thumbnail: null },
    customer_price: { standard: price },
    stock: product.available,
    availability_note: product.note,
    can_be_purchased: canBuy(product),
    type: product.type,
    primary_image: product.image
      ? { title: product.title, alt: toPictureText(product), filename: product.image }
      : null,
  }
}

/** A row of the listing table. It has no hint for the product's own number and measures, which it shows anyway. */
export function toListingRow(product: ProductSummary, hint: Hint | null): ListingRow {
  const price = product.price === null ? null : pence(product.price)
  const replaced = hint?.name.startsWith(replacesPrefix) ? hint.value : null
  const query = replaced === null ? '' : `?for=${encodeURIComponent(replaced)}`
  return {
    id: product.id,
    url: `/${product.path}${query}`,
    title: product.title,
    code: product.code,
    hint: replaced !== null || hint?.name === fitsHint ? hint : null,
    facts: splitDetails(product.details),
    brand: product.brand,
    price,
    priceIncVat: price === null ? null : addVat(price, standardVat),
    stock: toStockView({ ...product, forSale: product.forSale && price !== null }),
    canBuy: canBuy(product),
    image: product.image ? { filename: product.image, alt: toPictureText(product) } : null,
  }
}

/** `codes.list` of GET /search. */
export function serializeCode(product: ProductSummary, { number, maker }: PartNumber): ListedCode {
  return {
    code: number,
    manufacturer: maker,
    product: {
      id: product.id,
      title: product.title,
      code: product.code,
      label: `${maker} ${number}`,
      url: `/${product.path}`,
    },
  }
}

function toPictureText({ title, code }: ProductSummary): string {
  return `${title} ${code}`
}
