import { findPlace } from './sorting.ts'

/** A bitset of documents. Documents are numbered by popularity: the most popular product is document 0. */
export type BitSet = Uint32Array

/** The documents that have one property: a sorted list, or a bitset when that takes less memory. */
export type Posting = { count: number } & ({ docs: Uint32Array; bits: null } | { docs: null; bits: BitSet })

export function createBits(capacity: number): BitSet {
  return new Uint32Array((capacity + 31) >>> 5)
}

export function toBits(documents: ArrayLike<number>, capacity: number): BitSet {
  const bits = createBits(capacity)
  for (let i = 0; i < documents.length; i++) setBit(bits, documents[i]!)
  return bits
}

export function setBit(bits: BitSet, doc: number): void {
  bits[doc >>> 5]! |= 1 << (doc & 31)
}

export function clearBit(bits: BitSet, doc: number): void {
  bits[doc >>> 5]! &= ~(1 << (doc & 31))
}

export function hasBit(bits: BitSet, doc: number): boolean {
  return (bits[doc >>> 5]! & (1 << (doc & 31))) !== 0
}

export function intersectBits(target: BitSet, other: BitSet): void {
  for (let i = 0; i < target.length; i++) target[i]! &= other[i]!
}

export function uniteBits(target: BitSet, other: BitSet): void {
  for (let i = 0; i < target.length; i++) target[i]! |= other[i]!
}

export function unitePosting(target: BitSet, { docs, bits }: Posting): void {
  if (bits) uniteBits(target, bits)
  else for (let i = 0; i < docs.length; i++) setBit(target, docs[i]!)
}

/** `docs`: ascending, without duplicates. */
export function createPosting(docs: ArrayLike<number>, capacity: number): Posting {
  if (docs.length * 32 <= capacity) return { count: docs.length, docs: Uint32Array.from(docs), bits: null }
  return { count: docs.length, docs: null, bits: toBits(docs, capacity) }
}

/** The posting of these documents; the bitset itself may become a part of it. */
export function bitsToPosting(bits: BitSet, capacity: number): Posting {
  const count = countBits(bits)
  if (count * 32 > capacity) return { count, docs: null, bits }
  return { count, docs: Uint32Array.from(listBits(bits)), bits: null }
}

export function isInPosting({ docs, bits }: Posting, doc: number): boolean {
  return bits ? hasBit(bits, doc) : docs[findPosition(docs, doc)] === doc
}

export function addToPosting(posting: Posting, doc: number): void {
  if (isInPosting(posting, doc)) return
  posting.count++
  if (posting.bits) setBit(posting.bits, doc)
  else posting.docs = insertAt(posting.docs, findPosition(posting.docs, doc), doc)
}

export function removeFromPosting(posting: Posting, doc: number): void {
  if (!isInPosting(posting, doc)) return
  posting.count--
  if (posting.bits) clearBit(posting.bits, doc)
  else posting.docs = posting.docs.filter(other => other !== doc)
}

/** A copy of the list with one more item. */
export function insertAt(list: Uint32Array, position: number, item: number): Uint32Array {
  const longer = new Uint32Array(list.length + 1)
  longer.set(list.subarray(0, position))
  longer[position] = item
  longer.set(list.subarray(position), position + 1)
  return longer
}

function findPosition(list: Uint32Array, item: number): number {
  return findPlace(list.length, place => list[place]! >= item)
}

export function countBits(bits: BitSet): number {
  let count = 0
  for (let i = 0; i < bits.length; i++) count += countOnes(bits[i]!)
  return count
}

/** Visits what is in `other` too (`isOutside`: is not), the most popular first, until `visit` returns false: then false. */
export function visitBits(bits: BitSet, other: BitSet, isOutside: boolean, visit: (doc: number) => boolean) {
  const flip = isOutside ? -1 : 0
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i]! & (other[i]! ^ flip); word !== 0; word &= word - 1) {
      if (!visit((i << 5) + 31 - Math.clz32(word & -word))) return false
    }
  }
  return true
}

export function countOnes(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** The numbers of the bits that are set, ascending. */
export function* listBits(bits: BitSet): Generator<number> {
  for (let at = 0; at < bits.length; at++) {
    for (let word = bits[at]!; word !== 0; word &= word - 1) yield (at << 5) + 31 - Math.clz32(word & -word)
  }
}
