import {
  createFacetGroups,
  createFacetLayout,
  type FacetGroup,
  type FacetLayouts,
  isWithin,
  parseRange,
} from '../facets/facet-groups.ts'
import { type Filters, listFilters } from '../query/filters.ts'
import { type BitSet, createBits, intersectBits, unitePosting } from './bit-set.ts'
import type { CatalogueIndex } from './catalogue-index.ts'

/** One attribute's filter: the products that have any of its chosen options. */
export interface FilterBits {
  /** −1: there is no attribute of that id; no product passes. */
  attribute: number
  bits: BitSet
}

export function collectFilterBits(index: CatalogueIndex, filters: Filters): FilterBits[] {
  return listFilters(filters).map(({ id, values }) => {
    const attribute = index.attributeOf.get(id) ?? -1
    const bits = createBits(index.capacity)
    if (attribute >= 0) addChosen(index, attribute, values, bits)
    return { attribute, bits }
  })
}

function addChosen(index: CatalogueIndex, attribute: number, values: readonly string[], bits: BitSet): void {
  const words = new Set(values)
  const ranges = values.map(parseRange).filter(range => range !== null)
  for (const option of index.attributes[attribute]!.options) {
    const { value, number, posting } = index.options[option]!
    if (words.has(value) || (number !== null && ranges.some(range => isWithin(number, range)))) {
      unitePosting(bits, posting)
    }
  }
}

/** The layout of these products' options, which does not depend on the chosen filters. */
export function createFacetLayouts(index: CatalogueIndex, matches: BitSet): FacetLayouts {
  const counts = countOptions(index, matches)
  const layouts = index.attributes
    .filter(({ isFacet }) => isFacet)
    .map(attribute =>
      createFacetLayout(
        attribute,
        attribute.options.filter(option => counts[option]! > 0),
        index.options,
        counts,
      ),
    )
  return { counts, layouts }
}

/** The facets to show. `matches`: without filters; `remaining`: under all filters. */
export function listFacets(
  index: CatalogueIndex,
  { matches, remaining }: { matches: BitSet; remaining: BitSet },
  { counts, layouts }: FacetLayouts,
  chosen: readonly FilterBits[],
  filters: Filters,
): FacetGroup[] {
  const underOthers = countUnderFilters(index, matches, remaining, chosen, counts)
  return createFacetGroups(layouts, index.options, underOthers, filters)
}

/** The products of each option under the filters of all other attributes (R-SEARCH-3). `counts`: without filters. */
export function countUnderFilters(
  index: CatalogueIndex,
  matches: BitSet,
  remaining: BitSet,
  filters: readonly FilterBits[],
  counts: Uint32Array,
): Uint32Array {
  if (filters.length === 0) return counts
  const underOthers = countOptions(index, remaining)
  for (const filter of filters) {
    if (filter.attribute < 0) continue
    const countsOfFilter = filters.length === 1 ? counts : countUnderOthers(index, matches, filters, filter)
    for (const option of index.attributes[filter.attribute]!.options)
      underOthers[option] = countsOfFilter[option]!
  }
  return underOthers
}

function countUnderOthers(
  index: CatalogueIndex,
  matches: BitSet,
  filters: readonly FilterBits[],
  excluded: FilterBits,
): Uint32Array {
  const matchesOfOthers = matches.slice()
  for (const filter of filters) if (filter !== excluded) intersectBits(matchesOfOthers, filter.bits)
  return countOptions(index, matchesOfOthers)
}

export function countOptions(
  { options, optionStarts, optionEnds, documentOptions }: CatalogueIndex,
  documents: BitSet,
): Uint32Array {
  const counts = new Uint32Array(options.length)
  for (let i = 0; i < documents.length; i++) {
    for (let word = documents[i]!; word !== 0; word &= word - 1) {
      const document = (i << 5) + 31 - Math.clz32(word & -word)
      const end = optionEnds[document]!
      for (let at = optionStarts[document]!; at < end; at++) counts[documentOptions[at]!]!++
    }
  }
  return counts
}
