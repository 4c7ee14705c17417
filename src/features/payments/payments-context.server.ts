import type { AppContext } from '../../infra/app-context.ts'
import { type CircuitBreaker, createCircuitBreaker } from './attempts/circuit-breaker.ts'
import type { PaymentProvider } from './provider.ts'

/** Dependencies of everything that takes or returns money. */
export interface PaymentsContext {
  readonly context: AppContext
  /** Takes new payments. */
  readonly provider: PaymentProvider
  /** All providers of payments that may still be notified or refunded, `provider` among them. */
  readonly providers: readonly PaymentProvider[]
  /** For registrations with `provider`. */
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
