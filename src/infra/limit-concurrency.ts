/** A task was not started, because too many were before it. */
export class OverloadError extends Error {}

interface WaitLimits {
  /** A task that has waited longer is rejected. */
  waitMs?: number
  /** A task that would wait behind as many is rejected. */
  maxWaiting?: number
}

/**
 * Runs at most `limit` tasks at once; the others wait in the order they came, without end unless limits are given. A
 * rejected task throws an OverloadError.
 */
export function limitConcurrency(
  limit: number,
  { waitMs, maxWaiting = Number.POSITIVE_INFINITY }: WaitLimits = {},
): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0
  // In the order they came.
  const waiting = new Set<() => void>()

  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      if (waiting.size >= maxWaiting) throw new OverloadError(`${maxWaiting} tasks are waiting.`)
      const start = () => {
        waiting.delete(start)
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(start)
        reject(new OverloadError(`A task waited longer than ${waitMs} ms.`))
      }
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      waiting.add(start)
    })

  return async task => {
    if (running >= limit) await waitForTurn()
    else running++
    try {
      return await task()
    } finally {
      // The turn passes directly to the next task, so that no later one overtakes it.
      const [startNext] = waiting
      if (startNext) startNext()
      else running--
    }
  }
}
