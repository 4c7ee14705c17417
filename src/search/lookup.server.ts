import type { Db } from '../platform/house.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import type { Kept } from './kept.ts'
import type { KeptIds } from './kept-ids.ts'
import { listedNumbers, listedWithKeys } from './kept-listing.server.ts'
import type { KeptListing } from './kept-listing.ts'
import { type NumberRow, productsHolding } from './number-data.server.ts'
import {
  countBeginning,
  hasNumber,
  isBeginning,
  keyAt,
  numbersFor,
  productsBeginning,
  rangeOf,
  rangeOfWhole,
} from './number-index.ts'
import { placesHolding, shortestPart } from './number-parts.ts'
import { isSameNumber, otherZeros } from './query.ts'
import type { Question } from './question.ts'

/** What was found by number. */
export interface Numbers {
  /** The first numbers, each with its product; empty when they were not asked for. */
  rows: NumberRow[]
  /** How many products. */
  total: number
  /** All of them: the very number's first, then what begins so, then what holds it. */
  ids: () => Promise<ArrayLike<number>>
  isExact: boolean
}

export const noNumbers: Numbers = { rows: [], total: 0, ids: async () => [], isExact: false }

const shortestWithin = 3
/** Fewer products than a page: then numbers that hold the key are looked for too. */
export const fewProducts = 10

/** Where an answer may come from. */
export interface Sources {
  db: Db
  index: CatalogueIndex
  /** Lists of ids that were dear to find in this index. */
  held: KeptIds
  /** How many products begin with a key. */
  counts: Kept<number>
  kept: KeptListing
}

/** `wantsRows`: the first numbers with their products are worth a question of their own. */
export async function lookUpNumbers(
  sources: Sources,
  question: Question,
  wantsRows: boolean,
): Promise<Numbers> {
  const { index, held, counts } = sources
  const { key, looksLikeCode } = question.query
  if (key === '') return noNumbers
  const zeros = otherZeros(key).filter(other => hasNumber(index.numbers, other))
  const isKnown = zeros.length > 0 || isBeginning(index.numbers, key)
  // Words are no number unless one begins so. What is written like a number may be newer than the index.
  if (!isKnown && !looksLikeCode) return noNumbers
  const highestId = index.docOf.length - 1
  const ids = () => held.getNow(key, () => productsBeginning(index.numbers, key, zeros, highestId))
  const count = () =>
    counts.get(key, () => {
      const ranges = [rangeOf(index.numbers, key), ...zeros.map(zero => rangeOfWhole(index.numbers, zero))]
      return countBeginning(index.numbers, ranges, highestId)
    })
  const begins = { ids, count }
  const isExact = zeros.length > 0 || hasNumber(index.numbers, key)
  const mayBeWithin = !isExact && looksLikeCode && key.length >= shortestWithin
  if (mayBeWithin && count() < fewProducts) return withinToo(sources, question, ids(), wantsRows)
  if (!wantsRows) return { rows: [], total: count(), ids: async () => ids(), isExact }
  return beginning(sources, question, zeros, begins)
}

async function beginning(
  { db, index, kept }: Sources,
  { query: { key }, products, size, codes, companyId }: Question,
  zeros: readonly string[],
  begins: { ids: () => ArrayLike<number>; count: () => number },
): Promise<Numbers> {
  const most = Math.max(products ? numbersFor(index.numbers, key, size) : 1, codes)
  const { rows, isWhole } = await listedNumbers(db, kept, { key, zeros, companyId, most })
  const isExact = rows[0] !== undefined && isSameNumber(rows[0].number, key)
  if (!isWhole) return { rows, total: begins.count(), ids: async () => begins.ids(), isExact }
  const ids = idsOf(rows)
  return { rows, total: ids.length, ids: async () => ids, isExact }
}

/** Numbers that begin with the key are few: those that hold it follow them. */
async function withinToo(
  { db, index, held, kept }: Sources,
  question: Question,
  begins: ArrayLike<number>,
  wantsRows: boolean,
): Promise<Numbers> {
  const { query, companyId } = question
  const { key } = query
  if (key.length < shortestPart) {
    const ids = await held.get(`${key} within`, () => productsHolding(db, key))
    return { rows: [], total: ids.length, ids: async () => ids, isExact: false }
  }
  // A part of many numbers is asked for again and again.
  const places = held.getNow(`${key} places`, () => placesInOrder(index, key))
  const known = held.getNow(`${key} within`, () => productsAt(index, begins, places))
  const rows = wantsRows
    ? await listedWithKeys(db, kept, { key, keys: firstKeys(index, question, places), companyId })
    : []
  const isExact = rows[0] !== undefined && isSameNumber(rows[0].number, key)
  // The very number may be newer than the index.
  const ids = isExact ? [...new Set([...idsOf(rows), ...Array.from(known)])] : known
  return { rows, total: ids.length, ids: async () => ids, isExact }
}

/** What begins with the key first, then what holds it. */
function placesInOrder({ numbers, parts }: CatalogueIndex, key: string): number[] {
  const { from, to } = rangeOf(numbers, key)
  const within = placesHolding(numbers, parts, key).filter(place => place < from || place >= to)
  return [...Array.from({ length: to - from }, (_, nth) => from + nth), ...within]
}

function productsAt(
  { numbers, docOf }: CatalogueIndex,
  begins: ArrayLike<number>,
  places: ArrayLike<number>,
): number[] {
  const ids = new Set(Array.from(begins))
  for (let nth = 0; nth < places.length; nth++) {
    const id = numbers.productIds[places[nth]!]!
    if (id < docOf.length) ids.add(id)
  }
  return [...ids]
}

/** As many keys, from the first on, as it takes to show what is asked for; the key itself in any case. */
function firstKeys(
  { numbers }: CatalogueIndex,
  { query: { key }, products, size, codes }: Question,
  places: ArrayLike<number>,
): string[] {
  const [keys, shown] = [new Set([key]), new Set<number>()]
  for (let nth = 0; nth < places.length; nth++) {
    const isEnough = keys.size > codes && (!products || shown.size >= size)
    if (isEnough) break
    keys.add(keyAt(numbers, places[nth]!))
    shown.add(numbers.productIds[places[nth]!]!)
  }
  return [...keys]
}

function idsOf(rows: readonly NumberRow[]): number[] {
  return [...new Set(rows.map(row => row.id))]
}
