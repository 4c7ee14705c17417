const itemsAtOnce = 4096

/** Sorts a long list in steps, so that others get their turn. Equal items keep their order. */
export function* sortedInSteps<T>(
  list: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<undefined, T[]> {
  let runs: T[][] = []
  for (let from = 0; from < list.length; from += itemsAtOnce) {
    runs.push(list.slice(from, from + itemsAtOnce).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let nth = 0; nth < runs.length; nth += 2) {
      const [left, right] = [runs[nth]!, runs[nth + 1]]
      merged.push(right ? yield* mergedInSteps(left, right, compare) : left)
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* mergedInSteps<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<undefined, T[]> {
  const merged: T[] = []
  let [l, r] = [0, 0]
  while (l < left.length || r < right.length) {
    const isLeft = r === right.length || (l < left.length && compare(left[l]!, right[r]!) <= 0)
    merged.push(isLeft ? left[l++]! : right[r++]!)
    if (merged.length % itemsAtOnce === 0) yield
  }
  return merged
}
