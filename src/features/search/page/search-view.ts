import type { ServerPart } from '../../../ui/page.ts'
import type { ListingGroup, ListingRow, ServedRow } from '../../catalogue/listing.ts'
import type { CatalogueExamples } from '../../catalogue/messages.ts'
import type { SearchResult } from '../engine/search-engine.ts'
import type { FacetGroup } from '../facets/facet-groups.ts'
import { sortLabels } from '../messages.ts'
import {
  type Filters,
  getFilterValues,
  listFilters,
  type Results,
  toResultsUrl,
  toSearchUrl,
} from '../query/filters.ts'
import { sorts } from '../query/parse-query.ts'
import type { PlateLink } from '../schemas.ts'
import type { FilterChip } from './FilterChips.tsx'

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

export interface PlateLinks {
  links: PlateLink[]
  /** The finder with the number filled in; null when machines of several makes, or none, may have it. */
  finderUrl: string | null
}

export interface SearchPageProps
  extends Results,
    Pick<SearchResult, 'total' | 'corrected' | 'machines' | 'understood'> {
  /** 'Donaldson air filters'; null: the query is quoted. */
  name: string | null
  page: number
  pages: number
  size: number
  rows: (ListingRow | ServedRow)[]
  /** The products of the typed number, when there are several; of several numbers the first of each. */
  numbers: NumberMatch[]
  /** Near numbers, offered as 'did you mean'. */
  suggestions: string[]
  /** Where the filters sit on the machine that was named; empty without one. */
  positions: RowPosition[]
  /** The query was longer than what is searched. */
  isCut: boolean
  /** The whole text with its lines, for the order pad, when it lists several numbers. */
  listText: string | null
  plates: PlateLink[]
  /** The chosen filters. */
  chips: FilterChip[]
  hasFacets: boolean
  facets: ServerPart
  /** For the hints of an empty result; null: the catalogue is empty, or there are results. */
  examples: CatalogueExamples | null
}

/** A position on a machine, and how many of the next rows have it. */
export interface RowPosition {
  heading: string
  count: number
}

/** 'Showing 11 to 20 of 24': the rows on a page, counted from 1. */
export function getPageRange({ page, size, total }: { page: number; size: number; total: number }): {
  from: number
  to: number
} {
  return { from: Math.min(total, (page - 1) * size + 1), to: Math.min(total, page * size) }
}

/** From the position of each row. One that comes again has a heading of its own. */
export function countPositions(positions: readonly string[]): RowPosition[] {
  const counted: RowPosition[] = []
  for (const heading of positions) {
    const last = counted.at(-1)
    if (last?.heading === heading) last.count++
    else counted.push({ heading, count: 1 })
  }
  return counted
}

export function groupByPosition<Row>(
  rows: readonly Row[],
  positions: readonly RowPosition[],
): ListingGroup<Row>[] {
  let start = 0
  return positions.map(({ heading, count }) => {
    start += count
    return { heading, rows: rows.slice(start - count, start), equivalents: [] }
  })
}

// A page repeats them in up to 80 links and stays below 200 KB.
const maxRepeatedLength = 600

/** The URL of another query with the same filters and order; without them when they are too long to be repeated. */
export function toQueryUrl(results: Results, query: string): string {
  const [url, plainUrl] = [toResultsUrl({ ...results, query }), toSearchUrl(query)]
  return url.length - plainUrl.length > maxRepeatedLength ? plainUrl : url
}

// Attributes that fewer than a twentieth of the results have are hidden.
const minShare = 0.05
const maxGroups = 14

/** The groups of a page: those that many results have, and those with a chosen option. */
export function pickGroups(groups: readonly FacetGroup[], filters: Filters): FacetGroup[] {
  const products = countProducts(groups[0])
  const isChosen = ({ id }: FacetGroup) => getFilterValues(filters, id).length > 0
  const useful = groups
    .filter((group, position) => position < 2 || countProducts(group) >= minShare * products)
    .slice(0, maxGroups)
  return groups.filter(group => isChosen(group) || useful.includes(group))
}

function countProducts(group: FacetGroup | undefined): number {
  return group?.options.reduce((sum, { count }) => sum + count, 0) ?? 0
}

/** A group's options on a page: the first ones, and the rest collapsed or behind a link. */
export interface VisibleOptions {
  first: FacetGroup['options']
  folded: FacetGroup['options']
  hidden: number
}

// Each option has a URL with all chosen filters. A page stays below 200 KB.
const maxBytes = 45_000
const optionBytes = 260
// The others are collapsed: a longer list would push the next group out of sight.
const unfoldedOptions = 8

/** `open`: the group whose options are all listed. In the order of `groups`. */
export function listVisibleOptions(
  groups: readonly FacetGroup[],
  results: Results,
  open: string | null,
): VisibleOptions[] {
  const limit = Math.floor(maxBytes / (toResultsUrl(results).length + optionBytes))
  const openOptions = Math.min(limit, groups.find(({ id }) => id === open)?.options.length ?? 0)
  const otherGroups = groups.filter(({ id }) => id !== open)
  const isEnoughForAll = otherGroups.reduce((sum, { options }) => sum + options.length, openOptions) <= limit
  // Each group also has a link to its other options.
  const optionsPerGroup = Math.floor((limit - openOptions - groups.length) / Math.max(1, otherGroups.length))
  const maxFirst = Math.max(1, Math.min(unfoldedOptions, optionsPerGroup))
  return groups.map(({ id, options }, nth) => {
    if (!isEnoughForAll && id !== open && nth >= limit / 2) return { first: [], folded: [], hidden: 0 }
    if (isEnoughForAll || id === open) {
      const all = isEnoughForAll ? options : options.slice(0, openOptions)
      return { first: all.slice(0, unfoldedOptions), folded: all.slice(unfoldedOptions), hidden: 0 }
    }
    const chosen = options
      .slice(maxFirst)
      .filter(({ value }) => getFilterValues(results.filters, id).includes(value))
    const first = [...options.slice(0, maxFirst), ...chosen.slice(0, maxFirst)]
    return { first, folded: [], hidden: options.length - first.length }
  })
}

export function toSwitchUrl(results: Results, id: string, value: string): string {
  return toResultsUrl({ ...results, filters: toggleFacetOption(results.filters, id, value) })
}

const maxChipBytes = 15_000

/** A chip for each chosen option, with the URL that removes it; only the first of very many. */
export function listChips(groups: readonly FacetGroup[], results: Results): FilterChip[] {
  const { filters } = results
  const ids = ['type', 'brand', ...filters.attributes.map(({ id }) => String(id))]
  const limit = Math.max(1, Math.floor(maxChipBytes / toResultsUrl(results).length))
  const chips = ids.flatMap(id => {
    const group = groups.find(one => one.id === id)
    return getFilterValues(filters, id).map(value => {
      const label = group?.options.find(option => option.value === value)?.label ?? value
      const isPlain = id === 'type' || id === 'brand' || !group
      return {
        label: isPlain ? label : `${group.name}: ${label}`,
        removeUrl: toSwitchUrl(results, id, value),
      }
    })
  })
  return chips.slice(0, limit)
}

export function listSortLinks(results: Results): SortLink[] {
  return sorts.map(sort => ({
    label: sortLabels[sort],
    url: toResultsUrl({ ...results, sort }),
    chosen: sort === results.sort,
  }))
}

export function toggleFacetOption(filters: Filters, id: string, value: string): Filters {
  const chosen = getFilterValues(filters, id)
  const values = chosen.includes(value) ? chosen.filter(other => other !== value) : [...chosen, value]
  if (id === 'type') return { ...filters, types: values }
  if (id === 'brand') return { ...filters, brands: values }
  const otherFilters = filters.attributes.filter(filter => String(filter.id) !== id)
  return {
    ...filters,
    attributes: values.length > 0 ? [...otherFilters, { id: Number(id), values }] : otherFilters,
  }
}

/** A question as it was typed, with what the search made of it. */
export interface AnsweredQuestion {
  text: string
  total: number
  /** What was searched instead; null without a correction. */
  corrected: string | null
  /** Words that were left out because nothing has all of them. */
  dropped?: readonly string[]
}

/** Whether a search form was sent. Links have further parameters: their question was counted before. */
export function isSubmittedUrl(url: string): boolean {
  return /^[^?]*\?query=[^&]*$/.test(url)
}

/** Whether a call asks for a whole question, unfiltered. Suggestions while typing ask for numbers or machines too. */
export function isFirstAnswer(
  scope: ReadonlySet<string>,
  { page, filters }: { page: number; filters: Filters },
): boolean {
  return scope.size === 1 && scope.has('products') && page === 1 && listFilters(filters).length === 0
}
