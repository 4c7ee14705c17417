import type { Pence } from '../../lib/money.ts'
import type { OrderMessage, OrderNote } from '../correspondence/correspondence.ts'
import type { CreditCheck } from '../credit/credit.ts'
import type { ExpectedLine, ExpectedOrder } from '../orders/expectation/expectation.ts'
import type { HistoryChange, HistoryEvent } from '../orders/history.ts'
import type { OrderChannel, OrderPaymentMethod } from '../orders/order.ts'
import type { OrderKind, OrderState } from '../orders/states.ts'
import type { Parcel, ParcelSummary } from '../warehouse/despatch/parcel.ts'

export interface AdminOrderRow {
  reference: string
  state: OrderState
  kind: OrderKind
  method: OrderPaymentMethod | null
  /** As in `Order`. */
  paidBy: readonly string[] | null
  onStop: boolean
  amountDue: Pence
  holdReason: string
  isCreditHeld: boolean
  /** Of an order that is held for the credit of its account. */
  creditCheck: CreditCheck | null
  isReadyToCollect: boolean
  /** On an open pick list. */
  isBeingPicked: boolean
  /** When it was placed, else saved. */
  at: Date
  name: string
  email: string
  company: string
  purchaseOrder: string
  lineCount: number
  /** With the lines of which something is still to go, if it can be despatched. */
  facts: ExpectedOrder & { lines: (ExpectedLine & { code: string })[] }
  lastParcel: Pick<ParcelSummary, 'despatchedAt' | 'carrier' | 'collectedBy'> | null
  showsGoods: boolean
  total: Pence
}

interface AdminHistoryEntry {
  at: Date
  /** The name of a person, or 'clock', 'guest', 'card provider'. */
  who: string
  to: OrderState
  event: HistoryEvent | null
  why: string
  changes: readonly HistoryChange[] | null
}

/** What happened to an order since a page was opened. */
export type OrderChange = { who: string } & (
  | (Omit<AdminHistoryEntry, 'at' | 'who'> & { refunded: null })
  /** To the card. */
  | { refunded: Pence }
)

export interface AdminOrderDetails {
  createdAt: Date
  source: OrderChannel
  /** Who of the staff entered it; null: the customer placed it. */
  takenBy: string | null
  /** Its account is on stop and holds it; staff may hold it too. */
  isAccountStopped: boolean
  /** What its account’s credit holds it for, whatever else does; null: nothing. */
  creditCheck: CreditCheck | null
  /** The open pick list that it is on; null: none. */
  pickListId: number | null
  company: { name: string; accountNumber: string } | null
  madeFrom: { reference: string; isQuote: boolean } | null
  madeInto: string | null
  parcels: Parcel[]
  /** When the customer was last e-mailed about a delay, and that it is ready to collect; null: neither holds. */
  delayedAt: Date | null
  readyAt: Date | null
  /** Of the parcel that was sent last, of any order; pallets aside. */
  lastCarrier: string | null
  history: AdminHistoryEntry[]
  notes: OrderNote[]
  messages: OrderMessage[]
}
