import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { parsePieceCount } from '../../../lib/quantity.ts'
import type { Pieces } from '../../orders/order-line.ts'

export interface Parcel {
  /** 1, 2 … of its order. */
  number: number
  /** A key of carriers.ts, or the name of another carrier; ''. */
  carrier: string
  trackingNumber: string
  /** Who took it at the counter; '': it was sent. */
  collectedBy: string
  /** An ISO instant. */
  despatchedAt: string
  /** Of staff; '': not known. */
  despatchedBy: string
  lines: Pieces[]
}

export type ParcelSummary = Omit<Parcel, 'despatchedBy' | 'lines'>

export const maxTrackingLength = 60
export const maxCollectorLength = 100

export interface DespatchQuantity {
  position: number
  quantity: string
  /** What the form proposed; absent or '': not known. */
  proposed?: string
}

/** `lines`: those whose quantity can be read. */
export interface ParsedDespatch {
  lines: Pieces[]
  errors: FieldErrors
}

/** Lines without pieces are left out. */
export function parseQuantities(typed: readonly DespatchQuantity[]): ParsedDespatch {
  const errors: FieldErrors = {}
  const quantities = new Map<number, number>()
  for (const { position, quantity } of typed) {
    const pieces = parsePieceCount(quantity)
    if (pieces === null) errors[`quantity-${position}`] = 'Enter a whole number.'
    else if (pieces > 0) quantities.set(position, (quantities.get(position) ?? 0) + pieces)
  }
  return { lines: [...quantities].map(([position, quantity]) => ({ position, quantity })), errors }
}
