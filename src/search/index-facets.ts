import { addPosting, type Bits, countBits, keepCommon, noBits } from './bits.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
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

/** How many products each option would leave. */
export interface OptionCounts {
  /** Of what the question alone finds: an option that is 0 here is no option. */
  base: Uint32Array
  /** Under the filters of the other attributes. */
  underOthers: Uint32Array
}

/**
 * Counts every option over what the question found, each under the filters of all attributes but its own. `base`: what
 * countAll() says, where it is known already.
 */
export function countOptions(
  index: CatalogueIndex,
  found: Bits,
  filters: readonly ReadFilter[],
  base = countAll(index, found),
): OptionCounts {
  if (filters.length === 0) return { base, underOthers: base }
  const all = found.slice()
  for (const { bits } of filters) keepCommon(all, bits)
  const underOthers = countIn(index, all)
  for (const filter of filters) {
    if (filter.attribute < 0) continue
    const isAlone = filters.length === 1
    const others = isAlone ? found : found.slice()
    for (const other of filters) if (other !== filter) keepCommon(others, other.bits)
    const counts = isAlone ? base : countIn(index, others)
    for (const option of index.attributes[filter.attribute]!.options) underOthers[option] = counts[option]!
  }
  return { base, underOthers }
}

/** How many of what was found have each option. */
export function countAll(index: CatalogueIndex, found: Bits): Uint32Array {
  // The whole catalogue is counted for every visitor who begins to browse.
  if (countBits(found) < index.documents) return countIn(index, found)
  return Uint32Array.from(index.options, ({ posting }) => posting.count)
}

function countIn({ options, firstOption, optionsOfDocs }: CatalogueIndex, found: Bits): Uint32Array {
  const counts = new Uint32Array(options.length)
  for (let i = 0; i < found.length; i++) {
    for (let word = found[i]!; word !== 0; word &= word - 1) {
      const doc = (i << 5) + 31 - Math.clz32(word & -word)
      const end = firstOption[doc + 1]!
      for (let at = firstOption[doc]!; at < end; at++) counts[optionsOfDocs[at]!]!++
    }
  }
  return counts
}
