import { formatPounds, pence } from '../../../lib/money.ts'
import { send } from '../../../ui/browser/send.ts'
import type { ListedCode, ListedProduct, search } from '../schemas.ts'

/** Suggestions of products by number or words. Throws like send(). */
export async function suggestProducts(
  query: string,
  signal: AbortSignal,
  { buyable }: { buyable: 0 | 1 },
): Promise<ProductSuggestion[]> {
  const { products, codes } = await send<typeof search>('GET /search', {
    query: { query, scope: 'products,codes', buyable, 'with-hint': 1, size: 8, page: 1 },
    signal,
  })
  return toSuggestions(products?.list ?? [], codes?.list ?? [])
}

export interface ProductSuggestion {
  id: number
  title: string
  code: string
  /** 'replaces Donaldson P551712'. */
  reason: string
  /** '£12.50', ex VAT. */
  price: string | null
  picture: string | null
}

const maxSuggestions = 8

/** Each product once; matched products come before products of matched numbers, because they have more details. */
function toSuggestions(products: readonly ListedProduct[], codes: readonly ListedCode[]) {
  return [...products.map(fromProduct), ...codes.map(fromCode)]
    .filter(({ id }, index, all) => all.findIndex(other => other.id === id) === index)
    .slice(0, maxSuggestions)
}

function fromProduct(product: ListedProduct): ProductSuggestion {
  const { id, title, code, hint, customer_price: price, primary_image: picture } = product
  return {
    id,
    title,
    code,
    reason: hint ? `${hint.name} ${hint.value}` : '',
    // The call has pounds.
    price: price.standard === null ? null : formatPounds(pence(Math.round(price.standard * 100))),
    picture: picture?.filename ?? null,
  }
}

function fromCode({ code, manufacturer, product }: ListedCode): ProductSuggestion {
  const why = code === product.code ? '' : `replaces ${manufacturer} ${code}`
  return { id: product.id, title: product.title, code: product.code, reason: why, price: null, picture: null }
}
