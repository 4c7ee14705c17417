import type { ListingRow } from '../catalogue/listing.ts'
import type { Place } from './catalogue-index.ts'
import type { FacetGroup } from './facet-group.ts'
import type { Filters, Sort } from './query.ts'

export interface Link {
  label: string
  url: string
  chosen: boolean
}

/** A part of ours that stands for the number that was typed, or has it as its own. */
export interface CodeMatch {
  code: string
  manufacturer: string
  title: string
  ownCode: string
  url: string
}

export interface SearchPageProps {
  query: string
  total: number
  page: number
  pages: number
  size: number
  rows: ListingRow[]
  codes: CodeMatch[]
  /** What was searched instead, when nothing held the words as they were typed. */
  corrected: string | null
  /** Numbers that nearly match: only ever offered. */
  suggestions: string[]
  /** Makes and models of machines whose name was typed. */
  machines: Place[]
  /** From these the page makes the addresses of its options: written out they would outweigh the page. */
  groups: FacetGroup[]
  filters: Filters
  sort: Sort
  /** The group whose options are all wanted. */
  open: string | null
  /** Whom to ask when nothing is found. */
  phone: string
}

/** 'Showing 11 to 20 of 24': which rows of the whole a page holds, counted from 1. */
export function shownRange({ page, size, total }: { page: number; size: number; total: number }): {
  from: number
  to: number
} {
  return { from: Math.min(total, (page - 1) * size + 1), to: Math.min(total, page * size) }
}

export function searchUrl(query: string): string {
  return `/search?query=${encodeURIComponent(query)}`
}
