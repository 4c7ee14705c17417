/** A task has waited for its turn longer than it may. It was not started. */
export class WaitTimeoutError extends Error {}

/**
 * Runs at most `limit` tasks at once; the others wait in the order they came. `waitMs`: a task that has waited longer is
 * rejected with a WaitTimeoutError; null: none is.
 */
export function limitConcurrency(
  limit: number,
  { waitMs = null }: { waitMs?: number | null } = {},
): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0
  // In the order they came.
  const waiting = new Set<() => void>()

  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        waiting.delete(start)
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(start)
        reject(new WaitTimeoutError(`A task waited longer than ${waitMs} ms.`))
      }
      const timer = waitMs === null ? undefined : setTimeout(giveUp, waitMs)
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
