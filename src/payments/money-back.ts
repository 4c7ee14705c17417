import { londonTime } from '../shared/dates.ts'
import { type Pence, pence, sum } from '../shared/money.ts'

/** Money that goes back to a card (reference §3.6). */

export type RefundKind = 'refund' | 'void'

/** 'sending': written down, the provider's word is still out; 'unknown': his answer was lost, he is asked again. */
export type RefundState = 'sending' | 'done' | 'refused' | 'unknown'

export interface Refund {
  kind: RefundKind
  amount: Pence
  state: RefundState
}

/** A payment that was taken, with everything that went back of it or is on its way. */
export interface Paid {
  amount: Pence
  paidAt: Date
  refunds: readonly Refund[]
}

export type MoneyBackRefusal = 'nothing_paid' | 'nothing_left' | 'too_much'

export const moneyBackWords: Record<MoneyBackRefusal, string> = {
  nothing_paid: 'No card payment was taken for this order.',
  nothing_left: 'The whole payment went back already, or is on its way.',
  too_much: 'That is more than is left of the payment.',
}

/** What of a payment has not gone back. What may have gone back (no answer yet) counts as gone. */
export function leftOf({ amount, refunds }: Paid): Pence {
  const gone = sum(refunds.filter(({ state }) => state !== 'refused').map(refund => refund.amount))
  return pence(Math.max(0, amount - gone))
}

export type MoneyBack = { kind: RefundKind; amount: Pence } | { refused: MoneyBackRefusal }

/**
 * How money goes back: a whole payment is made void while the night's settlement has not taken it, so that the card
 * never shows it; everything else is a refund. `wanted`: an amount above 0, or all that is left.
 */
export function judgeMoneyBack(paid: Paid | null, wanted: Pence | 'all', now: Date): MoneyBack {
  if (!paid) return { refused: 'nothing_paid' }
  const left = leftOf(paid)
  if (left === 0) return { refused: 'nothing_left' }
  if (wanted !== 'all') {
    return wanted > left ? { refused: 'too_much' } : { kind: 'refund', amount: wanted }
  }
  const isWhole = left === paid.amount && !paid.refunds.some(({ kind }) => kind === 'void')
  return { kind: isWhole && isSameDay(paid.paidAt, now) ? 'void' : 'refund', amount: left }
}

// The settlement starts just after midnight in London.
const isSameDay = (one: Date, other: Date): boolean => londonTime(one).date === londonTime(other).date
