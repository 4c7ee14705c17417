import type { ConsignmentsView } from '../../../lib/consignments.ts'
import type { FieldErrors } from '../../../lib/field-checks.ts'
import type { Pence } from '../../../lib/money.ts'
import type { ParcelView } from '../despatch/view.ts'
import type { Handover } from '../handover.ts'
import type { LinePaging } from '../line-pages.ts'
import type { StateDescription } from '../messages.ts'
import type { OrderTotals } from '../order.ts'
import type { OrderLine } from '../order-line.ts'
import type { TypedCarriage, TypedDespatch } from './despatch-form.ts'

/** The props of the staff's order pages. */

export interface AdminOrderListItem {
  reference: string
  url: string
  at: string
  name: string
  email: string
  company: string
  purchaseOrder: string
  lineCount: number
  method: string
  total: Pence
  state: StateDescription
  /** 'For Wednesday 25 November'; null: nothing is to be sent, or no day was promised. */
  promised: string | null
  canGoOutWhole: boolean | null
}

/** A line with where its goods are. */
export interface AdminOrderLine extends OrderLine {
  /** Null: the order is not placed. */
  pieces: { despatched: number; open: number; onHand: number } | null
}

export interface AdminParcel extends ParcelView {
  /** The key of the carrier. */
  carrierKey: string
  despatchedBy: string
  /** Carrier and tracking number can be corrected. */
  isSent: boolean
}

/** The lines that are still to go out. */
export interface DespatchFormView {
  isCollected: boolean
  isReadyToCollect: boolean
  /** Of no open line anything is on hand, listed or not. */
  isNothingHere: boolean
  /** Those that can go out now come first. */
  lines: {
    position: number
    code: string
    title: string
    open: number
    onHand: number
    /** What can go out now. */
    sendable: number
  }[]
  /** How many open lines are not listed. */
  more: number
  /** The carrier that was used last; ''. */
  carrier: string
}

export interface AdminOrderView {
  reference: string
  url: string
  state: StateDescription
  /** Why nothing of it is despatched; null: it is not held. */
  held: string | null
  at: string
  customer: { name: string; email: string; telephone: string; taxCode: string }
  company: { name: string; accountNumber: string } | null
  lines: AdminOrderLine[]
  /** What has left, and what is still to come. */
  parcels: AdminParcel[]
  /** What can be despatched now; null: nothing is left, or the order is not placed. */
  despatch: DespatchFormView | null
  consignments: ConsignmentsView | null
  totals: OrderTotals
  handover: Handover
  billing: string[]
  deliveryText: string
  deliveryInstructions: string
  purchaseOrder: string
  method: string
  /** 'INV-000042'. */
  invoiceNumber: string | null
  madeFrom: { reference: string; url: string; name: string } | null
  madeInto: { reference: string; url: string } | null
  history: { when: string; iso: string; who: string; what: string }[]
  attempts: { code: string; amount: Pence; what: string; card: string; when: string; iso: string }[]
  refunds: {
    amount: Pence
    what: string
    hasProblem: boolean
    reason: string
    who: string
    when: string
    iso: string
  }[]
  /** Of the card payment: what was paid, refunded, and can be refunded; null: no card paid. */
  money: { paid: Pence; back: Pence; left: Pence } | null
  canCancel: boolean
  canHold: boolean
  canRefund: boolean
}

export interface TypedAction {
  amount: string
  reason: string
}

/** What was typed into a form that was refused. */
export interface TypedForms {
  cancel?: string
  refund?: TypedAction
  despatch?: TypedDespatch
  parcel?: TypedCarriage & { number: number }
  hold?: string
  release?: string
}

/** Something that was typed, to be read and copied. */
export interface TypedFact {
  name: string
  text: string
}

export interface AdminOrderPageProps {
  order: AdminOrderView & { paging: LinePaging }
  /** `getOrderVersion` of what is shown; sent with the forms, so that an outdated page changes nothing. */
  version: string
  /** A key of the despatch form, so that the same press twice despatches once. */
  requestKey: string
  typed: TypedForms
  /** What was typed into a form that the order, as it is now, has no more. */
  unsent: TypedFact[]
  errors: FieldErrors
  /** The result of the last form when it does not belong to a field. */
  notice: string | null
}
