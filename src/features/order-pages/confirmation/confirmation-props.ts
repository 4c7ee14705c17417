import type { ConsignmentsView } from '../../../lib/consignments.ts'
import type { LinePaging } from '../../basket/lines/line-pages.ts'
import type { DocumentItem, InvoiceLink, RefundItem } from '../../billing/view.ts'
import type { DeliveryOrCollection } from '../../orders/delivery-or-collection.ts'
import type { AmountToPay, LinkedOrigin, OrderTotals } from '../../orders/order.ts'
import type { linkLines } from '../../orders/order-line.ts'
import type { DespatchView } from '../../warehouse/despatch/view.ts'

export interface ConfirmationPageProps {
  reference: string
  state: 'placed' | 'awaiting_payment' | 'awaiting_approval' | 'quote_requested' | 'ended'
  /** 'Thank you, your order is placed'. */
  headline: string
  /** The recipient of the e-mail. */
  email: string
  /** What happens next, in a sentence or two. */
  next: string
  /** 'Arrives Tuesday 24 November'; null: nothing is on its way. */
  arrival: string | null
  /** An e-mail with the same content is sent. */
  isMailed: boolean
  lines: ReturnType<typeof linkLines>
  consignments: ConsignmentsView | null
  /** As in OrderView. */
  notSent: string
  /** Its parcels; null: nothing has left the shop. */
  despatch: DespatchView | null
  paging: LinePaging
  totals: OrderTotals
  deliveryOrCollection: DeliveryOrCollection
  /** The lines of the address label. */
  billing: string[]
  /** 'Tuesday 24 November, Next working day'. */
  deliveryText: string
  /** 'Card', 'On account'. */
  payment: string
  purchaseOrder: string
  deliveryInstructions: string
  quoteNote: string
  /** Why no VAT is charged; null where it is. */
  vatNote: string | null
  /** Of an approval request; null: not decided yet. */
  decision: Decision | null
  /** Its page in the visitor's account; null for a guest. */
  accountUrl: string | null
  /** The quote or approval request that it was made from. */
  madeFrom: LinkedOrigin | null
  /** For a guest: the login, or null when the order belongs to no account. Null: signed in. */
  signIn: { url: string | null } | null
  /** Null: nothing is to be paid any more. */
  toPay: AmountToPay | null
  invoice: InvoiceLink | null
  documents: DocumentItem[]
  refunds: RefundItem[]
  /** 'Delivery', 'Collection requested'. */
  deliveryName: string
}

export interface Decision {
  /** Name; '' when it is not known. */
  by: string
  /** Why it was rejected; '' when it was approved. */
  reason: string
  /** Of the order that was placed from the request. */
  placedReference: string | null
}
