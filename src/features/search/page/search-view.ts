import type { CatalogueExamples } from '../../catalogue/examples.ts'
import type { ListingGroup, ListingRow } from '../../catalogue/listing.ts'
import type { MachineLinks } from '../engine/machines/machine-links.ts'
import type { FacetGroup } from '../facets/facet-groups.ts'
import type { Filters } from '../query/filters.ts'
import type { Sort } from '../query/parse-query.ts'
import type { Understood } from '../query/understood.ts'

export interface SortLink {
  label: string
  url: string
  chosen: boolean
}

/** A product that has the typed number as its own (`code`) or replaces it. */
export interface NumberMatch {
  number: string
  maker: string
  title: string
  code: string
  url: string
  /** How many products have the number, when only the first is listed; else 1. */
  products: number
}

/** A machine whose serial or mach number was typed, as a link to the finder with it filled in. */
export interface PlateLink {
  label: string
  note: string | null
  url: string
}

export interface PlateLinks {
  links: PlateLink[]
  /** The finder with the number filled in; null when machines of several makes, or none, may have it. */
  finderUrl: string | null
}

export interface SearchPageProps {
  query: string
  /** 'Donaldson air filters'; null: the query is quoted. */
  name: string | null
  total: number
  page: number
  pages: number
  size: number
  rows: ListingRow[]
  /** The products of the typed number, when there are several; of several numbers the first of each. */
  numbers: NumberMatch[]
  /** The corrected query that was searched because the typed one matched nothing. */
  corrected: string | null
  /** Near numbers, offered as 'did you mean'. */
  suggestions: string[]
  /** The machines that the query names. */
  machines: MachineLinks
  understood: Understood
  /** Where each row's filter sits on the machine that was named; empty without one. */
  positions: string[]
  /** The query was longer than what is searched. */
  isCut: boolean
  /** The whole text with its lines, for the order pad, when it lists several numbers. */
  listText: string | null
  /** Machines whose serial number, mach number or PIN may have been typed. */
  plates: PlateLink[]
  /** Without the options' URLs, which would be larger than the rest of the props: the page creates them. */
  groups: FacetGroup[]
  filters: Filters
  sort: Sort
  /** The id of the group whose options are all listed. */
  open: string | null
  /** For the hints of an empty result; null: the catalogue is empty, or there are results. */
  examples: CatalogueExamples | null
}

/** 'Showing 11 to 20 of 24': the rows on a page, counted from 1. */
export function getPageRange({ page, size, total }: { page: number; size: number; total: number }): {
  from: number
  to: number
} {
  return { from: Math.min(total, (page - 1) * size + 1), to: Math.min(total, page * size) }
}

export function toSearchUrl(query: string): string {
  return `/search?query=${encodeURIComponent(query)}`
}

/** The rows under the position of each on the machine; a position that comes again has a group of its own. */
export function groupByPosition(rows: readonly ListingRow[], positions: readonly string[]): ListingGroup[] {
  const groups: ListingGroup[] = []
  for (const [at, row] of rows.entries()) {
    const heading = positions[at]!
    const last = groups.at(-1)
    if (last?.heading === heading) last.rows.push(row)
    else groups.push({ heading, rows: [row], equivalents: [] })
  }
  return groups
}
