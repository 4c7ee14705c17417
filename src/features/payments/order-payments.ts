import type { Pence } from '../../lib/money.ts'
import type { AttemptState } from './attempts/attempt.ts'
import type { Refund } from './refunds/refund.ts'

/** What was paid for an order and what was returned, for staff: without secrets. */
export interface OrderPayments {
  attempts: AttemptSummary[]
  refunds: RefundSummary[]
}

export interface AttemptSummary {
  id: number
  transactionReference: string
  amount: Pence
  state: AttemptState
  cardType: string | null
  lastFour: string | null
  createdAt: Date
  completedAt: Date | null
}

export interface RefundSummary extends Refund {
  id: number
  /** Of the payment. */
  attemptId: number
  reason: string
  detail: string | null
  /** Name of the member of staff who requested it. */
  requestedBy: string | null
  createdAt: Date
}
