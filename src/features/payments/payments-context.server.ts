import type { AppContext } from '../../infra/app-context.ts'
import type { PaymentProvider } from './provider.ts'

export interface PaymentsContext {
  readonly context: AppContext
  /** Takes new payments. */
  readonly provider: PaymentProvider
  /** All providers of payments that may still be notified or refunded, `provider` among them. */
  readonly providers: readonly PaymentProvider[]
  readonly circuitBreaker: CircuitBreaker
}

/** The first provider takes new payments; the others only serve payments that they took before. */
export function createPaymentsContext(
  context: AppContext,
  providers: readonly [PaymentProvider, ...PaymentProvider[]],
): PaymentsContext {
  return { context, provider: providers[0], providers, circuitBreaker: createCircuitBreaker() }
}

export function findProvider({ providers }: PaymentsContext, name: string): PaymentProvider | null {
  return providers.find(provider => provider.name === name) ?? null
}

export const notificationPath = '/checkout/notification'
export const returnPath = '/checkout/return'

/**
 * Fails requests at once while a provider is down, instead of letting each customer wait for a timeout. It opens after
 * `failuresToOpen` failures in a row; after `openForMs` one request is let through as a probe, and the others fail until
 * the probe has its result.
 */
interface CircuitBreaker {
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
