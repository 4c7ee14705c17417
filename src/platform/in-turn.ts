/** Runs what it is given, at most so many at once; the others wait in the order they came. */
export function inTurn(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0
  const waiting: (() => void)[] = []
  return async work => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The place goes straight to the next, so that nobody who comes now is quicker.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
