import { createBits, type Posting, setBit } from './bit-set.ts'

/** A growing list of unsigned 32-bit integers, four bytes each. */
export class GrowableArray {
  #items = new Uint32Array(16)
  length = 0

  push(item: number): void {
    if (this.length === this.#items.length) {
      const longer = new Uint32Array(this.length * 2)
      longer.set(this.#items)
      this.#items = longer
    }
    this.#items[this.length++] = item
  }

  at(position: number): number {
    return this.#items[position]!
  }

  /** The items, without a copy; nothing may be pushed afterwards. */
  toArray(): Uint32Array {
    return this.#items.subarray(0, this.length)
  }
}

/** The items of each document by number: its options, or the words of its title. */
export interface DocumentItems {
  /** The items of document d: items[starts[d]] up to starts[d + 1]. */
  starts: Uint32Array
  items: Uint32Array
}

/** Takes documents one after the other. */
export class DocumentItemsBuilder {
  readonly #starts = new GrowableArray()
  readonly #items = new GrowableArray()

  constructor() {
    this.#starts.push(0)
  }

  add(item: number): void {
    this.#items.push(item)
  }

  endDocument(): void {
    this.#starts.push(this.#items.length)
  }

  build(): DocumentItems {
    return { starts: this.#starts.toArray(), items: this.#items.toArray() }
  }
}

const documentsPerStep = 4000

/** Inverts the lists: for each of `itemCount` items the documents that have it (null: none), in steps. */
export function* createPostings(
  { starts: firstItems, items }: DocumentItems,
  itemCount: number,
  capacity: number,
): Generator<undefined, (Posting | null)[]> {
  const documents = firstItems.length - 1
  const counts = new Uint32Array(itemCount)
  // A document may have an item twice.
  const last = new Int32Array(itemCount).fill(-1)
  for (let doc = 0; doc < documents; doc++) {
    for (let at = firstItems[doc]!; at < firstItems[doc + 1]!; at++) {
      const item = items[at]!
      if (last[item] !== doc) counts[item]!++
      last[item] = doc
    }
    if (doc % documentsPerStep === 0) yield
  }
  const isList = (item: number) => counts[item]! * 32 <= capacity
  const starts = new Uint32Array(itemCount + 1)
  const bits: Uint32Array[] = []
  for (let item = 0; item < itemCount; item++) {
    starts[item + 1] = starts[item]! + (isList(item) ? counts[item]! : 0)
    if (!isList(item)) bits[item] = createBits(capacity)
  }
  yield
  const docs = new Uint32Array(starts[itemCount]!)
  const next = starts.slice()
  last.fill(-1)
  for (let doc = 0; doc < documents; doc++) {
    for (let at = firstItems[doc]!; at < firstItems[doc + 1]!; at++) {
      const item = items[at]!
      if (last[item] === doc) continue
      last[item] = doc
      const itemBits = bits[item]
      if (itemBits) setBit(itemBits, doc)
      else docs[next[item]!++] = doc
    }
    if (doc % documentsPerStep === 0) yield
  }
  const postings: (Posting | null)[] = []
  for (let item = 0; item < itemCount; item++) {
    const count = counts[item]!
    const itemBits = bits[item]
    if (count === 0) postings.push(null)
    else if (itemBits) postings.push({ count, docs: null, bits: itemBits })
    else postings.push({ count, docs: docs.subarray(starts[item]!, starts[item + 1]!), bits: null })
    if (item % documentsPerStep === 0) yield
  }
  return postings
}

/** The number of a name, by the order in which names first come. */
export function getNumber(numbers: Map<string, number>, name: string): number {
  const number = numbers.get(name)
  if (number !== undefined) return number
  numbers.set(name, numbers.size)
  return numbers.size - 1
}
