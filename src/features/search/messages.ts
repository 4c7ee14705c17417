import type { Sort } from './query/parse-query.ts'

export const searchWords = {
  nothing: 'No Products found',
} as const

export const sortWords: Record<Sort, string> = {
  relevance: 'Best match',
  'price-up': 'Price, lowest first',
  'price-down': 'Price, highest first',
  code: 'Part number',
}
