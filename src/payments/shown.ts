import type { Pence } from '../shared/money.ts'
import type { AttemptState } from './attempts.ts'
import type { Refund } from './money-back.ts'

/** A try to pay for an order, as staff see it: no secrets. */
export interface AttemptShown {
  vendorTxCode: string
  amount: Pence
  state: AttemptState
  card: string | null
  lastFour: string | null
  createdAt: Date
  settledAt: Date | null
}

export interface RefundShown extends Refund {
  id: number
  reason: string
  detail: string | null
  /** Who asked for it, by name. */
  by: string | null
  createdAt: Date
}

/** What was paid for an order and what went back, for staff to see: no secrets. */
export interface OrderPayments {
  attempts: AttemptShown[]
  refunds: RefundShown[]
}
