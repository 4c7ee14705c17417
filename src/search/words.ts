/** What a search says when it has nothing to show (specification §5, §8). */
export const searchWords = {
  nothing: 'No Products found',
} as const
