import { type FieldErrors, formatTooLong, toFieldErrors } from '../../lib/calls/field-checks.ts'
import { addDays, type IsoDate } from '../../lib/dates.ts'
import { parsePieceCount } from '../../lib/quantity.ts'
import type { Pieces } from '../orders/order-line.ts'
import { isBought, type OrderState } from '../orders/states.ts'
import { formatRequestRefusal } from './messages.ts'
import {
  countReturnable,
  isReturnReason,
  isSellersFault,
  maxDetailsLength,
  type RequestRefusal,
  type Returnable,
  type ReturnReason,
} from './returns.ts'

/** What a customer may return. */

/** Consumer Contracts Regulations 2013: the right to cancel. */
const consumerDays = 14
/** Days from the despatch of the last parcel after which it has certainly come, to the islands and Ireland too. */
const transitDays = 7

export interface ReturnedOrder {
  state: OrderState
  /** A consumer's order has none. */
  companyId: number | null
  /** London's day of its last parcel; null: unknown, or something is still to come. */
  lastDespatch: IsoDate | null
}

/**
 * The last day on which goods may come back that are not faulty; null: there is none yet. `days`: what the shop offers; null:
 * by agreement, so any day may be requested. The day of delivery is unknown, so the time for it is added.
 */
export function getReturnDeadline(
  { companyId, lastDespatch }: ReturnedOrder,
  days: number | null,
): IsoDate | null {
  if (lastDespatch === null || days === null) return null
  return addDays(lastDespatch, transitDays + (companyId === null ? Math.max(consumerDays, days) : days))
}

export const isTooLate = (deadline: IsoDate | null, today: IsoDate): boolean =>
  deadline !== null && today > deadline

/** Why nothing of an order can be returned, whatever the reason; null: something can. */
export function findOrderRefusal(
  { state }: Pick<ReturnedOrder, 'state'>,
  lines: readonly Returnable[],
): RequestRefusal | null {
  if (state === 'cancelled' || state === 'payment_reversed') return { why: 'ended' }
  if (!isBought(state) || lines.every(({ despatched }) => despatched === 0)) return { why: 'not_despatched' }
  return lines.every(line => countReturnable(line) === 0) ? { why: 'nothing_left' } : null
}

export interface RequestInput {
  order: ReturnedOrder
  lines: readonly Returnable[]
  pieces: readonly Pieces[]
  reason: ReturnReason
  /** RETURNS_DAYS. */
  days: number | null
  today: IsoDate
}

/** Why these pieces cannot be returned; null: they can. */
export function findRequestRefusal(input: RequestInput): RequestRefusal | null {
  const { order, lines, pieces, reason, days, today } = input
  const refusal = findOrderRefusal(order, lines)
  if (refusal) return refusal
  if (pieces.length === 0) return { why: 'nothing_chosen' }
  const deadline = getReturnDeadline(order, days)
  if (deadline !== null && isTooLate(deadline, today) && !isSellersFault(reason))
    return { why: 'too_late', deadline }
  return findTooMany(lines, pieces)
}

/** The first line of which more comes back than may; null: none. */
function findTooMany(
  lines: readonly Returnable[],
  pieces: readonly Pieces[],
): (RequestRefusal & { why: 'too_many' }) | null {
  for (const { position, quantity } of pieces) {
    const line = lines.find(each => each.position === position)
    const returnable = line ? countReturnable(line) : 0
    if (quantity > returnable) {
      const code = line?.code ?? `line ${position}`
      return { why: 'too_many', position, code, returnable, despatched: line?.despatched ?? 0 }
    }
  }
  return null
}

/** Pieces by line; a line that was sent twice is added up. */
export function addUpPieces(pieces: readonly Pieces[]): Pieces[] {
  const quantities = new Map<number, number>()
  for (const { position, quantity } of pieces)
    if (quantity > 0) quantities.set(position, (quantities.get(position) ?? 0) + quantity)
  return [...quantities].map(([position, quantity]) => ({ position, quantity }))
}

/** The percentage that staff are offered to deduct: trade buyers only, and never when it is the seller's fault. */
export function getProposedCharge(
  reason: ReturnReason,
  companyId: number | null,
  chargePercent: number | null,
): number {
  return companyId === null || isSellersFault(reason) ? 0 : (chargePercent ?? 0)
}

export interface DeliveryRefundInput {
  reason: ReturnReason
  companyId: number | null
  /** With what was credited before, everything that was despatched is credited. */
  isWholeOrder: boolean
  /** Within the 14 days, and the time for the delivery. */
  isWithinCancellation: boolean
}

/** Whether the delivery charge goes back too. */
export function isDeliveryRefunded(input: DeliveryRefundInput): boolean {
  const { reason, companyId, isWholeOrder, isWithinCancellation } = input
  if (!isWholeOrder) return false
  return isSellersFault(reason) || (companyId === null && isWithinCancellation)
}

/** The consumer's right to cancel, from the last parcel on. */
export const isWithinCancellation = (order: ReturnedOrder, requestedOn: IsoDate): boolean =>
  order.lastDespatch === null || requestedOn <= addDays(order.lastDespatch, transitDays + consumerDays)

export interface TypedReturn {
  /** By the position of the line. */
  lines: { position: number; quantity: string }[]
  reason: string
  details: string
}

export const emptyReturn: TypedReturn = { lines: [], reason: '', details: '' }

export type ParsedReturn =
  | { pieces: Pieces[]; reason: ReturnReason; details: string }
  | { errors: FieldErrors }

/** Errors by field: 'quantity-1' (by the position of its line), 'reason', 'details'. */
export function parseReturn(typed: TypedReturn): ParsedReturn {
  const { pieces, errors } = parsePieces(typed.lines)
  const { reason, details } = typed
  Object.assign(
    errors,
    toFieldErrors({
      reason: [!isReturnReason(reason) && 'Choose why you’re sending it back.'],
      details: [details.length > maxDetailsLength && formatTooLong('What happened', maxDetailsLength)],
    }),
  )
  // Alone, that nothing was chosen is said after what else refuses the return.
  const [first] = typed.lines
  if (first && pieces.length === 0 && Object.keys(errors).join() === 'reason')
    Object.assign(errors, { [`quantity-${first.position}`]: formatRequestRefusal({ why: 'nothing_chosen' }) })
  return Object.keys(errors).length === 0 && isReturnReason(reason) ? { pieces, reason, details } : { errors }
}

/** The pieces of each line; `field`: in front of the position in the names of the fields. */
export function parsePieces(
  lines: readonly { position: number; quantity: string }[],
  field = 'quantity',
): { pieces: Pieces[]; errors: FieldErrors } {
  const errors: FieldErrors = {}
  const pieces: Pieces[] = []
  for (const { position, quantity } of lines) {
    const count = parsePieceCount(quantity)
    if (count === null) errors[`${field}-${position}`] = 'Enter a whole number.'
    else if (quantity.trim() !== '') pieces.push({ position, quantity: count })
  }
  return { pieces: addUpPieces(pieces), errors }
}
