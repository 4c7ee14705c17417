import type { Actor } from '../../accounts/actor.ts'
import { isHeadBuyer, type Person } from '../../accounts/visitor.ts'
import type { OrderMessage } from '../../correspondence/correspondence.ts'
import type { ExpectedLine, ExpectedOrder } from '../../orders/expectation/expectation.ts'
import type { HistoryChange, HistoryEvent } from '../../orders/history.ts'
import type { Order, OrderOrigin } from '../../orders/order.ts'
import type { CatalogueEntry } from '../../orders/order-line.ts'
import type { OrderState } from '../../orders/states.ts'
import type { ParcelSummary } from '../../warehouse/despatch/parcel.ts'
import type { DocumentedOrder } from '../order-view.ts'

/** Whose orders a person sees in the account: their own, and a head buyer those of the company. */
export interface Viewer {
  personId: number
  /** Null: not a head buyer. */
  companyId: number | null
  /** Whether they may approve the requests of others at their company. */
  isApprover: boolean
}

export const toViewer = (person: Person): Viewer => ({
  personId: person.id,
  companyId: isHeadBuyer(person) ? (person.company?.id ?? null) : null,
  isApprover: isHeadBuyer(person) && !person.ordersRequireApproval,
})

export interface OrderListRow
  extends Pick<
    Order,
    | 'reference'
    | 'state'
    | 'method'
    | 'placedAt'
    | 'purchaseOrder'
    | 'total'
    | 'personId'
    | 'onStop'
    | 'holdReason'
    | 'isCreditHeld'
    | 'amountDue'
  > {
  createdAt: Date
  firstTitle: string
  lineCount: number
  /** Reference of the quote or approval request that it was made from. */
  madeFrom: string | null
  buyer: string
  facts: ExpectedOrder & { lines: ExpectedLine[] }
  /** The first first. */
  parcels: ParcelSummary[]
  invoices: number
}

export interface AccountOrder extends DocumentedOrder {
  createdAt: Date
  company: { name: string; accountNumber: string; vatRegistration: string | null } | null
  /** Pieces of its lines that credit notes have credited. */
  credited: { position: number; quantity: number }[]
  card: { type: string | null; lastFour: string | null } | null
  /** In the order of the lines. */
  products: CatalogueEntry[]
  history: HistoryEntry[]
  messages: OrderMessage[]
  madeFrom: OrderOrigin | null
  placedReference: string | null
}

export interface HistoryEntry {
  at: Date
  actor: Actor
  name: string | null
  isStaff: boolean
  to: OrderState
  event: HistoryEvent | null
  why: string
  changes: readonly HistoryChange[] | null
}
