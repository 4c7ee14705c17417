import { z } from 'zod'
import { countPages, getPageLines, parsePageNumber } from '../basket.ts'

/** Which lines of a large order a page shows, and the links to the others (R-BASKET-14). */
export interface LinePaging {
  page: number
  pages: number
  /** Of the order's page. */
  url: string
}

/** The query of a page that shows an order's lines. */
export const linePageQuery = z.object({ page: z.string().max(10).optional().catch(undefined) })

/** An order's view with the lines of one page only. */
export function pickLinePage<View extends { lines: readonly unknown[] }>(
  view: View,
  page: string | undefined,
  url: string,
): View & { paging: LinePaging } {
  const { lines } = view
  const number = parsePageNumber(page, lines.length)
  return {
    ...view,
    lines: getPageLines(lines, number),
    paging: { page: number, pages: countPages(lines.length), url: `${url}?` },
  }
}

/** The page with the first of some lines, as the query has it; undefined: none of them is there. */
export function findPageOfLines(
  lines: readonly { position?: number }[],
  some: readonly { position: number }[],
): string | undefined {
  const positions = new Set(some.map(({ position }) => position))
  const index = lines.findIndex(({ position }) => position !== undefined && positions.has(position))
  return index < 0 ? undefined : String(countPages(index + 1))
}
