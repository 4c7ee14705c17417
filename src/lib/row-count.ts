/** How many rows a page of a list may have (R-SEARCH-16); the first is the default. */
export const rowCounts = [25, 50, 100] as const

export type RowCount = (typeof rowCounts)[number]

/** The row count of a cookie's value; the default for any other text. */
export function parseRowCount(text: string | undefined, usual: RowCount = rowCounts[0]): RowCount {
  return rowCounts.find(count => String(count) === text) ?? usual
}
