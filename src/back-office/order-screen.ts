import type { StateWords } from '../orders/account-words.ts'
import type { Handover } from '../orders/handover.ts'
import type { Pence } from '../shared/money.ts'
import type { Faults } from './order-desk.ts'

/** What the screens of orders show. */

export interface OrderRow {
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
  state: StateWords
}

export interface OrderView {
  reference: string
  url: string
  state: StateWords
  /** Kept back: the account was on stop when it was placed (specification §5). */
  isHeld: boolean
  at: string
  customer: { name: string; email: string; telephone: string; taxCode: string }
  company: { name: string; accountNumber: string } | null
  lines: { code: string; title: string; quantity: number; unitPrice: Pence; total: Pence }[]
  totals: { subtotal: Pence; discount: Pence; carriage: Pence | null; vat: Pence; total: Pence }
  vouchers: string[]
  handover: Handover
  billing: string[]
  deliveryText: string
  instructions: string
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
    isTrouble: boolean
    reason: string
    who: string
    when: string
    iso: string
  }[]
  /** Of the card payment; null: none was taken. */
  money: { paid: Pence; back: Pence; left: Pence } | null
  mayCancel: boolean
  mayRefund: boolean
}

export interface TypedAction {
  amount: string
  reason: string
}

/** What the screen of one order shows. */
export interface OrderScreen {
  order: OrderView
  /** What the screen was drawn from; goes back with its forms. */
  version: string
  typed: { cancel: string; refund: TypedAction }
  errors: Faults
  /** What became of the last send when it is not about a field. */
  notice: string | null
}
