/** The most characters of a query that are searched (R-SEARCH-9). */
export const maxQueryLength = 100

/** Whether a query is longer than what is searched. */
export const isQueryTooLong = (text: string): boolean => [...text.trim()].length > maxQueryLength

/** Cuts a query to the length that is searched. */
export function cutQuery(text: string): string {
  return [...text].slice(0, maxQueryLength).join('').trim()
}
