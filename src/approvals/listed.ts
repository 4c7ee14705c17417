import type { Pence } from '../shared/money.ts'

/** An order that was sent for approval and waits. */
export interface Waiting {
  id: number
  reference: string
  senderId: number | null
  sender: string
  sentAt: Date
  purchaseOrder: string
  /** Inc VAT. */
  total: Pence
  /** The first of its lines, and how many there are. */
  lines: { code: string; title: string; quantity: number }[]
  lineCount: number
}

/** An order that was sent for approval and decided. */
export interface Decided {
  reference: string
  sender: string
  total: Pence
  state: 'approved' | 'rejected'
  at: Date
  decidedBy: string
  /** Why it was rejected; '' for the others. */
  reason: string
  /** Of the order that was placed from it. */
  placedReference: string | null
}
