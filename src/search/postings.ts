import { noBits, type Posting, setBit } from './bits.ts'
import { Growing } from './growing.ts'

/** What each document has, by number: the options of a product, the words of its title. */
export interface ItemsOfDocs {
  /** The items of document d: items[first[d]] up to first[d + 1]. */
  first: Uint32Array
  items: Uint32Array
}

/** Takes the documents one after the other. */
export function itemsBuilder() {
  const [first, items] = [new Growing(), new Growing()]
  first.push(0)
  return {
    add: (item: number) => items.push(item),
    endOfDocument: () => first.push(items.length),
    finish: (): ItemsOfDocs => ({ first: first.finish(), items: items.finish() }),
  }
}

const docsAtOnce = 4000

/** For each of `kinds` items the documents that have it (null: none), in steps, so that others get their turn. */
export function* postingsOf(
  { first, items }: ItemsOfDocs,
  kinds: number,
): Generator<undefined, (Posting | null)[]> {
  const documents = first.length - 1
  const counts = new Uint32Array(kinds)
  // A document may name an item twice.
  const last = new Int32Array(kinds).fill(-1)
  for (let doc = 0; doc < documents; doc++) {
    for (let at = first[doc]!; at < first[doc + 1]!; at++) {
      const item = items[at]!
      if (last[item] !== doc) counts[item]!++
      last[item] = doc
    }
    if (doc % docsAtOnce === 0) yield
  }
  const isList = (item: number) => counts[item]! * 32 <= documents
  const starts = new Uint32Array(kinds + 1)
  const bits: Uint32Array[] = []
  for (let item = 0; item < kinds; item++) {
    starts[item + 1] = starts[item]! + (isList(item) ? counts[item]! : 0)
    if (!isList(item)) bits[item] = noBits(documents)
  }
  yield
  const all = new Uint32Array(starts[kinds]!)
  const next = starts.slice()
  last.fill(-1)
  for (let doc = 0; doc < documents; doc++) {
    for (let at = first[doc]!; at < first[doc + 1]!; at++) {
      const item = items[at]!
      if (last[item] === doc) continue
      last[item] = doc
      const set = bits[item]
      if (set) setBit(set, doc)
      else all[next[item]!++] = doc
    }
    if (doc % docsAtOnce === 0) yield
  }
  const postings: (Posting | null)[] = []
  for (let item = 0; item < kinds; item++) {
    const count = counts[item]!
    const set = bits[item]
    if (count === 0) postings.push(null)
    else if (set) postings.push({ count, docs: null, bits: set })
    else postings.push({ count, docs: all.subarray(starts[item]!, starts[item + 1]!), bits: null })
    if (item % docsAtOnce === 0) yield
  }
  return postings
}
