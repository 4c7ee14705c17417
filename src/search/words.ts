import type { Sort } from './query.ts'

/** What a search says when it has nothing to show (specification §5, §8). */
export const searchWords = {
  nothing: 'No Products found',
} as const

export const sortWords: Record<Sort, string> = {
  relevance: 'Best match',
  'price-up': 'Price, lowest first',
  'price-down': 'Price, highest first',
  code: 'Part number',
}
