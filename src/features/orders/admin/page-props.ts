import type { ConsignmentsView } from '../../../lib/consignments.ts'
import type { FieldErrors } from '../../../lib/field-checks.ts'
import type { Pence } from '../../../lib/money.ts'
import type { Handover } from '../handover.ts'
import type { LinePaging } from '../line-pages.ts'
import type { StateDescription } from '../messages.ts'
import type { OrderTotals } from '../order.ts'
import type { OrderLine } from '../order-line.ts'

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
}

export interface AdminOrderView {
  reference: string
  url: string
  state: StateDescription
  /** The account was on stop when it was placed: not despatched. */
  isHeld: boolean
  at: string
  customer: { name: string; email: string; telephone: string; taxCode: string }
  company: { name: string; accountNumber: string } | null
  lines: OrderLine[]
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
  canRefund: boolean
}

export interface TypedAction {
  amount: string
  reason: string
}

export interface AdminOrderPageProps {
  order: AdminOrderView & { paging: LinePaging }
  /** `getOrderVersion` of what is shown; sent with the forms, so that an outdated page changes nothing. */
  version: string
  typed: { cancel: string; refund: TypedAction }
  errors: FieldErrors
  /** The result of the last form when it does not belong to a field. */
  notice: string | null
}
