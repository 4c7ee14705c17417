import type { Faults } from './faults.ts'
import type { Scheduler } from './scheduler.ts'
import type { TransactionStore } from './transactions.ts'

/** State and settings shared by the provider's request handlers. */
export type ProviderContext = {
  readonly transactions: TransactionStore
  readonly scheduler: Scheduler
  readonly faults: Faults
  readonly vendors: readonly string[]
  /** Where browsers reach the provider, without a trailing slash. */
  readonly publicUrl: () => string
  /** Sources for `frame-ancestors`: the sites that may frame the card form. */
  readonly frameAncestors: () => string
  /** How long the shop may take to answer a notification. */
  readonly notifyTimeoutMs: number
}
