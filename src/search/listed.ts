import { factsOf } from '../catalogue/details.ts'
import { type ListingRow, stockView } from '../catalogue/listing.ts'
import { imageUrl } from '../media/links.ts'
import { pence, plusVat, standardVat, toPounds } from '../shared/money.ts'
import type { FoundCode, ListedProduct } from './contract.ts'

/** What the database tells of a found product (data.ts); pence ex VAT. */
export interface Found {
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
  /** The number by which it was found, with its maker; null when words found it. */
  maker: string | null
  number: string | null
  /** Why words found it; only where something is to be said. */
  why?: Hint | null
}

/** A product as the database tells it; why words found it is the index's to say. */
export type FoundProduct = Omit<Found, 'why'>

/** Why a product was found: {name: 'replaces Donaldson', value: 'P551712'}. */
export interface Hint {
  name: string
  value: string
}

const thumbnailPx = 50
/** The name of the hint that a make's machines take it. */
export const fits = 'fits'

export function canBuy(found: Pick<Found, 'price' | 'forSale' | 'available' | 'backOrder'>): boolean {
  return found.forSale && found.price !== null && (found.available > 0 || found.backOrder)
}

/** Why it was found: its own number, or the number of another maker that it replaces. */
export function hintOf(found: Found): Hint | null {
  if (found.number === null || found.maker === null) return found.why ?? null
  return found.number === found.code
    ? { name: 'part number', value: found.number }
    : { name: `replaces ${found.maker}`, value: found.number }
}

/** The wire's words for it (contract §3 'products.list'). */
export function listedOnTheWire(found: Found, withHint: boolean): ListedProduct {
  const price = found.price === null ? null : toPounds(pence(found.price))
  const hint = withHint ? hintOf(found) : null
  const url = `/${found.path}`
  return {
    id: found.id,
    path: found.path,
    title: found.title,
    label: `${found.code} ${found.title}`,
    details: found.details,
    code: found.code,
    value: {
      id: found.id,
      url,
      image: found.image ? imageUrl(found.image, thumbnailPx) : null,
      brand_image: null,
      price,
      hint,
    },
    hint,
    brand: found.brand,
    brand_image: { thumbnail: null },
    customer_price: { standard: price },
    stock: found.available,
    availability_note: found.note,
    can_be_purchased: canBuy(found),
    type: found.type,
    primary_image: pictureOf(found),
  }
}

/** The same for the listing table of a page. */
export function listingRow(found: Found): ListingRow {
  const price = found.price === null ? null : pence(found.price)
  const hint = hintOf(found)
  const replaced = found.number !== null && found.number !== found.code ? found.number : null
  const number = replaced === null ? '' : `?for=${encodeURIComponent(replaced)}`
  return {
    id: found.id,
    url: `/${found.path}${number}`,
    title: found.title,
    code: found.code,
    // Its own number and its own measures stand in the row already.
    hint: replaced !== null || hint?.name === fits ? hint : null,
    facts: factsOf(found.details),
    brand: found.brand,
    price,
    priceIncVat: price === null ? null : plusVat(price, standardVat),
    stock: stockView({ ...found, forSale: found.forSale && price !== null }),
    canBuy: canBuy(found),
    image: found.image ? { filename: found.image, alt: pictureText(found) } : null,
  }
}

export function codeOnTheWire(found: {
  code: string
  manufacturer: string
  productId: number
  title: string
  ownCode: string
  path: string
}): FoundCode {
  return {
    code: found.code,
    manufacturer: found.manufacturer,
    product: {
      id: found.productId,
      title: found.title,
      code: found.ownCode,
      label: `${found.manufacturer} ${found.code}`,
      url: `/${found.path}`,
    },
  }
}

function pictureOf(found: Found): ListedProduct['primary_image'] {
  return found.image ? { title: found.title, alt: pictureText(found), filename: found.image } : null
}

const pictureText = (found: Found): string => `${found.title} ${found.code}`
