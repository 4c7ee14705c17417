import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import type { ConsignmentsView } from '../../lib/consignments.ts'
import type { ContactView } from '../../lib/contact/contact-view.ts'
import type { Pence } from '../../lib/money.ts'
import type { StateDescription } from '../../ui/StateLabel.tsx'
import type { DiscardedInput } from '../back-office/DiscardedInputs.tsx'
import type { LinePaging } from '../basket/lines/line-pages.ts'
import type { Creditable } from '../billing/next-credit.ts'
import type { DocumentItem } from '../billing/view.ts'
import type { EmailView } from '../correspondence/correspondence.ts'
import type { OrderReturnItem } from '../order-pages/ReturnsSection.tsx'
import type { DeliveryOrCollection } from '../orders/delivery-or-collection.ts'
import type { LiftChoice } from '../orders/holds/hold-rules.ts'
import type { OrderTotals } from '../orders/order.ts'
import type { SavedLine } from '../orders/order-line.ts'
import type { TypedDelay } from '../warehouse/despatch/delay.ts'
import type { DueText } from '../warehouse/despatch/due-text.ts'
import type { ParcelView } from '../warehouse/despatch/view.ts'
import type { TypedCarriage, TypedDespatch } from './despatch/despatch-form.ts'
import type { TypedRefund } from './rules.ts'
import type { GoodsShare } from './state-view.ts'

/** The props of the staff's order pages. */

/** A line with where its goods are. */
export interface AdminOrderLine extends SavedLine {
  /** Null: the order is not placed. */
  pieces: { despatched: number; open: number; onHand: number } | null
  /** How many pieces of it were credited. */
  credited: number
}

export interface AdminParcel extends ParcelView {
  /** As in Parcel. */
  carrierKey: string
  despatchedBy: string
  /** Carrier and tracking number can be corrected. */
  isSent: boolean
}

/** A line of the rest of an order. */
export interface LineToCome {
  position: number
  code: string
  title: string
  quantity: number
  due: DueText
  /** 'Can go now', '5 on hand, for older orders', 'Not on hand'. */
  goods: string
  /** All of it. */
  canGo: boolean
}

/** The lines that are still to go out. */
export interface DespatchFormView {
  isCollected: boolean
  /** Of no open line anything is on hand, listed or not. */
  isNothingHere: boolean
  /** What older orders get first, and can be sent all the same with a tick: 'FH-HYD-1, FH-H-7764 and 2 more'; ''. */
  queueJump: string
  /** Why nothing can go although goods are on hand, with the order that comes first; null: something can, or nothing is. */
  nothingGoes: { text: string; older: { reference: string; url: string } | null } | null
  /** What the customer wants all together still waits for: '5 × FH-HYD-1'; '': nothing. */
  waitsFor: string
  /** What was typed into it last comes first, then what can go out now. */
  lines: {
    position: number
    code: string
    title: string
    open: number
    onHand: number
    /** What the form proposes to send. */
    proposed: number
    /** Of the rest of an order; null: nothing has left, so that the heading says it. */
    due: DueText | null
    /** Who is to have what is on hand: '2 set aside for other orders'; ''. */
    note: string
    /** What is on hand goes to the oldest of these orders first; null: none waits for it. */
    older: { reference: string; url: string; more: number } | null
  }[]
  /** How many open lines are not listed. */
  more: number
  /** The carrier that the form has chosen, as in Parcel; ''. */
  carrier: string
  /** Where a parcel goes and by which service; '': it is collected. */
  destination: string
  /** Who is to collect it; '': it is delivered, or that is not known. */
  collector: string
  /** 'Friday 27 November 2026': the day of the e-mail that it is ready; null: there was none. */
  readySince: string | null
}

/** What was invoiced and is not credited yet, or is invoiced first. */
export interface CreditFormView extends Creditable {
  /** No piece would be invoiced first, so what some of them come to follows from what is left. */
  isExact: boolean
  /** Inc VAT: the most that can be credited, or refunded to the card. */
  left: Pence
  isCard: boolean
  /** Of a cancelled order, whose credit note was issued when it was cancelled. */
  isRefundAlone: boolean
  /** Something has left the shop and may come back. */
  canRestock: boolean
  /** Something is still to be sent. */
  canWithdraw: boolean
}

export interface AdminOrderView {
  reference: string
  url: string
  state: StateDescription
  /** Why nothing of it is despatched; null: it is not held, or only until it is paid. */
  held: string | null
  /** 'Stella Affleck, 27 November 2026, 12:48'; '': staff have not held it. */
  heldBy: string
  /** What is still to be paid by card, and holds the order; 0: nothing. */
  amountDue: Pence
  /** When the link to pay it was sent last; null: it is on its way. */
  linkSentAt: string | null
  /** Staff hold it, and its account is on stop too. */
  isHeldTwice: boolean
  /** The open pick list that it is on; null: none. */
  pickListId: number | null
  /** What the last e-mail about a delay said, and its day, as a clause; null: there was none, or nothing is to go. */
  delay: { hasDay: boolean; text: string } | null
  /** 'Promised: Wednesday 25 November', 'Promised: the rest about …'; '': no day is, or a delay was announced. */
  promisedFirst: string
  /** Its account is on stop, and staff do not hold it. */
  isHeldForAccount: boolean
  at: string
  customer: ContactView & { taxCode: string }
  company: { name: string; accountNumber: string } | null
  lines: AdminOrderLine[]
  /** What has left, and what is still to come. */
  parcels: AdminParcel[]
  heading: {
    /** How much of the rest can go now; null: it is not said. */
    goods: { share: GoodsShare; text: string } | null
    /** '6 of 12 pieces sent Fri 20 Nov', with the carrier of the last parcel, or ''; null: nothing has left. */
    sent: { text: string; carrier: string; trackingUrl: string | null } | null
    /** 'For Wednesday 25 November', 'About 11–18 December', 'The rest is delayed, now due …'; empty: nothing is to be sent. */
    due: DueText[]
  }
  /** The rest, for who does not despatch it; null: nothing has left, or nothing is to go. */
  toCome: { lines: LineToCome[]; more: number } | null
  /** What can be despatched now; null: nothing is left, or the order is not placed. */
  despatch: DespatchFormView | null
  consignments: ConsignmentsView | null
  totals: OrderTotals
  /** What was credited, inc VAT. */
  credited: Pence
  deliveryOrCollection: DeliveryOrCollection
  billing: string[]
  deliveryText: string
  /** The day of delivery is what was requested, and not promised: the order is, or was, held or delayed, is cancelled, or it was that of a first part. */
  isDayOpen: boolean
  deliveryInstructions: string
  purchaseOrder: string
  method: string
  documents: DocumentItem[]
  madeFrom: { reference: string; url: string; name: string } | null
  madeInto: { reference: string; url: string } | null
  /** With notes and messages. */
  history: { when: string; iso: string; who: string; what: string; text: string | null }[]
  /** Id of the last message in the history; 0: there is none. */
  lastMessage: number
  /** The customer's messages that wait for an answer. */
  openMessages: { text: string; when: string; who: string }[]
  emails: EmailView[]
  attempts: { code: string; amount: Pence; what: string; card: string; when: string; iso: string }[]
  refunds: {
    /** Of one that can be sent again: its id. */
    refusedId: number | null
    amount: Pence
    what: string
    hasProblem: boolean
    reason: string
    who: string
    when: string
    iso: string
  }[]
  /** Of the card payments that were not voided: what was paid, refunded, and can be refunded; null: no card paid. */
  money: { paid: Pence; back: Pence; left: Pence } | null
  /** What can be credited; null: nothing. */
  credit: CreditFormView | null
  canCancel: boolean
  canHold: boolean
  canCorrect: boolean
}

/** What was typed into a form that was refused. */
export interface TypedForms {
  cancel?: string
  refund?: TypedRefund
  /** What the refund comes to, inc VAT, and is to be confirmed. */
  refundSum?: Pence
  despatch?: TypedDespatch
  delay?: TypedDelay
  parcel?: TypedCarriage & { number: number; email: boolean }
  hold?: string
  note?: string
  message?: string
  release?: { reason: string; lift: LiftChoice }
}

export interface AdminOrderPageProps {
  order: AdminOrderView & { paging: LinePaging }
  /** The newest first. */
  returns: OrderReturnItem[]
  /** `getOrderVersion` of what is shown; sent with the forms, so that an outdated page changes nothing. */
  version: string
  /** A key of the forms, so that the same press twice despatches, writes or sends once. */
  requestKey: string
  /** The pick list that the page was opened from, which its form leads back to; null: from no list. */
  pickList: number | null
  typed: TypedForms
  /** What was typed into a form that the order no longer has. */
  discardedInput: DiscardedInput[]
  errors: FieldErrors
  /** The result of the last form when it does not belong to a field. */
  notice: string | null
}
