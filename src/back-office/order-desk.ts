import type { OrderState } from '../orders/states.ts'
import { type RefundRefusal, refundRefusalMessages } from '../payments/refunds/refund.ts'
import { fromPounds, type Pence } from '../shared/money.ts'

/** What staff may do to an order, and what is said when they may not. */

export type DeskRefusal = 'changed' | 'cancelled_already' | 'not_placed' | 'no_provider' | RefundRefusal

export const deskWords: Record<DeskRefusal, string> = {
  ...refundRefusalMessages,
  changed:
    'Something happened to this order while you had it open. Nothing was done; you see it as it is now.',
  cancelled_already: 'This order was cancelled already. Nothing was done.',
  not_placed: 'Only an order that was placed can be cancelled. What is not placed in time ends by itself.',
  no_provider: 'No card provider is set up here, so the money cannot go back. Nothing was done.',
}

export interface CancelQuestion {
  state: OrderState
  /** What the order is now, and what the screen was drawn from that staff decided from. */
  version: string
  seen: string
  /** A card paid, and nobody is there to give it back. */
  lacksProvider: boolean
}

/** What stands in the way of cancelling; null: nothing. */
export function judgeCancel({ state, version, seen, lacksProvider }: CancelQuestion): DeskRefusal | null {
  if (state === 'cancelled') return 'cancelled_already'
  if (version !== seen) return 'changed'
  if (state !== 'placed') return 'not_placed'
  return lacksProvider ? 'no_provider' : null
}

/** Money goes back while an order stands, and after it was cancelled if it did not go back then. */
export function judgeRefund({ state, version, seen, lacksProvider }: CancelQuestion): DeskRefusal | null {
  if (version !== seen) return 'changed'
  if (state !== 'placed' && state !== 'cancelled') return 'nothing_paid'
  return lacksProvider ? 'no_provider' : null
}

export const longestReason = 500

/** Faults of a typed form by the field they belong to; empty: none. */
export type Faults = Record<string, string>

export function faultsOfCancel({ reason, confirm }: { reason: string; confirm: boolean }): Faults {
  return {
    ...reasonFault('cancel-reason', reason, 'Say why: the customer reads it.'),
    ...(confirm ? {} : { 'cancel-confirm': 'Tick the box to cancel this order.' }),
  }
}

export type ReadRefund = { amount: Pence } | { errors: Faults }

export function readRefund(typed: { amount: string; reason: string; confirm: boolean }): ReadRefund {
  const amount = fromPounds(typed.amount)
  const errors = {
    ...(amount === null || amount === 0
      ? { 'refund-amount': 'Enter an amount in pounds and pence, for example 12.50.' }
      : {}),
    ...reasonFault('refund-reason', typed.reason, 'Say why, for those who look at it later.'),
    ...(typed.confirm ? {} : { 'refund-confirm': 'Tick the box to send the money back.' }),
  }
  return amount === null || Object.keys(errors).length > 0 ? { errors } : { amount }
}

function reasonFault(field: string, reason: string, missing: string): Faults {
  if (reason === '') return { [field]: missing }
  return reason.length > longestReason ? { [field]: `Up to ${longestReason} characters, please.` } : {}
}
