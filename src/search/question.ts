import type { FacetGroup } from './facet-group.ts'
import type { Found, Hint } from './listed.ts'
import type { Filters, ReadQuery, Sort } from './query.ts'

export interface Question {
  query: ReadQuery
  filters: Filters
  /** Only what can be bought. */
  buyable: boolean
  sort: Sort
  size: number
  /** From 1. */
  page: number
  /** Whose prices; null: the list's. */
  companyId: number | null
  /** Whether products are wanted; numbers alone are quicker. */
  products: boolean
  /** How many numbers to tell; 0: none. */
  codes: number
  facets: boolean
}

/** A number with the product that has it or replaces it. */
export interface FoundNumber {
  code: string
  manufacturer: string
  productId: number
  title: string
  ownCode: string
  path: string
}

export interface Answer {
  /** Exact; 0 when products were not wanted. */
  total: number
  list: (Found & { why?: Hint | null })[]
  codes: FoundNumber[]
  /** Numbers one sign away, when nothing was found: only ever offered. */
  suggestions: string[]
  /** The words that were searched instead. */
  corrected: string | null
  facets: FacetGroup[] | null
}

export type Find = (question: Question) => Promise<Answer>
