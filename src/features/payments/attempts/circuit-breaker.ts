/**
 * Fails requests at once while a provider is down, instead of letting each customer wait for a timeout. It opens after
 * `failuresToOpen` failures in a row; after `openForMs` one request is let through as a probe, and the others fail until
 * the probe has its result.
 */
export interface CircuitBreaker {
  canTry(now: Date): boolean
  recordSuccess(): void
  recordFailure(now: Date): void
}

export const failuresToOpen = 3
export const openForMs = 30_000

export function createCircuitBreaker(): CircuitBreaker {
  let failures = 0
  let openUntil = 0
  return {
    canTry(now) {
      if (failures < failuresToOpen) return true
      if (now.getTime() < openUntil) return false
      openUntil = now.getTime() + openForMs
      return true
    },
    recordSuccess() {
      failures = 0
    },
    recordFailure(now) {
      failures += 1
      openUntil = now.getTime() + openForMs
    },
  }
}
