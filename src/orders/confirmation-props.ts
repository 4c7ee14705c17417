import type { Pence } from '../shared/money.ts'
import type { Handover } from './handover.ts'

export interface ConfirmationPageProps {
  reference: string
  state: 'placed' | 'awaiting_payment' | 'awaiting_approval' | 'quote_requested' | 'ended'
  /** 'Thank you, your order is placed'. */
  headline: string
  /** Where the mail goes. */
  email: string
  /** What happens next, in a sentence or two. */
  next: string
  /** A mail tells all of this too. */
  isMailed: boolean
  lines: { code: string; title: string; quantity: number; unitPrice: Pence; total: Pence }[]
  /** Ex VAT but `vat` and `total`; carriage null: to be quoted. */
  totals: { subtotal: Pence; discount: Pence; carriage: Pence | null; vat: Pence; total: Pence }
  handover: Handover
  /** The address by line. */
  billing: string[]
  /** 'Tuesday 24 November, Next working day'. */
  deliveryText: string
  /** 'Card', 'On account'. */
  payment: string
  purchaseOrder: string
  deliveryInstructions: string
  /** Why no VAT is charged; null where it is. */
  vatNote: string | null
  /** What a head buyer said of an order that was sent for approval; null: nothing yet. */
  decision: Decision | null
  /** Where it stands in the account of who is signed in; null for a guest. */
  accountUrl: string | null
}

export interface Decision {
  /** '' when it is not known who. */
  by: string
  /** Why it was rejected; '' when it was approved. */
  reason: string
  /** What was placed from it. */
  placedReference: string | null
}
