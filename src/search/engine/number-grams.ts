/** What of a number segment is needed to look inside its numbers. */
interface NumberKeys {
  count: number
  keys: Uint8Array
  starts: Uint32Array
}

/**
 * Which numbers may contain four characters in a row: places of numbers by the hash of each four characters in them.
 * A number from here is compared before it counts.
 */
export interface NumberGrams {
  /** The places of bucket b: places[starts[b]] up to starts[b + 1]. */
  starts: Uint32Array
  places: Uint32Array
}

const gramLength = 4
const numbersPerStep = 10_000
const bucketsPerStep = 500_000

/** Built in steps, so that requests are answered in between. */
export function* createGrams({ count, keys, starts }: NumberKeys): Generator<undefined, NumberGrams> {
  const buckets = bucketCount(count)
  const ends = new Uint32Array(buckets + 1)
  for (let place = 0; place < count; place++) {
    const last = starts[place + 1]! - gramLength
    for (let at = starts[place]!; at <= last; at++) ends[bucketAt(keys, at, buckets) + 1]!++
    if (place % numbersPerStep === 0) yield
  }
  for (let bucket = 0; bucket < buckets; bucket++) {
    ends[bucket + 1]! += ends[bucket]!
    if (bucket % bucketsPerStep === 0) yield
  }
  const next = ends.slice()
  const places = new Uint32Array(ends[buckets]!)
  for (let place = 0; place < count; place++) {
    const last = starts[place + 1]! - gramLength
    for (let at = starts[place]!; at <= last; at++) places[next[bucketAt(keys, at, buckets)]!++] = place
    if (place % numbersPerStep === 0) yield
  }
  return { starts: ends, places }
}

/** Visits the numbers that contain `part`, each once and in order. Below four characters every number is read. */
export function visitNumbersWithPart(
  numbers: NumberKeys,
  grams: NumberGrams,
  part: string,
  visit: (place: number) => void,
): void {
  const bytes = Uint8Array.from(part, character => character.charCodeAt(0))
  if (bytes.length < gramLength) {
    for (let place = 0; place < numbers.count; place++) if (contains(numbers, place, bytes)) visit(place)
    return
  }
  const { from, to } = smallestBucket(grams, bytes)
  let last = -1
  for (let at = from; at < to; at++) {
    const place = grams.places[at]!
    if (place !== last && contains(numbers, place, bytes)) visit(place)
    last = place
  }
}

function smallestBucket({ starts }: NumberGrams, bytes: Uint8Array): { from: number; to: number } {
  const buckets = starts.length - 1
  let [from, to] = [0, Number.POSITIVE_INFINITY]
  for (let at = 0; at + gramLength <= bytes.length; at++) {
    const bucket = bucketAt(bytes, at, buckets)
    const [begin, end] = [starts[bucket]!, starts[bucket + 1]!]
    if (end - begin < to - from) [from, to] = [begin, end]
  }
  return { from, to }
}

function contains({ keys, starts }: NumberKeys, place: number, bytes: Uint8Array): boolean {
  const last = starts[place + 1]! - bytes.length
  for (let begin = starts[place]!; begin <= last; begin++) {
    let same = 0
    while (same < bytes.length && keys[begin + same] === bytes[same]) same++
    if (same === bytes.length) return true
  }
  return false
}

// A power of two, so that a hash is cut to it by a mask: about one bucket for each number.
function bucketCount(count: number): number {
  return 2 ** Math.max(8, Math.ceil(Math.log2(count + 1)))
}

function bucketAt(keys: Uint8Array, at: number, buckets: number): number {
  const four = keys[at]! | (keys[at + 1]! << 8) | (keys[at + 2]! << 16) | (keys[at + 3]! << 24)
  const mixed = Math.imul(four ^ (four >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) & (buckets - 1)
}
