import type { Pence } from '../../../lib/money.ts'
import type { Order } from '../../orders/order.ts'
import type { CatalogueEntry, OrderLine } from '../../orders/order-line.ts'
import type { QuoteState } from '../quote.ts'

/** A row of the list of quotes in an account. */
export interface ListedQuote extends Pick<Order, 'id' | 'reference' | 'purchaseOrder' | 'delivery'> {
  state: QuoteState
  requestedAt: Date
  isOwn: boolean
  /** The requester has left the company: its head buyers can order it. */
  hasRequesterLeft: boolean
  buyer: string
  expiresAt: Date | null
  /** Null before it is priced. */
  deliveryCost: Pence | null
  lines: (Pick<OrderLine, 'title' | 'quantity'> & { offeredPrice: Pence | null })[]
}

export interface RequestedQuote {
  id: number
  requestedAt: Date
  /** False: a colleague's, which a head buyer sees. */
  isOwn: boolean
  /** The requester has left the company: its head buyers can order it. */
  hasRequesterLeft: boolean
  /** In the order of the lines. */
  products: CatalogueEntry[]
  /** Reference of the order or approval request that was made from it. */
  orderedAs: string | null
  /** '' unless it was withdrawn. */
  withdrawnWhy: string
}
