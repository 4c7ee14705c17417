import type { ListingRow } from '../catalogue/listing.ts'

export interface FacetOption {
  value: string
  label: string
  /** How many products it would leave under the other filters. */
  count: number
  chosen: boolean
  /** The same results with this option switched. */
  url: string
}

export interface Facet {
  id: string
  name: string
  options: FacetOption[]
  /** Shown folded until it is opened. */
  collapsed: boolean
  /** A measure in millimetres: any size may be asked for, with a tolerance. */
  takesSize: boolean
}

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
  facets: Facet[]
  /** The filters as the address carries them, for forms. */
  filtersJson: string
  sort: string
  sorts: Link[]
  chips: { label: string; removeUrl: string }[]
  clearUrl: string | null
  /** This search with its filters; '&page=N' is put behind it. */
  pageUrl: string
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
