/** A set of documents, one bit each. Documents are numbered by popularity: the lowest number is asked for most. */
export type Bits = Uint32Array

/** The documents that have one property: a list while they are few, bits when those take less room. */
export type Posting = { count: number } & ({ docs: Uint32Array; bits: null } | { docs: null; bits: Bits })

export function noBits(documents: number): Bits {
  return new Uint32Array((documents + 31) >>> 5)
}

export function allBits(documents: number): Bits {
  const bits = noBits(documents).fill(0xffffffff)
  const rest = documents & 31
  if (rest > 0) bits[bits.length - 1] = 2 ** rest - 1
  return bits
}

export function setBit(bits: Bits, doc: number): void {
  bits[doc >>> 5]! |= 1 << (doc & 31)
}

export function clearBit(bits: Bits, doc: number): void {
  bits[doc >>> 5]! &= ~(1 << (doc & 31))
}

export function hasBit(bits: Bits, doc: number): boolean {
  return (bits[doc >>> 5]! & (1 << (doc & 31))) !== 0
}

export function keepCommon(into: Bits, other: Bits): void {
  for (let i = 0; i < into.length; i++) into[i]! &= other[i]!
}

export function addBits(into: Bits, other: Bits): void {
  for (let i = 0; i < into.length; i++) into[i]! |= other[i]!
}

export function addPosting(into: Bits, { docs, bits }: Posting): void {
  if (bits) addBits(into, bits)
  else for (let i = 0; i < docs.length; i++) setBit(into, docs[i]!)
}

/** Documents in rising order, without repeats, become a posting. */
export function postingOf(docs: ArrayLike<number>, documents: number): Posting {
  if (docs.length * 32 <= documents) return { count: docs.length, docs: Uint32Array.from(docs), bits: null }
  const bits = noBits(documents)
  for (let i = 0; i < docs.length; i++) setBit(bits, docs[i]!)
  return { count: docs.length, docs: null, bits }
}

export function countBits(bits: Bits): number {
  let count = 0
  for (let i = 0; i < bits.length; i++) count += ones(bits[i]!)
  return count
}

/**
 * Calls `visit` for each document of `bits` that is in `other` too (`isOutside`: that is not), the most popular first,
 * until it answers false. True when it walked to the end.
 */
export function walkTwo(
  bits: Bits,
  other: Bits,
  isOutside: boolean,
  visit: (doc: number) => boolean,
): boolean {
  const flip = isOutside ? -1 : 0
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i]! & (other[i]! ^ flip); word !== 0; word &= word - 1) {
      if (!visit((i << 5) + 31 - Math.clz32(word & -word))) return false
    }
  }
  return true
}

/** How many bits of one word are set. */
export function ones(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
