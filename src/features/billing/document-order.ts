import type { IsoDate } from '../../lib/dates.ts'
import type { Pence } from '../../lib/money.ts'
import type { Order, OrderOrigin } from '../orders/order.ts'
import type { DocumentLine, DocumentSummary } from './document.ts'

/** An order with all that its invoices and credit notes say. */
export interface DocumentOrder extends Order {
  company: { name: string; accountNumber: string; vatRegistration: string | null } | null
  /** The card that paid. */
  card: { type: string | null; lastFour: string | null } | null
  /** When the card was charged; null: no card paid. */
  paidAt: Date | null
  /** The quote or approval request that it was made from. */
  madeFrom: OrderOrigin | null
  /** The number and the due day of an order that was numbered when it was placed. */
  legacyNumber: number | null
  legacyDue: IsoDate | null
  isInvoiced: boolean
  documents: DocumentSummary[]
  /** The lines of its invoices, and of its credit notes. */
  invoiced: DocumentLine[]
  credited: DocumentLine[]
  /** Refunds made while the order was held; their credit notes are issued with its invoice. */
  deferred: DeferredCreditNote[]
}

/** A credit note that has no number yet. */
export interface DeferredCreditNote {
  id: number
  /** An ISO instant: when it was refunded. */
  at: string
  staffId: number
  reason: string
  lines: DocumentLine[]
  net: Pence
  vat: Pence
}
