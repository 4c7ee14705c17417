import { addPosting, type Bits, countBits, keepCommon, noBits } from './bits.ts'
import { type CatalogueIndex, tellsKinds } from './catalogue-index.ts'
import type { FacetGroup } from './facet-group.ts'
import { groupsOfLayouts } from './facet-groups.ts'
import { type LaidOut, layoutOf } from './facet-layout.ts'
import type { Filters } from './query.ts'
import { isWithin, readRange } from './ranges.ts'

/** One attribute's filter: the products that any of its options lets through. */
export interface ReadFilter {
  /** −1: no attribute of that id; nothing is let through. */
  attribute: number
  bits: Bits
}

export function readFilterBits(index: CatalogueIndex, filters: Filters): ReadFilter[] {
  const asked = [
    { id: 'type', values: filters.types },
    { id: 'brand', values: filters.brands },
    ...filters.attributes.map(({ id, values }) => ({ id: String(id), values })),
  ].filter(({ values }) => values.length > 0)
  return asked.map(({ id, values }) => {
    const attribute = index.attributeOf.get(id) ?? -1
    const bits = noBits(index.documents)
    if (attribute >= 0) addChosen(index, attribute, values, bits)
    return { attribute, bits }
  })
}

function addChosen(index: CatalogueIndex, attribute: number, values: readonly string[], bits: Bits): void {
  const words = new Set(values)
  const ranges = values.map(readRange).filter(range => range !== null)
  for (const option of index.attributes[attribute]!.options) {
    const { value, number, posting } = index.options[option]!
    if (words.has(value) || (number !== null && ranges.some(range => isWithin(number, range)))) {
      addPosting(bits, posting)
    }
  }
}

/**
 * How many products each option would leave, under the filters of all attributes but its own. `all`: of what was found,
 * what every filter leaves; `base`: what countAll() says of it without any. The answer is good until the next counting.
 */
export function countOptions(
  index: CatalogueIndex,
  found: Bits,
  all: Bits,
  filters: readonly ReadFilter[],
  base: Uint32Array,
): Uint32Array {
  if (filters.length === 0) return base
  const underOthers = countIn(index, all, index.counts.fill(0))
  for (const filter of filters) {
    if (filter.attribute < 0) continue
    const counts = filters.length === 1 ? base : countUnderOthers(index, found, filters, filter)
    for (const option of index.attributes[filter.attribute]!.options) underOthers[option] = counts[option]!
  }
  return underOthers
}

function countUnderOthers(
  index: CatalogueIndex,
  found: Bits,
  filters: readonly ReadFilter[],
  own: ReadFilter,
): Uint32Array {
  const others = found.slice()
  for (const other of filters) if (other !== own) keepCommon(others, other.bits)
  return countIn(index, others, new Uint32Array(index.options.length))
}

export function layOut(index: CatalogueIndex, found: Bits): LaidOut {
  const base = countAll(index, found)
  const layouts = index.attributes.filter(tellsKinds).map(attribute =>
    layoutOf(
      attribute,
      attribute.options.filter(option => base[option]! > 0),
      index.options,
      base,
    ),
  )
  return { base, layouts }
}

/** The groups to offer beside what was found; `all` of it is left by `chosen`, the filters' bits. */
export function groupsUnder(
  index: CatalogueIndex,
  { found, all }: { found: Bits; all: Bits },
  { base, layouts }: LaidOut,
  chosen: readonly ReadFilter[],
  filters: Filters,
): FacetGroup[] {
  const counts = countOptions(index, found, all, chosen, base)
  return groupsOfLayouts(layouts, index.options, counts, filters)
}

/** How many of what was found have each option. */
export function countAll(index: CatalogueIndex, found: Bits): Uint32Array {
  // The whole catalogue is counted for every visitor who begins to browse.
  if (countBits(found) < index.documents) return countIn(index, found, new Uint32Array(index.options.length))
  return Uint32Array.from(index.options, ({ posting }) => posting.count)
}

function countIn(
  { firstOption, optionsOfDocs }: CatalogueIndex,
  found: Bits,
  counts: Uint32Array,
): Uint32Array {
  for (let i = 0; i < found.length; i++) {
    for (let word = found[i]!; word !== 0; word &= word - 1) {
      const doc = (i << 5) + 31 - Math.clz32(word & -word)
      const end = firstOption[doc + 1]!
      for (let at = firstOption[doc]!; at < end; at++) counts[optionsOfDocs[at]!]!++
    }
  }
  return counts
}
