import { addVat, type Pence, pence, standardVat } from '../../../lib/money.ts'
import { splitDetails } from '../../catalogue/details.ts'
import { type ListingRow, toStockView } from '../../catalogue/listing.ts'
import type { ListedProduct } from '../../search/schemas.ts'

/** A product of a call's reply (prices in pounds) as a row of the listing table (pence), with `hint` instead of its own. */
export function parseListedRow(product: ListedProduct, hint = getRowHint(product)): ListingRow {
  const { stock: available, can_be_purchased: canBuy, primary_image: image } = product
  const price = toPence(product.customer_price.standard)
  return {
    id: product.id,
    url: product.value.url + toNumberQuery(product),
    title: product.title,
    code: product.code,
    hint,
    facts: splitDetails(product.details),
    brand: product.brand,
    brandLogo: product.brand_image.thumbnail,
    price,
    priceIncVat: price === null ? null : addVat(price, standardVat),
    stock: toStockView({
      available,
      backOrder: canBuy && available <= 0,
      note: product.availability_note,
      forSale: product.sale_state !== 'discontinued',
    }),
    saleState: product.sale_state,
    canBuy,
    image: image && { filename: image.filename, alt: image.alt },
  }
}

// The row shows the product's own number and measures anyway.
function getRowHint({ hint }: ListedProduct): ListedProduct['hint'] {
  return hint && /^(?:replaces |fits)/.test(hint.name) ? hint : null
}

// ?for= makes the product page say that the product replaces the searched number.
function toNumberQuery({ hint }: ListedProduct): string {
  return hint?.name.startsWith('replaces ') ? `?for=${encodeURIComponent(hint.value)}` : ''
}

function toPence(pounds: number | null): Pence | null {
  return pounds === null ? null : pence(Math.round(pounds * 100))
}
