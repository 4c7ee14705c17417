import type { Sort } from './query/parse-query.ts'

export const searchMessages = {
  nothing: 'No Products found',
  cut: 'That is long: we searched for the first 100 characters only.',
  tooLong: 'Enter up to 100 characters.',
  moreGroups: 'More measures and features',
} as const

export const sortLabels: Record<Sort, string> = {
  relevance: 'Best match',
  'price-up': 'Price, lowest first',
  'price-down': 'Price, highest first',
  code: 'Part number',
}
