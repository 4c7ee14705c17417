import type { IsoDate } from '../../lib/dates.ts'
import type { Pence } from '../../lib/money.ts'
import type { LineName } from '../basket/lines/line-entry-schema.ts'
import type { Order, OrderOrigin } from '../orders/order.ts'

export type DocumentKind = 'invoice' | 'credit_note'

/** Money ex VAT but `vat`. A credit note's amounts are positive as well. */
export interface DocumentLine extends LineName {
  kind: 'goods' | 'delivery' | 'amount'
  /** Of the order's line; null: no goods. */
  position: number | null
  productId: number | null
  quantity: number
  net: Pence
  vat: Pence
}

/** What a line of delivery or of an amount has instead. */
export const noGoods = { position: null, productId: null, code: '', entry: {}, quantity: 1 }

export interface DocumentSummary {
  kind: DocumentKind
  number: number
  issuedOn: IsoDate
  total: Pence
  /** The parcel that an invoice came with. */
  parcel: number | null
  /** Of a credit note; ''. */
  reason: string
}

export interface OrderRefund {
  amount: Pence
  /** As RefundState of payments. */
  state: 'sending' | 'done' | 'refused' | 'unknown'
  /** An ISO instant. */
  at: string
  lastFour: string | null
  provider: string
}

const prefixes: Record<DocumentKind, string> = { invoice: 'INV', credit_note: 'CN' }

export const documentNames: Record<DocumentKind, string> = { invoice: 'Invoice', credit_note: 'Credit note' }

/** 'INV-000042', 'CN-000007'. */
export const formatDocumentNumber = (kind: DocumentKind, number: number): string =>
  `${prefixes[kind]}-${String(number).padStart(6, '0')}`

/** Null: it is no number as `formatDocumentNumber` writes it. */
export function parseDocumentNumber(text: string): { kind: DocumentKind; number: number } | null {
  const [, prefix, digits] = /^(INV|CN)-(\d{6,9})$/.exec(text) ?? []
  if (digits === undefined) return null
  const kind = prefix === 'INV' ? 'invoice' : 'credit_note'
  const number = Number(digits)
  return formatDocumentNumber(kind, number) === text ? { kind, number } : null
}

/**
 * A number as people type it: 'inv 42', 'CN-000007'. Digits alone are those of an invoice. Null: it is no number of a
 * document.
 */
export function readDocumentNumber(text: string): { kind: DocumentKind; number: number } | null {
  const [, prefix = '', digits = ''] = /^(INV|CN)?[\s-]*(\d{1,9})$/i.exec(text.trim()) ?? []
  const number = Number(digits)
  return number > 0 ? { kind: prefix.toUpperCase() === 'CN' ? 'credit_note' : 'invoice', number } : null
}

/** An order with all that its invoices and credit notes say. */
export interface DocumentOrder extends Order {
  company: { name: string; accountNumber: string; vatRegistration: string | null } | null
  card: { type: string | null; lastFour: string | null; provider: string } | null
  /** When the card was charged; null: no card paid. */
  paidAt: Date | null
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
