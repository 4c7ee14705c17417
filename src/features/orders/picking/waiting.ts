import type { MissingPieces } from '../despatch/together.ts'

/** The orders that wait for the rest of their goods, as staff sort and filter them (R-PICK-7). */
export const waitingSorts = ['age', 'customer', 'missing', 'here'] as const
export type WaitingSort = (typeof waitingSorts)[number]

export interface WaitingFilter {
  /** A part of the customer or of the order number, or the number of a missing part; '' for all. */
  query: string
  sort: WaitingSort
  direction: 'up' | 'down'
}

/** An order that waits for a part of its goods. */
export interface WaitingOrder {
  reference: string
  customer: string
  placedAt: Date
  /** Of the first lines that miss pieces; `missingCount`: of all of them. */
  missing: MissingPieces[]
  missingCount: number
  /** Pieces that are there for it. */
  pieceCount: number
  /** ISO date on which the last of the missing goods is expected by their lead times; null: not known. */
  expected: string | null
}
