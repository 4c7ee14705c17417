/** The most characters of a query that are searched (R-SEARCH-9). */
export const maxQueryLength = 100

export const isQueryTooLong = (text: string): boolean => [...text.trim()].length > maxQueryLength

export function cutQuery(text: string): string {
  return [...text].slice(0, maxQueryLength).join('').trim()
}
