/**
 * Stops asking a provider that is away, so that buyers are told at once instead of waiting for it each. After
 * `failuresToOpen` failures in a row nobody asks for `restMs`; then one may try, and the others wait for his answer.
 */
export interface Circuit {
  mayTry(now: Date): boolean
  worked(): void
  failed(now: Date): void
}

export const failuresToOpen = 3
export const restMs = 30_000

export function makeCircuit(): Circuit {
  let failures = 0
  let closedUntil = 0
  return {
    mayTry(now) {
      if (failures < failuresToOpen) return true
      if (now.getTime() < closedUntil) return false
      closedUntil = now.getTime() + restMs
      return true
    },
    worked() {
      failures = 0
    },
    failed(now) {
      failures += 1
      closedUntil = now.getTime() + restMs
    },
  }
}
