import type { Pence } from '../../lib/money.ts'
import type { TypedEntryLine } from './entry.ts'

/** A line of the form with what the catalogue says of it today. */
export interface EntryLine extends TypedEntryLine {
  title: string
  /** The customer's; null: on request. */
  unitPrice: Pence | null
  /** That is agreed with the customer, and no price of who takes the order: staff are warned, and nothing is refused. */
  isBelowCost: boolean
  /** Null: the typed quantity cannot be read, so the line has no price. */
  pieces: number | null
  stock: { available: number; backOrder: boolean; forSale: boolean; note: string | null }
  /** What the customer paid last, and when (ISO); null: never bought. */
  last: { price: Pence; at: string } | null
}

export interface ProposedPart {
  code: string
  title: string
  price: Pence | null
  available: number
  quantity: number
}

/** A typed line that has no certain part, with the parts that it may mean. */
export interface UnreadLine {
  text: string
  proposed: ProposedPart[]
}

/** What the order comes to. */
export interface EntryTotals {
  goods: Pence
  /** Null: no delivery is chosen yet. */
  carriage: Pence | null
  vat: Pence
  total: Pence
}

export interface EntryDraftItem {
  key: string
  customer: string
  url: string
  name: string
  lineCount: number
  /** '24 Nov, 09:00'. */
  savedAt: string
}
