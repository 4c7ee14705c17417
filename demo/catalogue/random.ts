/** Deterministic pseudo-random numbers. */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<T>(from: readonly T[]): T
  chance(probability: number): boolean
}

/** mulberry32, seeded with a hash of `name`: `createRandom(seed, 'price', 17)`. */
export function createRandom(...name: (string | number)[]): Random {
  let state = hash(...name)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return { next, between, pick: from => from[between(0, from.length - 1)]!, chance: p => next() < p }
}

/** FNV-1a with a final mix: an unsigned 32-bit number. */
export function hash(...name: (string | number)[]): number {
  const text = name.join('\u0001')
  let hashValue = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hashValue = Math.imul(hashValue ^ text.charCodeAt(index), 0x01000193)
  hashValue = Math.imul(hashValue ^ (hashValue >>> 16), 0x7feb352d)
  hashValue = Math.imul(hashValue ^ (hashValue >>> 15), 0x846ca68b)
  return (hashValue ^ (hashValue >>> 16)) >>> 0
}

/** A shuffled copy (Fisher–Yates). */
export function shuffle<T>(list: readonly T[], random: Random): T[] {
  const result = [...list]
  for (let at = result.length - 1; at > 0; at--) {
    const other = random.between(0, at)
    const swapped = result[at]!
    result[at] = result[other]!
    result[other] = swapped
  }
  return result
}

/**
 * Splits `total` unevenly between `slots`, exactly and with random access: the returned function gives the count of one
 * slot without calculating the others.
 */
export function splitTotal(
  total: number,
  slots: number,
  ...name: (string | number)[]
): (slot: number) => number {
  const mean = slots > 0 ? Math.floor(total / slots) : 0
  const cumulativeShare = (slot: number) => {
    if (slot <= 0) return 0
    if (slot >= slots) return total
    const even = Math.floor((slot * total) / slots)
    // Shifted by less than half of the mean, so that no slot is empty.
    return even + (mean > 1 ? hash('share', slot, ...name) % Math.ceil(mean / 2) : 0)
  }
  return slot => cumulativeShare(slot + 1) - cumulativeShare(slot)
}
