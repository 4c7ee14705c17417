import type { Order } from '../orders/order.ts'
import type { Pence } from '../shared/money.ts'
import type { QuoteState } from './quote.ts'

/** A row of the list of quotes in an account. */
export interface ListedQuote extends Pick<Order, 'id' | 'reference' | 'purchaseOrder' | 'delivery'> {
  state: QuoteState
  askedAt: Date
  expiresAt: Date | null
  /** Null, as the prices of the lines, while nothing was offered. */
  carriage: Pence | null
  lines: { title: string; quantity: number; unitPrice: Pence | null }[]
}

export interface AskedQuote {
  id: number
  askedAt: Date
  goods: { path: string; image: string | null; forSale: boolean }[]
  /** The order that was made of it. */
  orderedAs: string | null
  /** '' unless it was withdrawn. */
  withdrawnWhy: string
}
