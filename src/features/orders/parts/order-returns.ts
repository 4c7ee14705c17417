import type { StateDescription } from '../../../ui/StateLabel.tsx'
import type { Order } from '../order.ts'

/** What the returns of an order add to its page. */
export interface OrderReturns {
  /** Where goods of it are returned; null: nothing can be. */
  formUrl: string | null
  /** The newest first. */
  returns: OrderReturnItem[]
}

export interface OrderReturnItem {
  number: string
  url: string
  /** '24 November 2026'. */
  date: string
  state: StateDescription
  /** 'Oil filter, spin-on and 2 more'. */
  goods: string
}

/** The feature of returns provides it (src/app.ts). */
export type LoadOrderReturns = (order: Pick<Order, 'id' | 'reference' | 'state'>) => Promise<OrderReturns>
