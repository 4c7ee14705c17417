import { type Dimension, type MeasuredSize, toThreadKey } from '../query/measures.ts'
import {
  type BitSet,
  clearBit,
  createBits,
  hasBit,
  intersectBits,
  listBits,
  uniteBits,
  unitePosting,
} from './bit-set.ts'
import type { CatalogueIndex, IndexedAttribute, IndexedOption } from './catalogue-index.ts'
import { findPlace } from './sorting.ts'

const toleranceMm = 1
const roundingMm = 1e-9
// An attribute with more values holds names, not threads.
const maxThreads = 5000

/** Which attributes of a catalogue are which dimension, by name. */
const dimensionNames: Record<Dimension, RegExp> = {
  outer: /^(?:outer|outside) diameter|^diameter/i,
  inner: /^(?:inner|inside) diameter/i,
  height: /^(?:overall )?(?:height|length)/i,
  length: /^(?:overall )?(?:length|height)/i,
  width: /^width/i,
}

/** By measure, an attribute in millimetres, the products that have a size; null: none. */
type ProductsByMeasure = (BitSet | null)[]

/** Each size within a millimetre or its range and by another dimension: the named one, or any. One size may be any measure. */
export function matchSizes(index: CatalogueIndex, sizes: readonly MeasuredSize[]): BitSet {
  const measures = listMeasures(index, sizes.length > 1)
  const lists: ProductsByMeasure[] = []
  for (const [at, size] of sizes.entries()) {
    const equal = sizes.findIndex(
      ({ mm, toMm, dimension }) => mm === size.mm && toMm === size.toMm && dimension === size.dimension,
    )
    lists.push(equal < at ? lists[equal]! : measureSize(index, measures, size))
  }
  const [first, ...more] = lists.map(byMeasure => uniteMeasures(index, byMeasure))
  for (const products of more) intersectBits(first!, products)
  if (more.length > 0) {
    for (const document of listBits(first!)) {
      if (!hasAll(lists, document, [])) clearBit(first!, document)
    }
  }
  return first ?? createBits(index.capacity)
}

/** Several sizes are those of the product as a whole: ⌀, height, length and width. */
function listMeasures({ attributes }: CatalogueIndex, areSeveral: boolean): IndexedAttribute[] {
  const names = Object.values(dimensionNames)
  return attributes.filter(
    ({ unit, isNumeric, name }) =>
      unit === 'mm' && isNumeric && (!areSeveral || names.some(shape => shape.test(name))),
  )
}

function measureSize(
  { options: all, capacity }: CatalogueIndex,
  measures: readonly IndexedAttribute[],
  { dimension, ...size }: MeasuredSize,
): ProductsByMeasure {
  return measures.map(({ name, options }) => {
    if (dimension !== null && !dimensionNames[dimension].test(name)) return null
    const postings = listOptionsOf(all, options, size).map(option => all[option]!.posting)
    if (postings.every(({ count }) => count === 0)) return null
    const bits = createBits(capacity)
    for (const posting of postings) unitePosting(bits, posting)
    return bits
  })
}

function uniteMeasures({ capacity }: CatalogueIndex, byMeasure: ProductsByMeasure): BitSet {
  const products = createBits(capacity)
  for (const bits of byMeasure) if (bits) uniteBits(products, bits)
  return products
}

/** Whether the product has the sizes, the first ones by the used measures, each other one by another measure. */
function hasAll(sizes: readonly ProductsByMeasure[], document: number, used: number[]): boolean {
  const byMeasure = sizes[used.length]
  if (!byMeasure) return true
  for (const [measure, bits] of byMeasure.entries()) {
    if (!bits || used.includes(measure) || !hasBit(bits, document)) continue
    used.push(measure)
    if (hasAll(sizes, document, used)) return true
    used.pop()
  }
  return false
}

export function matchMicron(index: CatalogueIndex, micron: number): BitSet {
  const bits = createBits(index.capacity)
  for (const { unit, isNumeric, options } of index.attributes) {
    if (unit !== 'µm' || !isNumeric) continue
    for (const option of options) {
      const { number, posting } = index.options[option]!
      if (Math.abs(number! - micron) <= roundingMm) unitePosting(bits, posting)
    }
  }
  return bits
}

/** The options within a range, or within the tolerance of one size. `options`: of a numeric attribute, ascending. */
function listOptionsOf(
  all: readonly IndexedOption[],
  options: readonly number[],
  { mm, toMm }: Pick<MeasuredSize, 'mm' | 'toMm'>,
): readonly number[] {
  const tolerance = (toMm === undefined ? toleranceMm : 0) + roundingMm
  const numberAt = (place: number): number => all[options[place]!]!.number!
  const first = findPlace(options.length, place => numberAt(place) >= mm - tolerance)
  const end = findPlace(options.length, place => numberAt(place) > (toMm ?? mm) + tolerance)
  return options.slice(first, end)
}

/** Products whose thread begins with this key. */
export function matchThread(index: CatalogueIndex, thread: string): BitSet {
  const bits = createBits(index.capacity)
  for (const { isNumeric, options } of index.attributes.slice(2)) {
    if (isNumeric || options.length > maxThreads) continue
    for (const option of options) {
      const { value, posting } = index.options[option]!
      if (toThreadKey(value).startsWith(thread)) unitePosting(bits, posting)
    }
  }
  return bits
}
