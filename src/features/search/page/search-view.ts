import type { ListingRow } from '../../catalogue/listing.ts'
import type { MachineLink } from '../engine/machine-names.ts'
import type { FacetGroup } from '../facets/facet-group.ts'
import type { Filters } from '../query/filters.ts'
import type { Sort } from '../query/parse-query.ts'

export interface Link {
  label: string
  url: string
  chosen: boolean
}

/** A product that replaces the number that was typed, or has it as its own. `code`: its own number. */
export interface NumberMatch {
  number: string
  maker: string
  title: string
  code: string
  url: string
}

export interface SearchPageProps {
  query: string
  total: number
  page: number
  pages: number
  size: number
  rows: ListingRow[]
  /** The products that have the number that was typed, where they are several. */
  numbers: NumberMatch[]
  /** What was searched instead, when the words matched nothing as they were typed. */
  corrected: string | null
  /** Numbers that nearly match: only ever offered. */
  suggestions: string[]
  /** Makes and models of machines whose name was typed. */
  machines: MachineLink[]
  /** The page makes the links of the options itself: written out they would be larger than the page. */
  groups: FacetGroup[]
  filters: Filters
  sort: Sort
  /** The group whose options are all listed. */
  open: string | null
  /** The number to call when nothing matches. */
  phone: string
}

/** 'Showing 11 to 20 of 24': the rows on a page, counted from 1. */
export function getPageRange({ page, size, total }: { page: number; size: number; total: number }): {
  from: number
  to: number
} {
  return { from: Math.min(total, (page - 1) * size + 1), to: Math.min(total, page * size) }
}

export function searchUrl(query: string): string {
  return `/search?query=${encodeURIComponent(query)}`
}
