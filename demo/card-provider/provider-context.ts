import type { Faults } from './faults.ts'
import type { Agenda } from './scheduler.ts'
import type { Book } from './transactions.ts'

/** What every window of the sandbox works with. */
export type Desk = {
  readonly book: Book
  readonly agenda: Agenda
  readonly faults: Faults
  readonly vendors: readonly string[]
  /** Where browsers reach the sandbox, without a slash at the end. */
  readonly publicUrl: () => string
  /** Sources for `frame-ancestors`: who may show the card form in a frame. */
  readonly frameAncestors: () => string
  /** How long the shop may take to answer a notification. */
  readonly notifyTimeoutMs: number
}
