import type { Pence } from '../../lib/money.ts'
import type { OrderLine } from '../orders/order-line.ts'

/** A request that awaits a decision. */
export interface WaitingRequest {
  id: number
  reference: string
  senderId: number | null
  sender: string
  sentAt: Date
  purchaseOrder: string
  /** Inc VAT. */
  total: Pence
  /** The first lines, and how many there are. */
  lines: OrderLine[]
  lineCount: number
}

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
