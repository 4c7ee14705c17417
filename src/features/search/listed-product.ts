import { pence, toPounds } from '../../lib/money.ts'
import {
  canBuy,
  getSaleState,
  type ListingRow,
  type ProductSummary,
  toLogoUrl,
  toPictureText,
  toPlainRow,
} from '../catalogue/listing.ts'
import { imageUrl } from '../media/links.ts'
import type { FittingVariants } from './engine/machines/fitting-variants.ts'
import type { ListedCode, ListedProduct } from './schemas.ts'

export { canBuy, type ProductSummary } from '../catalogue/listing.ts'

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

export interface SearchedProduct extends ProductSummary {
  hint: Hint | null
  /** Where it sits on the machine that was named: 'Engine oil'. */
  position: string | null
}

const thumbnailPx = 50
const fitsHint = 'fits'
const supersedesHint = 'supersedes'
const ownNumberHint = 'part number'
const replacesPrefix = 'replaces '

/** The hint of a product matched by its own number, or by another maker's that it replaces. */
export function toNumberHint(code: string, { number, maker }: PartNumber): Hint {
  return number === code
    ? { name: ownNumberHint, value: number }
    : { name: `${replacesPrefix}${maker}`, value: number }
}

// 'JCB 3CX', 'JCB 3CX 2012-2018 + 2 more': the names of two would not fit into a row.
function formatFits({ machine, variant, variantCount }: FittingVariants): string {
  if (machine !== null) return machine
  return variantCount > 1 ? `${variant} + ${variantCount - 1} more` : variant
}

export function toSuccessorHint(code: string): Hint {
  return { name: supersedesHint, value: code }
}

/** The hint of a product matched by words: the machine it fits or, for a query with measures, its dimensions. */
export function toWordsHint(fits: FittingVariants | null, isShape: boolean, details: string): Hint | null {
  if (fits !== null) return { name: fitsHint, value: formatFits(fits) }
  return isShape && details !== '' ? { name: 'dimensions', value: details } : null
}

/** `products.list` of GET /search. */
export function serializeListedProduct(product: ProductSummary, hint: Hint | null): ListedProduct {
  const price = product.price === null ? null : toPounds(pence(product.price))
  const url = `/${product.path}`
  const thumbnail = toLogoUrl(product)
  const { id, path, title, details, code, brand, type } = product
  return {
    ...{ id, path, title, details, code, brand, type, hint },
    label: `${code} ${title}`,
    value: {
      ...{ id, url, price, hint },
      image: product.image ? imageUrl(product.image, thumbnailPx) : null,
      brand_image: thumbnail,
    },
    brand_image: { thumbnail },
    customer_price: { standard: price },
    stock: Math.max(0, product.available),
    availability_note: product.note,
    can_be_purchased: canBuy(product),
    sale_state: getSaleState(product),
    primary_image: product.image ? { title, alt: toPictureText(product), filename: product.image } : null,
  }
}

/** A row of the listing table. It has no hint for the product's own number and measures, which it shows anyway. */
export function toListingRow(product: ProductSummary, hint: Hint | null): ListingRow {
  const row = toPlainRow(product)
  const replaced = hint?.name.startsWith(replacesPrefix) ? hint.value : null
  const query = replaced === null ? '' : `?for=${encodeURIComponent(replaced)}`
  return {
    ...row,
    url: row.url + query,
    hint: replaced !== null || [fitsHint, supersedesHint].includes(hint?.name ?? '') ? hint : null,
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
