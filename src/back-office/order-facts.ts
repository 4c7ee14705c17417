import type { OrderMethod } from '../orders/order.ts'
import type { OrderState } from '../orders/states.ts'
import type { Pence } from '../shared/money.ts'

/** What staff see of orders, as it was found. */

/** A row of the list of orders. */
export interface DeskOrder {
  reference: string
  state: OrderState
  method: OrderMethod
  onStop: boolean
  /** When it was placed, else saved. */
  at: Date
  name: string
  email: string
  company: string
  purchaseOrder: string
  lineCount: number
  total: Pence
}

export interface DeskHistoryLine {
  at: Date
  /** The name of who did it, else what did: 'clock', 'guest', 'card provider'. */
  who: string
  to: OrderState
  why: string
}

/** What staff see of an order besides the order itself. */
export interface OrderFacts {
  createdAt: Date
  invoiceNumber: number | null
  company: { name: string; accountNumber: string } | null
  /** Of the quote or the request for approval that it was made from, and of what was made from it. */
  madeFrom: { reference: string; isQuote: boolean } | null
  madeInto: string | null
  history: DeskHistoryLine[]
}
