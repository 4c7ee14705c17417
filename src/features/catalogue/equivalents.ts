import { type ListingRow, type ProductSummary, toPlainRow } from './listing.ts'

/** Why a product is the same part as another one (R-CATALOGUE-6), the strongest reason first. */
export const equivalenceReasons = ['direct', 'listed', 'via'] as const

/** A product of another brand that is the same part (equivalent-queries.server.ts). */
export interface EquivalentProduct extends ProductSummary {
  /** Position in `equivalenceReasons`. */
  rank: number
  /** The number that connects both: `direct` and `listed`: the part's own; `via`: the one that both replace. */
  maker: string
  number: string
}

/** A row of the listing table whose hint is the reason: 'replaces Filterhouse' 'FH-OIL-1'. */
export function toEquivalentRow(product: EquivalentProduct): ListingRow {
  const { rank, maker, number } = product
  return { ...toPlainRow(product), hint: { name: `${formatReason(rank)} ${maker}`, value: number } }
}

function formatReason(rank: number): string {
  switch (equivalenceReasons[rank]) {
    case 'direct':
      return 'replaces'
    case 'listed':
      return 'replaced by'
    default:
      return 'also replaces'
  }
}
