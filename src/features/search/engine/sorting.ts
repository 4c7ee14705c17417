const itemsPerStep = 4096

/** Sorts a long list in steps, so that requests are answered in between. Equal items keep their order. */
export function* sortInSteps<T>(list: readonly T[], compare: (a: T, b: T) => number) {
  let runs: T[][] = []
  for (let from = 0; from < list.length; from += itemsPerStep) {
    runs.push(list.slice(from, from + itemsPerStep).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let i = 0; i < runs.length; i += 2) {
      const [left, right] = [runs[i]!, runs[i + 1]]
      merged.push(right ? yield* mergeInSteps(left, right, compare) : left)
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* mergeInSteps<T>(left: readonly T[], right: readonly T[], compare: (a: T, b: T) => number) {
  const merged: T[] = []
  let [l, r] = [0, 0]
  while (l < left.length || r < right.length) {
    const isLeft = r === right.length || (l < left.length && compare(left[l]!, right[r]!) <= 0)
    merged.push(isLeft ? left[l++]! : right[r++]!)
    if (merged.length % itemsPerStep === 0) yield
  }
  return merged
}

/** Runs a generator of steps to its end, without pauses. */
export function runSteps<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** By code unit, as `findWord` needs it. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The first of `count` places that passes, where all after it pass too; `count` when none does. */
export function findPlace(count: number, isPassing: (place: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isPassing(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The first place of a sorted list whose word is not before `word`. */
export function findWord(sorted: readonly string[], word: string): number {
  return findPlace(sorted.length, place => sorted[place]! >= word)
}
