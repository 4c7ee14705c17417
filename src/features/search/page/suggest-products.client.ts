import { send } from '../../../ui/browser/send.ts'
import type { search } from '../schemas.ts'
import { type ProductSuggestion, toSuggestions } from './product-suggestion.ts'

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
