/** Runs at most `limit` tasks at once; the others wait in the order they came. */
export function limitConcurrency(limit: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0
  const waiting: (() => void)[] = []

  return async task => {
    if (running >= limit) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      // The turn passes directly to the next task, so that no later one overtakes it.
      const startNext = waiting.shift()
      if (startNext) startNext()
      else running--
    }
  }
}
