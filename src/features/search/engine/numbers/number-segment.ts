/** One part number of a product: its own, or another maker's that it replaces. */
export interface NumberEntry {
  /** Upper-case letters and digits (lib/part-number). */
  key: string
  document: number
  /** The id of the cross-reference; 0: the product's own number. */
  referenceId: number
  /** A position in the list of maker names. */
  maker: number
}

/** Part numbers sorted by key; of equal keys own numbers first, then those of the more popular product. */
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
    const position = this.#findInsertPosition(key, document, referenceId)
    for (let i = 0; i < key.length; i++) this.#keys[this.#end++] = key.charCodeAt(i)
    insertItem(this.#documents, position, this.#count, document)
    insertItem(this.#referenceIds, position, this.#count, referenceId)
    insertItem(this.#makers, position, this.#count, maker)
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
  #findInsertPosition(key: string, document: number, referenceId: number): number {
    let position = this.#count
    while (position > 0 && isKeyAt(this.#keys, this.#starts, position - 1, key)) {
      const isOwnBefore = this.#referenceIds[position - 1] === 0
      const isOwn = referenceId === 0
      const difference =
        this.#documents[position - 1]! - document || this.#referenceIds[position - 1]! - referenceId
      if (isOwnBefore !== isOwn ? isOwnBefore : difference <= 0) break
      position--
    }
    return position
  }

  #grow(): void {
    const length = this.#documents.length * 2
    this.#starts = lengthen(this.#starts, length + 1)
    this.#documents = lengthen(this.#documents, length)
    this.#referenceIds = lengthen(this.#referenceIds, length)
    this.#makers = lengthen(this.#makers, length)
  }
}

function insertItem(list: Uint32Array | Int32Array, position: number, count: number, item: number): void {
  if (position < count) list.copyWithin(position + 1, position, count)
  list[position] = item
}

function lengthen<A extends Uint8Array | Uint32Array | Int32Array>(list: A, length: number): A {
  const longer = new (list.constructor as new (length: number) => A)(length)
  longer.set(list)
  return longer
}

export interface NumberRange {
  from: number
  to: number
}

export function getKey({ keys, starts }: NumberArrays, position: number): string {
  return String.fromCharCode(...keys.subarray(starts[position]!, starts[position + 1]!))
}

export function endsWith({ keys, starts }: NumberArrays, position: number, key: string): boolean {
  const from = starts[position + 1]! - key.length
  if (from < starts[position]!) return false
  for (let i = 0; i < key.length; i++) if (keys[from + i] !== key.charCodeAt(i)) return false
  return true
}

export function findBeginning(segment: NumberArrays, key: string): NumberRange {
  const from = findFirst(segment, key, false, 0)
  return { from, to: findFirst(segment, key, true, from) }
}

export function findExact(segment: NumberArrays, key: string): NumberRange {
  const from = findFirst(segment, key, false, 0)
  let to = from
  while (to < segment.count && isKeyAt(segment.keys, segment.starts, to, key)) to++
  return { from, to }
}

function isKeyAt(keys: Uint8Array, starts: Uint32Array, position: number, key: string): boolean {
  const start = starts[position]!
  if (starts[position + 1]! - start !== key.length) return false
  for (let i = 0; i < key.length; i++) if (keys[start + i] !== key.charCodeAt(i)) return false
  return true
}

// The first number that does not sort before `key`; `isPast`: the first after all that start with it.
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

// Negative: the number sorts before the key; 0: it starts with the key; positive: after.
function compareKey({ keys, starts }: NumberArrays, position: number, key: string): number {
  const [start, end] = [starts[position]!, starts[position + 1]!]
  for (let i = 0; i < key.length; i++) {
    if (start + i === end) return -1
    const difference = keys[start + i]! - key.charCodeAt(i)
    if (difference !== 0) return difference
  }
  return 0
}

/** Which numbers contain three characters in a row: their positions, by these three characters. */
interface NumberGrams {
  /** The positions of gram g: positions[starts[g]] up to starts[g + 1]. */
  starts: Uint32Array
  positions: Uint32Array
}

export const gramLength = 3
// Keys consist of digits and capital letters.
const alphabetSize = 36
const gramCount = alphabetSize ** gramLength
const numbersPerStep = 10_000

/** Built in steps, so that requests are answered in between. */
export function* createGrams({ count, keys, starts }: NumberArrays): Generator<undefined, NumberGrams> {
  const ends = new Uint32Array(gramCount + 1)
  for (let position = 0; position < count; position++) {
    const last = starts[position + 1]! - gramLength
    for (let at = starts[position]!; at <= last; at++) ends[gramAt(keys, at) + 1]!++
    if (position % numbersPerStep === 0) yield
  }
  for (let gram = 0; gram < gramCount; gram++) ends[gram + 1]! += ends[gram]!
  const next = ends.slice()
  const positions = new Uint32Array(ends[gramCount]!)
  for (let position = 0; position < count; position++) {
    const last = starts[position + 1]! - gramLength
    for (let at = starts[position]!; at <= last; at++) positions[next[gramAt(keys, at)]!++] = position
    if (position % numbersPerStep === 0) yield
  }
  return { starts: ends, positions }
}

/** Places of the numbers that contain `part`, of three characters or more, each once and in order. */
export function findContaining(numbers: NumberArrays, grams: NumberGrams, part: string): number[] {
  const bytes = Uint8Array.from(part, character => character.charCodeAt(0))
  const { from, to } = findRarestGram(grams, bytes)
  const matching: number[] = []
  let last = -1
  for (let at = from; at < to; at++) {
    const position = grams.positions[at]!
    if (position !== last && contains(numbers, position, bytes)) matching.push(position)
    last = position
  }
  return matching
}

function findRarestGram({ starts }: NumberGrams, bytes: Uint8Array): { from: number; to: number } {
  let [from, to] = [0, Number.POSITIVE_INFINITY]
  for (let at = 0; at + gramLength <= bytes.length; at++) {
    const gram = gramAt(bytes, at)
    const [begin, end] = [starts[gram]!, starts[gram + 1]!]
    if (end - begin < to - from) [from, to] = [begin, end]
  }
  return { from, to }
}

function contains({ keys, starts }: NumberArrays, position: number, bytes: Uint8Array): boolean {
  const last = starts[position + 1]! - bytes.length
  for (let begin = starts[position]!; begin <= last; begin++) {
    let same = 0
    while (same < bytes.length && keys[begin + same] === bytes[same]) same++
    if (same === bytes.length) return true
  }
  return false
}

function gramAt(keys: Uint8Array, at: number): number {
  return (toDigit(keys[at]!) * alphabetSize + toDigit(keys[at + 1]!)) * alphabetSize + toDigit(keys[at + 2]!)
}

const [zero, letterA] = [48, 65]

function toDigit(character: number): number {
  return character < letterA ? character - zero : character - letterA + 10
}
