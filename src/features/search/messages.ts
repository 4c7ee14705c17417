import type { Sort } from './query/parse-query.ts'

export const searchMessages = {
  nothing: 'No Products found',
  moreGroups: 'More measures and features',
} as const

export const sortLabels: Record<Sort, string> = {
  relevance: 'Best match',
  'price-up': 'Price, lowest first',
  'price-down': 'Price, highest first',
  code: 'Part number',
}
