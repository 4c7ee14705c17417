/** Draws items by Zipf's law with s = 1: the second half as often as the first, the third a third. */
export function createZipf<Item>(items: readonly Item[], random: () => number): () => Item {
  if (items.length === 0) throw new Error('Zipf needs at least one item')
  const cumulative: number[] = []
  let sum = 0
  for (let rank = 1; rank <= items.length; rank++) {
    sum += 1 / rank
    cumulative.push(sum)
  }
  return () => items[findFirst(cumulative, random() * sum)]!
}

/** The index of the first number above the limit. */
function findFirst(ascending: number[], limit: number): number {
  let low = 0
  let high = ascending.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! > limit) high = middle
    else low = middle + 1
  }
  return low
}

/** The same numbers for the same seed (mulberry32), so that runs are comparable. */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
