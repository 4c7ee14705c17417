import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long one request may occupy the thread that answers all requests. */
const maxBusyMs = 10

/**
 * For long loops of a request: `await pause()` in each step lets other requests be answered whenever this one has
 * occupied the thread for 10 ms.
 */
export function createPause(): () => Promise<void> {
  let startedMs = performance.now()
  return async () => {
    if (performance.now() - startedMs < maxBusyMs) return
    await nextTurn()
    startedMs = performance.now()
  }
}
