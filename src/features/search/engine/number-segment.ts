import type { NumberGrams } from './number-grams.ts'

/** One part number of a product: its own, or another maker's that it replaces. */
export interface NumberEntry {
  /** Upper-case letters and digits (lib/part-number). */
  key: string
  document: number
  /** The id of the cross-reference; 0: the product's own number. */
  referenceId: number
  /** A place in the list of maker names. */
  maker: number
}

/** Part numbers sorted by key; of equal keys own numbers first, then the more popular product's. */
export interface NumberSegment {
  count: number
  /** The keys one after the other: number n is keys[starts[n]] up to starts[n + 1]. */
  keys: Uint8Array
  starts: Uint32Array
  /** −1: the number was removed. */
  documents: Int32Array
  referenceIds: Int32Array
  makers: Uint32Array
  grams: NumberGrams
}

export type NumberArrays = Omit<NumberSegment, 'grams'>

const initialNumbers = 1024

/** Takes numbers in the order of their keys (by byte). */
export class NumberSegmentBuilder {
  #keys = new Uint8Array(initialNumbers * 8)
  #starts = new Uint32Array(initialNumbers + 1)
  #documents = new Int32Array(initialNumbers)
  #referenceIds = new Int32Array(initialNumbers)
  #makers = new Uint32Array(initialNumbers)
  #count = 0
  #end = 0

  add({ key, document, referenceId, maker }: NumberEntry): void {
    if (this.#count === this.#documents.length) this.#grow()
    if (this.#end + key.length > this.#keys.length) {
      this.#keys = lengthen(this.#keys, (this.#keys.length + key.length) * 2)
    }
    const place = this.#placeFor(key, document, referenceId)
    for (let i = 0; i < key.length; i++) this.#keys[this.#end++] = key.charCodeAt(i)
    insertItem(this.#documents, place, this.#count, document)
    insertItem(this.#referenceIds, place, this.#count, referenceId)
    insertItem(this.#makers, place, this.#count, maker)
    this.#starts[++this.#count] = this.#end
  }

  build(): NumberArrays {
    return {
      count: this.#count,
      keys: this.#keys.slice(0, this.#end),
      starts: this.#starts.slice(0, this.#count + 1),
      documents: this.#documents.slice(0, this.#count),
      referenceIds: this.#referenceIds.slice(0, this.#count),
      makers: this.#makers.slice(0, this.#count),
    }
  }

  // Numbers of the same key arrive in any order; there are few of them.
  #placeFor(key: string, document: number, referenceId: number): number {
    let place = this.#count
    while (place > 0 && this.#isKey(place - 1, key)) {
      const isOwnBefore = this.#referenceIds[place - 1] === 0
      const isOwn = referenceId === 0
      if (isOwnBefore !== isOwn ? isOwnBefore : this.#documents[place - 1]! <= document) break
      place--
    }
    return place
  }

  #isKey(place: number, key: string): boolean {
    const start = this.#starts[place]!
    if (this.#starts[place + 1]! - start !== key.length) return false
    for (let i = 0; i < key.length; i++) if (this.#keys[start + i] !== key.charCodeAt(i)) return false
    return true
  }

  #grow(): void {
    const length = this.#documents.length * 2
    this.#starts = lengthen(this.#starts, length + 1)
    this.#documents = lengthen(this.#documents, length)
    this.#referenceIds = lengthen(this.#referenceIds, length)
    this.#makers = lengthen(this.#makers, length)
  }
}

function insertItem(list: Uint32Array | Int32Array, place: number, count: number, item: number): void {
  if (place < count) list.copyWithin(place + 1, place, count)
  list[place] = item
}

function lengthen<A extends Uint8Array | Uint32Array | Int32Array>(list: A, length: number): A {
  const longer = new (list.constructor as new (length: number) => A)(length)
  longer.set(list)
  return longer
}

/** Numbers from–to, `to` not included. */
export interface NumberRange {
  from: number
  to: number
}

export function getKey({ keys, starts }: NumberArrays, place: number): string {
  return String.fromCharCode(...keys.subarray(starts[place]!, starts[place + 1]!))
}

/** The numbers that are the key or begin with it. */
export function findBeginning(segment: NumberArrays, key: string): NumberRange {
  const from = findFirst(segment, key, false, 0)
  return { from, to: findFirst(segment, key, true, from) }
}

/** The numbers that are the key, none that are longer. */
export function findExact(segment: NumberArrays, key: string): NumberRange {
  const from = findFirst(segment, key, false, 0)
  let to = from
  while (to < segment.count && compareKey(segment, to, key) === 0 && keyLength(segment, to) === key.length)
    to++
  return { from, to }
}

function keyLength({ starts }: NumberArrays, place: number): number {
  return starts[place + 1]! - starts[place]!
}

// The first number that is not before `key`; `isPast`: the first after all that begin with it.
function findFirst(segment: NumberArrays, key: string, isPast: boolean, from: number): number {
  let [low, high] = [from, segment.count]
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = compareKey(segment, middle, key)
    if (order < 0 || (isPast && order === 0)) low = middle + 1
    else high = middle
  }
  return low
}

// Below 0: the number stands before the key; 0: it is the key or begins with it; above 0: after.
function compareKey({ keys, starts }: NumberArrays, place: number, key: string): number {
  const [start, end] = [starts[place]!, starts[place + 1]!]
  for (let i = 0; i < key.length; i++) {
    if (start + i === end) return -1
    const difference = keys[start + i]! - key.charCodeAt(i)
    if (difference !== 0) return difference
  }
  return 0
}
