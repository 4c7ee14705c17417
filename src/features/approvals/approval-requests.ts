import type { Pence } from '../../lib/money.ts'
import type { Order } from '../orders/order.ts'

/** A request that awaits a decision. */
export type WaitingRequest = Order & { sentAt: Date }

/** A request that was approved or rejected. */
export interface DecidedRequest {
  reference: string
  sender: string
  total: Pence
  state: 'approved' | 'rejected'
  at: Date
  decidedBy: string
  /** Of a rejection, else ''. */
  reason: string
  /** Of the order that was placed from the request. */
  placedReference: string | null
}
