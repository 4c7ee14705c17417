/** The part of a number segment that is needed to look inside its numbers. */
interface NumberKeys {
  count: number
  keys: Uint8Array
  starts: Uint32Array
}

/** Which numbers contain three characters in a row: their positions, by these three characters. */
export interface NumberGrams {
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
export function* createGrams({ count, keys, starts }: NumberKeys): Generator<undefined, NumberGrams> {
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
export function findContaining(numbers: NumberKeys, grams: NumberGrams, part: string): number[] {
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

function contains({ keys, starts }: NumberKeys, position: number, bytes: Uint8Array): boolean {
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
