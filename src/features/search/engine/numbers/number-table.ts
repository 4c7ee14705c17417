import { listZeroSpellings } from '../../query/parse-query.ts'
import { createBits, hasBit, setBit, toBits } from '../bit-set.ts'
import { GrowableArray } from '../postings.ts'
import { compareText, runSteps } from '../sorting.ts'
import { listLookAlikes, listNearKeys } from '../spelling.ts'
import {
  createGrams,
  endsWith,
  findBeginning,
  findContaining,
  findExact,
  getKey,
  gramLength,
  type NumberEntry,
  type NumberRange,
  type NumberSegment,
  NumberSegmentBuilder,
} from './number-segment.ts'

/** The numbers that a text means, best first: the number itself, the same with other leading zeros, beginnings, parts. */
export interface NumberMatches {
  positions: Uint32Array
  /** How many of them, the first ones, equal the text apart from leading zeros. */
  exactCount: number
}

/** The documents of matched numbers, each once, with the position of its best number. */
export interface NumberedDocuments {
  documents: Uint32Array
  positions: Uint32Array
}

/** A page of products: when fewer numbers start with the text, numbers that contain it follow. */
const fewProducts = 10

/**
 * All part numbers. Those of products that changed since the build are in a small segment of their own, which is rebuilt
 * with each change: inserting into millions of sorted numbers would block requests.
 * A position below `main.count` is a number of `main`, any other one of `recent`.
 */
export class NumberTable {
  readonly #main: NumberSegment
  readonly #capacity: number
  #recent: NumberSegment = createSegment([])
  #recentEntries: NumberEntry[] = []

  constructor(main: NumberSegment, capacity: number) {
    this.#main = main
    this.#capacity = capacity
  }

  get count(): number {
    return this.#main.count + this.#recent.count
  }

  /** −1: the number was removed. */
  documentAt(position: number): number {
    const { count, documents } = this.#main
    return position < count ? documents[position]! : this.#recent.documents[position - count]!
  }

  referenceAt(position: number): number {
    const { count, referenceIds } = this.#main
    return position < count ? referenceIds[position]! : this.#recent.referenceIds[position - count]!
  }

  makerAt(position: number): number {
    const { count, makers } = this.#main
    return position < count ? makers[position]! : this.#recent.makers[position - count]!
  }

  keyAt(position: number): string {
    const { count } = this.#main
    return position < count ? getKey(this.#main, position) : getKey(this.#recent, position - count)
  }

  /** `isNumber`: the text looks like a number, so numbers that contain it are searched too. */
  match(key: string, isNumber: boolean): NumberMatches {
    const positions = this.#collectExact(key)
    const exactCount = positions.length
    this.#addRanges(positions, segment => {
      const { to } = findBeginning(segment, key)
      return { from: findExact(segment, key).to, to }
    })
    if (exactCount === 0 && isNumber && key.length >= gramLength && this.#hasFewDocuments(positions)) {
      this.#addContaining(positions, key)
    }
    return { positions: positions.toArray(), exactCount }
  }

  /** Places of the number itself; where there is none, of the same with other leading zeros. */
  matchExact(key: string): Uint32Array {
    for (const spelling of [key, ...listZeroSpellings(key)]) {
      const positions = this.#collect(segment => findExact(segment, spelling))
      if (positions.length > 0) return positions
    }
    return new Uint32Array(0)
  }

  /** Places of the numbers that begin so, in their order. */
  matchBeginning(key: string): Uint32Array {
    return this.#collect(segment => findBeginning(segment, key))
  }

  /** Places of the numbers with these three or more signs in a row: those that begin so first, then those that end so. */
  matchPart(key: string): Uint32Array {
    const beginning = this.matchBeginning(key)
    const containing = new GrowableArray()
    this.#addContaining(containing, key)
    const further = containing.toArray()
    const positions = new Uint32Array(beginning.length + further.length)
    positions.set(beginning)
    positions.set(
      further.filter(position => this.#isEnd(position, key)),
      beginning.length,
    )
    const middles = further.filter(position => !this.#isEnd(position, key))
    positions.set(middles, positions.length - middles.length)
    return positions
  }

  matchLookAlikes(key: string, limit: number): number[] {
    return this.#findFirst(listLookAlikes(key), limit)
  }

  /** One position for each number near the key: other leading zeros first, then one edit apart. */
  matchNear(key: string, limit: number): number[] {
    return this.#findFirst([...listZeroSpellings(key), ...listNearKeys(key).sort()], limit)
  }

  toDocuments(positions: Uint32Array): NumberedDocuments {
    const seen = createBits(this.#capacity)
    const [documents, best] = [new GrowableArray(), new GrowableArray()]
    for (let i = 0; i < positions.length; i++) {
      const document = this.documentAt(positions[i]!)
      if (hasBit(seen, document)) continue
      setBit(seen, document)
      documents.push(document)
      best.push(positions[i]!)
    }
    return { documents: documents.toArray(), positions: best.toArray() }
  }

  replace(documents: ReadonlySet<number>, entries: readonly NumberEntry[]): void {
    if (documents.size === 0 && entries.length === 0) return
    const { documents: all } = this.#main
    const isReplaced = toBits([...documents], this.#capacity)
    for (let position = 0; position < all.length; position++) {
      if (all[position]! >= 0 && hasBit(isReplaced, all[position]!)) all[position] = -1
    }
    const unchanged = this.#recentEntries.filter(({ document }) => !documents.has(document))
    this.#recentEntries = [...unchanged, ...entries].sort((a, b) => compareText(a.key, b.key))
    this.#recent = createSegment(this.#recentEntries)
  }

  listDocumentsByCode(): Uint32Array {
    const order = new GrowableArray()
    const { count, documents, referenceIds } = this.#main
    const recent = this.#recentEntries.filter(({ referenceId }) => referenceId === 0)
    let next = 0
    for (let position = 0; position < count; position++) {
      if (referenceIds[position] !== 0 || documents[position]! < 0) continue
      while (next < recent.length && recent[next]!.key < getKey(this.#main, position))
        order.push(recent[next++]!.document)
      order.push(documents[position]!)
    }
    for (const { document } of recent.slice(next)) order.push(document)
    return order.toArray()
  }

  #findFirst(keys: readonly string[], limit: number): number[] {
    const positions: number[] = []
    for (const key of keys) {
      const [position] = this.#collect(segment => findExact(segment, key))
      if (position !== undefined) positions.push(position)
      if (positions.length === limit) break
    }
    return positions
  }

  #collectExact(key: string): GrowableArray {
    const positions = new GrowableArray()
    for (const spelling of [key, ...listZeroSpellings(key)]) {
      this.#addRanges(positions, segment => findExact(segment, spelling))
    }
    return positions
  }

  #isEnd(position: number, key: string): boolean {
    const { count } = this.#main
    return position < count
      ? endsWith(this.#main, position, key)
      : endsWith(this.#recent, position - count, key)
  }

  #collect(find: (segment: NumberSegment) => NumberRange): Uint32Array {
    const positions = new GrowableArray()
    this.#addRanges(positions, find)
    return positions.toArray()
  }

  #addRanges(positions: GrowableArray, find: (segment: NumberSegment) => NumberRange): void {
    for (const [segment, offset] of this.#segments()) {
      const { from, to } = find(segment)
      for (let at = from; at < to; at++) if (segment.documents[at]! >= 0) positions.push(offset + at)
    }
  }

  #addContaining(positions: GrowableArray, part: string): void {
    for (const [segment, offset] of this.#segments()) {
      const { from, to } = findBeginning(segment, part)
      for (const at of findContaining(segment, segment.grams, part)) {
        if ((at < from || at >= to) && segment.documents[at]! >= 0) positions.push(offset + at)
      }
    }
  }

  #segments(): [NumberSegment, number][] {
    return [
      [this.#main, 0],
      [this.#recent, this.#main.count],
    ]
  }

  #hasFewDocuments(positions: GrowableArray): boolean {
    const documents = new Set<number>()
    for (let i = 0; i < positions.length && documents.size < fewProducts; i++) {
      documents.add(this.documentAt(positions.at(i)))
    }
    return documents.size < fewProducts
  }
}

function createSegment(sorted: readonly NumberEntry[]): NumberSegment {
  const builder = new NumberSegmentBuilder()
  for (const entry of sorted) builder.add(entry)
  const arrays = builder.build()
  return { ...arrays, grams: runSteps(createGrams(arrays)) }
}
