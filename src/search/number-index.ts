import { hasBit, noBits, setBit } from './bits.ts'

/**
 * All part numbers, own and other makers', sorted, each with its product: how many products a prefix finds is
 * counted here in microseconds, where the database would read every row. Twelve bytes a number and the number itself.
 */
export interface NumberIndex {
  count: number
  /** The keys one after the other; number n is keys[starts[n]] up to keys[starts[n + 1]]. */
  keys: Uint8Array
  starts: Uint32Array
  productIds: Int32Array
}

const firstRoom = 4096

/** The number as it stands in the index: letters and digits. */
export function keyAt({ keys, starts }: NumberIndex, place: number): string {
  return String.fromCharCode(...keys.subarray(starts[place]!, starts[place + 1]!))
}

/** Takes numbers in their order (by byte), with letters and digits only. */
export function numberIndexBuilder() {
  let keys = new Uint8Array(firstRoom * 8)
  let starts = new Uint32Array(firstRoom + 1)
  let productIds = new Int32Array(firstRoom)
  let count = 0
  let end = 0

  function add(key: string, productId: number): void {
    if (count === productIds.length) {
      starts = grown(starts, starts.length * 2)
      productIds = grown(productIds, productIds.length * 2)
    }
    if (end + key.length > keys.length) keys = grown(keys, (keys.length + key.length) * 2)
    for (let i = 0; i < key.length; i++) keys[end++] = key.charCodeAt(i)
    productIds[count++] = productId
    starts[count] = end
  }

  function finish(): NumberIndex {
    return {
      count,
      keys: keys.slice(0, end),
      starts: starts.slice(0, count + 1),
      productIds: productIds.slice(0, count),
    }
  }

  return { add, finish }
}

function grown<A extends Uint8Array | Uint32Array | Int32Array>(old: A, length: number): A {
  const made = new (old.constructor as new (length: number) => A)(length)
  made.set(old)
  return made
}

/** Numbers from–to, `to` not included. */
export interface NumberRange {
  from: number
  to: number
}

/** Which numbers are `key` or begin with it. */
export function rangeOf(index: NumberIndex, key: string): NumberRange {
  const from = firstPlace(index, key, false)
  return { from, to: firstPlace(index, key, true, from) }
}

const fewNumbers = 500

/** Products of the numbers that are one of `exact` or begin with `key`, each once and in this order. */
export function productsBeginning(
  index: NumberIndex,
  key: string,
  exact: readonly string[],
  highestId: number,
): number[] {
  const { from, to } = rangeOf(index, key)
  const seen = to - from < fewNumbers ? new Set<number>() : seenBits(highestId)
  const ids: number[] = []
  const take = (begin: number, end: number) => {
    for (let place = begin; place < end; place++) {
      const id = index.productIds[place]!
      if (id > highestId || seen.has(id)) continue
      seen.add(id)
      ids.push(id)
    }
  }
  let end = from
  while (end < to && lengthOf(index, end) === key.length) end++
  take(from, end)
  for (const whole of exact) {
    const other = rangeOfWhole(index, whole)
    take(other.from, other.to)
  }
  take(end, to)
  return ids
}

/** How many products productsBeginning() would tell: a short beginning has tens of thousands, of which few are shown. */
export function countBeginning(
  { productIds }: NumberIndex,
  ranges: readonly NumberRange[],
  highestId: number,
): number {
  const numbers = ranges.reduce((sum, { from, to }) => sum + to - from, 0)
  if (numbers < 2) return ranges.some(({ from, to }) => from < to && productIds[from]! <= highestId) ? 1 : 0
  const seen = noBits(highestId + 1)
  let count = 0
  for (const { from, to } of ranges) {
    for (let place = from; place < to; place++) {
      const id = productIds[place]!
      if (id > highestId) continue
      const [at, bit] = [id >>> 5, 1 << (id & 31)]
      const word = seen[at]!
      if ((word & bit) !== 0) continue
      seen[at] = word | bit
      count++
    }
  }
  return count
}

/** The numbers that are the key, none that are longer. */
export function rangeOfWhole(index: NumberIndex, key: string): NumberRange {
  const from = firstPlace(index, key, false)
  let to = from
  while (to < index.count && compare(index, to, key) === 0 && lengthOf(index, to) === key.length) to++
  return { from, to }
}

/** How many numbers one must read, from the first on, to meet `products` different products; at most all there are. */
export function numbersFor(index: NumberIndex, key: string, products: number): number {
  const from = firstPlace(index, key, false)
  const seen = new Set<number>()
  let place = from
  while (place < index.count && seen.size < products && compare(index, place, key) === 0) {
    seen.add(index.productIds[place++]!)
  }
  return place - from
}

function seenBits(highestId: number): { has(id: number): boolean; add(id: number): void } {
  const bits = noBits(highestId + 1)
  return { has: id => hasBit(bits, id), add: id => setBit(bits, id) }
}

/** True when some number is the key or begins with it. */
export function isBeginning(index: NumberIndex, key: string): boolean {
  const place = firstPlace(index, key, false)
  return place < index.count && compare(index, place, key) === 0
}

/** True when the very number is there. */
export function hasNumber(index: NumberIndex, key: string): boolean {
  const place = firstPlace(index, key, false)
  return place < index.count && compare(index, place, key) === 0 && lengthOf(index, place) === key.length
}

function lengthOf({ starts }: NumberIndex, place: number): number {
  return starts[place + 1]! - starts[place]!
}

/** The first number that is not before `key`; `past`: the first after all that begin with it. */
function firstPlace(index: NumberIndex, key: string, past: boolean, from = 0): number {
  let [low, high] = [from, index.count]
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = compare(index, middle, key)
    if (order < 0 || (past && order === 0)) low = middle + 1
    else high = middle
  }
  return low
}

/** Below 0: the number stands before the key; 0: it is the key or begins with it; above 0: after. */
function compare({ keys, starts }: NumberIndex, place: number, key: string): number {
  const [start, end] = [starts[place]!, starts[place + 1]!]
  for (let i = 0; i < key.length; i++) {
    if (start + i === end) return -1
    const difference = keys[start + i]! - key.charCodeAt(i)
    if (difference !== 0) return difference
  }
  return 0
}
