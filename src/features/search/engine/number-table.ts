import { otherZeroSpellings } from '../query/parse-query.ts'
import { createBits, hasBit, setBit } from './bit-set.ts'
import { GrowableArray } from './growable-array.ts'
import { createGrams, findContaining, gramLength } from './number-grams.ts'
import {
  findBeginning,
  findExact,
  getKey,
  type NumberEntry,
  type NumberRange,
  type NumberSegment,
  NumberSegmentBuilder,
} from './number-segment.ts'
import { nearKeys } from './spelling.ts'

/** The numbers that a text means, best first: the number itself, the same with other leading zeros, beginnings, parts. */
export interface NumberMatches {
  places: Uint32Array
  /** The first number is the text itself, but for leading zeros. */
  isExact: boolean
}

/** The documents of matched numbers, each once, with the place of its best number. */
export interface NumberedDocuments {
  documents: Uint32Array
  places: Uint32Array
}

/** A page of products: when beginnings find fewer, numbers that contain the text follow. */
const fewProducts = 10

/**
 * All part numbers. Those of products that changed since the build stand in a small segment of their own, which is
 * built anew with each change: inserting into millions of sorted numbers would hold up requests.
 * A place below `main.count` is a number of `main`, any other one of `recent`.
 */
export class NumberTable {
  readonly #main: NumberSegment
  readonly #capacity: number
  #recent: NumberSegment = createSegment([])
  #recentEntries: NumberEntry[] = []
  #codeOrder: Uint32Array | null = null

  constructor(main: NumberSegment, capacity: number) {
    this.#main = main
    this.#capacity = capacity
  }

  get count(): number {
    return this.#main.count + this.#recent.count
  }

  /** −1: the number was removed. */
  documentAt(place: number): number {
    const { count, documents } = this.#main
    return place < count ? documents[place]! : this.#recent.documents[place - count]!
  }

  referenceAt(place: number): number {
    const { count, referenceIds } = this.#main
    return place < count ? referenceIds[place]! : this.#recent.referenceIds[place - count]!
  }

  makerAt(place: number): number {
    const { count, makers } = this.#main
    return place < count ? makers[place]! : this.#recent.makers[place - count]!
  }

  keyAt(place: number): string {
    const { count } = this.#main
    return place < count ? getKey(this.#main, place) : getKey(this.#recent, place - count)
  }

  /** `isNumber`: the text is written like a number, so that it may also be the inner part of one. */
  match(key: string, isNumber: boolean): NumberMatches {
    const places = this.#collectExact(key)
    const isExact = places.length > 0
    this.#addRanges(places, segment => {
      const { to } = findBeginning(segment, key)
      return { from: findExact(segment, key).to, to }
    })
    if (!isExact && isNumber && key.length >= gramLength && this.#hasFewDocuments(places)) {
      this.#addContaining(places, key)
    }
    return { places: places.toArray(), isExact }
  }

  /** Places of the number itself; where there is none, of the same with other leading zeros. */
  matchExact(key: string): Uint32Array {
    const places = new GrowableArray()
    for (const spelling of [key, ...otherZeroSpellings(key)]) {
      if (places.length === 0) this.#addRanges(places, segment => findExact(segment, spelling))
    }
    return places.toArray()
  }

  /** Places of the numbers that begin so, in their order. */
  matchBeginning(key: string): Uint32Array {
    const places = new GrowableArray()
    this.#addRanges(places, segment => findBeginning(segment, key))
    return places.toArray()
  }

  /** One place for each number that nearly is the key: other leading zeros first, then one character different. */
  matchNear(key: string, limit: number): number[] {
    const places: number[] = []
    for (const nearKey of [...otherZeroSpellings(key), ...nearKeys(key).sort()]) {
      const exact = new GrowableArray()
      this.#addRanges(exact, segment => findExact(segment, nearKey))
      const [place] = exact.toArray()
      if (place !== undefined) places.push(place)
      if (places.length === limit) break
    }
    return places
  }

  toDocuments(places: Uint32Array): NumberedDocuments {
    const seen = createBits(this.#capacity)
    const [documents, best] = [new GrowableArray(), new GrowableArray()]
    for (let i = 0; i < places.length; i++) {
      const document = this.documentAt(places[i]!)
      if (hasBit(seen, document)) continue
      setBit(seen, document)
      documents.push(document)
      best.push(places[i]!)
    }
    return { documents: documents.toArray(), places: best.toArray() }
  }

  /** Removes the numbers of these documents and adds `entries`. */
  replace(documents: ReadonlySet<number>, entries: readonly NumberEntry[]): void {
    this.#codeOrder = null
    const { documents: all } = this.#main
    const isReplaced = createBits(this.#capacity)
    for (const document of documents) setBit(isReplaced, document)
    for (let place = 0; place < all.length; place++) {
      if (all[place]! >= 0 && hasBit(isReplaced, all[place]!)) all[place] = -1
    }
    const others = this.#recentEntries.filter(({ document }) => !documents.has(document))
    this.#recentEntries = [...others, ...entries].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    this.#recent = createSegment(this.#recentEntries)
  }

  /** The documents in the order of their own numbers. */
  getCodeOrder(): Uint32Array {
    this.#codeOrder ??= this.#sortByCode()
    return this.#codeOrder
  }

  #sortByCode(): Uint32Array {
    const order = new GrowableArray()
    const { count, documents, referenceIds } = this.#main
    const recent = this.#recentEntries.filter(({ referenceId }) => referenceId === 0)
    let next = 0
    for (let place = 0; place < count; place++) {
      if (referenceIds[place] !== 0 || documents[place]! < 0) continue
      while (next < recent.length && recent[next]!.key < getKey(this.#main, place))
        order.push(recent[next++]!.document)
      order.push(documents[place]!)
    }
    for (const { document } of recent.slice(next)) order.push(document)
    return order.toArray()
  }

  #collectExact(key: string): GrowableArray {
    const places = new GrowableArray()
    for (const spelling of [key, ...otherZeroSpellings(key)]) {
      this.#addRanges(places, segment => findExact(segment, spelling))
    }
    return places
  }

  #addRanges(places: GrowableArray, find: (segment: NumberSegment) => NumberRange): void {
    for (const [segment, offset] of this.#segments()) {
      const { from, to } = find(segment)
      for (let at = from; at < to; at++) if (segment.documents[at]! >= 0) places.push(offset + at)
    }
  }

  #addContaining(places: GrowableArray, part: string): void {
    for (const [segment, offset] of this.#segments()) {
      const { from, to } = findBeginning(segment, part)
      for (const at of findContaining(segment, segment.grams, part)) {
        if ((at < from || at >= to) && segment.documents[at]! >= 0) places.push(offset + at)
      }
    }
  }

  #segments(): [NumberSegment, number][] {
    return [
      [this.#main, 0],
      [this.#recent, this.#main.count],
    ]
  }

  #hasFewDocuments(places: GrowableArray): boolean {
    const documents = new Set<number>()
    for (let i = 0; i < places.length && documents.size < fewProducts; i++) {
      documents.add(this.documentAt(places.at(i)))
    }
    return documents.size < fewProducts
  }
}

function createSegment(sorted: readonly NumberEntry[]): NumberSegment {
  const builder = new NumberSegmentBuilder()
  for (const entry of sorted) builder.add(entry)
  const arrays = builder.build()
  const steps = createGrams(arrays)
  for (;;) {
    const step = steps.next()
    if (step.done) return { ...arrays, grams: step.value }
  }
}
