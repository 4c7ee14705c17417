import type { NumberIndex } from './number-index.ts'

/**
 * Which numbers may hold four signs one after the other: places of numbers by the hash of each four signs in them. A
 * number that is found so is looked at before it counts.
 */
export interface NumberParts {
  /** The places of bucket b: places[starts[b]] up to places[starts[b + 1]]. */
  starts: Uint32Array
  places: Uint32Array
}

export const shortestPart = 4
const numbersAtOnce = 10_000
const bucketsAtOnce = 500_000

/** Made in steps, so that others get their turn. */
export function* partsOf({ count, keys, starts }: NumberIndex): Generator<undefined, NumberParts> {
  const buckets = bucketsFor(count)
  const ends = new Uint32Array(buckets + 1)
  for (let place = 0; place < count; place++) {
    const last = starts[place + 1]! - shortestPart
    for (let at = starts[place]!; at <= last; at++) ends[bucketAt(keys, at, buckets) + 1]!++
    if (place % numbersAtOnce === 0) yield
  }
  for (let bucket = 0; bucket < buckets; bucket++) {
    ends[bucket + 1]! += ends[bucket]!
    if (bucket % bucketsAtOnce === 0) yield
  }
  yield
  const next = ends.slice()
  const places = new Uint32Array(ends[buckets]!)
  for (let place = 0; place < count; place++) {
    const last = starts[place + 1]! - shortestPart
    for (let at = starts[place]!; at <= last; at++) places[next[bucketAt(keys, at, buckets)]!++] = place
    if (place % numbersAtOnce === 0) yield
  }
  return { starts: ends, places }
}

/** Places of the numbers that hold the key, of four signs or more, in the order of the numbers. */
export function placesHolding(index: NumberIndex, parts: NumberParts, key: string): number[] {
  const signs = Uint8Array.from(key, sign => sign.charCodeAt(0))
  const buckets = parts.starts.length - 1
  let [from, to] = [0, Number.POSITIVE_INFINITY]
  for (let at = 0; at + shortestPart <= signs.length; at++) {
    const bucket = bucketAt(signs, at, buckets)
    const [begin, end] = [parts.starts[bucket]!, parts.starts[bucket + 1]!]
    if (end - begin < to - from) [from, to] = [begin, end]
  }
  const found: number[] = []
  let last = -1
  for (let nth = from; nth < to; nth++) {
    const place = parts.places[nth]!
    if (place !== last && holds(index, place, signs)) found.push(place)
    last = place
  }
  return found
}

function holds({ keys, starts }: NumberIndex, place: number, signs: Uint8Array): boolean {
  const last = starts[place + 1]! - signs.length
  for (let begin = starts[place]!; begin <= last; begin++) {
    let same = 0
    while (same < signs.length && keys[begin + same] === signs[same]) same++
    if (same === signs.length) return true
  }
  return false
}

// A power of two, so that a hash is cut to it by a mask: about a place for each number.
function bucketsFor(count: number): number {
  return 2 ** Math.max(8, Math.ceil(Math.log2(count + 1)))
}

function bucketAt(keys: Uint8Array, at: number, buckets: number): number {
  const four = keys[at]! | (keys[at + 1]! << 8) | (keys[at + 2]! << 16) | (keys[at + 3]! << 24)
  const mixed = Math.imul(four ^ (four >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) & (buckets - 1)
}
