import { addVat, type Pence, pence, standardVat } from '../../lib/money.ts'
import { factsOf } from '../catalogue/details.ts'
import { type ListingRow, stockView } from '../catalogue/listing.ts'
import type { ListedProduct } from '../search/schemas.ts'

/** A product off the wire as a row of the listing table, with `hint` in place of its own. Pounds become pence again. */
export function parseListedRow(product: ListedProduct, hint = getRowHint(product)): ListingRow {
  const { stock: available, can_be_purchased: canBuy, primary_image: image } = product
  const price = toPence(product.customer_price.standard)
  return {
    id: product.id,
    url: product.value.url + toNumberQuery(product),
    title: product.title,
    code: product.code,
    hint,
    facts: factsOf(product.details),
    brand: product.brand,
    price,
    priceIncVat: price === null ? null : addVat(price, standardVat),
    stock: stockView({
      available,
      backOrder: canBuy && available <= 0,
      note: product.availability_note,
      // A product in stock that can't be bought is not for sale.
      forSale: canBuy || available <= 0,
    }),
    canBuy,
    image: image && { filename: image.filename, alt: image.alt },
  }
}

// Its own number and its own measures stand in the row already.
function getRowHint({ hint }: ListedProduct): ListedProduct['hint'] {
  return hint && /^(?:replaces |fits)/.test(hint.name) ? hint : null
}

// The product's page says that it replaces the number that was searched.
function toNumberQuery({ hint }: ListedProduct): string {
  return hint?.name.startsWith('replaces ') ? `?for=${encodeURIComponent(hint.value)}` : ''
}

function toPence(pounds: number | null): Pence | null {
  return pounds === null ? null : pence(Math.round(pounds * 100))
}
