import type { FieldErrors } from '../../../lib/field-checks.ts'
import { type Pence, parsePounds } from '../../../lib/money.ts'
import { type RefundRefusal, refundRefusalMessages } from '../../payments/refunds/refund.ts'
import { isBought, type OrderState } from '../states.ts'

/** What staff may do to an order. */

export type OrderActionRefusal =
  | 'changed'
  | 'cancelled_already'
  | 'despatched'
  | 'not_placed'
  | 'no_provider'
  | RefundRefusal

export const orderActionMessages: Record<OrderActionRefusal, string> = {
  ...refundRefusalMessages,
  changed: 'This order has changed since you opened it, so nothing was done. This is the current version.',
  cancelled_already: 'This order has already been cancelled. Nothing was done.',
  despatched: 'Goods of this order have already left, so it can’t be cancelled. Nothing was done.',
  not_placed: 'Only placed orders can be cancelled. Unfinished ones lapse by themselves.',
  no_provider: 'No card provider is set up, so the card can’t be refunded. Nothing was done.',
}

export interface OrderActionInput {
  state: OrderState
  /** Of the order now, and of the page that the form was on. */
  version: string
  seen: string
  /** A card paid, and no card provider is set up to refund it. */
  lacksProvider: boolean
}

/** Why the order cannot be cancelled; null: it can. */
export function findCancelRefusal({
  state,
  version,
  seen,
  lacksProvider,
}: OrderActionInput): OrderActionRefusal | null {
  if (state === 'cancelled') return 'cancelled_already'
  if (isBought(state) && state !== 'placed') return 'despatched'
  if (version !== seen) return 'changed'
  if (state !== 'placed') return 'not_placed'
  return lacksProvider ? 'no_provider' : null
}

/** A placed order can be refunded, and a cancelled one whose refund failed. */
export function findRefundRefusal({
  state,
  version,
  seen,
  lacksProvider,
}: OrderActionInput): OrderActionRefusal | null {
  if (version !== seen) return 'changed'
  if (!isRefundable(state)) return 'nothing_paid'
  return lacksProvider ? 'no_provider' : null
}

export const isRefundable = (state: OrderState): boolean => isBought(state) || state === 'cancelled'

export const maxCancellationReasonLength = 500

/** `field`: 'hold-reason', 'release-reason'. */
export const validateReason = (field: string, reason: string): FieldErrors =>
  reasonErrors(field, reason, 'Give a reason, for your records.')

export function validateCancel({ reason, confirm }: { reason: string; confirm: boolean }): FieldErrors {
  return {
    ...reasonErrors('cancel-reason', reason, 'Give a reason: the customer sees it.'),
    ...(confirm ? {} : { 'cancel-confirm': 'Tick the box to cancel this order.' }),
  }
}

export type ParsedRefund = { amount: Pence } | { errors: FieldErrors }

export function parseRefund(typed: { amount: string; reason: string; confirm: boolean }): ParsedRefund {
  const amount = parsePounds(typed.amount)
  const errors = {
    ...(amount === null || amount === 0
      ? { 'refund-amount': 'Enter an amount in pounds and pence, for example 12.50.' }
      : {}),
    ...reasonErrors('refund-reason', typed.reason, 'Give a reason, for your records.'),
    ...(typed.confirm ? {} : { 'refund-confirm': 'Tick the box to refund the card.' }),
  }
  return amount === null || Object.keys(errors).length > 0 ? { errors } : { amount }
}

function reasonErrors(field: string, reason: string, missing: string): FieldErrors {
  if (reason === '') return { [field]: missing }
  return reason.length > maxCancellationReasonLength
    ? { [field]: `Up to ${maxCancellationReasonLength} characters, please.` }
    : {}
}
