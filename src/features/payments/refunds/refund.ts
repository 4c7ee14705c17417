import { toLondonTime } from '../../../lib/dates.ts'
import { type Pence, pence, sum } from '../../../lib/money.ts'

/** 'void' cancels a payment before its settlement; 'refund' returns money of a settled one. */
export type RefundKind = 'refund' | 'void'

/** 'sending': stored, the provider has not answered yet; 'unknown': its answer was lost, so the request is repeated. */
export type RefundState = 'sending' | 'done' | 'refused' | 'unknown'

export interface Refund {
  kind: RefundKind
  amount: Pence
  state: RefundState
  /** A refused one that was requested again. */
  isRepeated: boolean
}

/** The provider refused it, and it was not requested again. */
export const isOutstanding = ({ state, isRepeated }: Pick<Refund, 'state' | 'isRepeated'>): boolean =>
  state === 'refused' && !isRepeated

/** A payment that was taken, with all refunds of it. */
export interface PaidPayment {
  amount: Pence
  paidAt: Date
  refunds: readonly Refund[]
}

export type RefundRefusal = 'nothing_paid' | 'nothing_left' | 'too_much'

export const refundRefusalMessages: Record<RefundRefusal, string> = {
  nothing_paid: 'No card payment was taken for this order.',
  nothing_left: 'The whole payment has already been refunded, or is on its way.',
  too_much: 'That is more than is left to refund.',
}

/** What another refund can be for. Refunds whose result is unknown count as done; outstanding ones keep their sum. */
export function calculateRefundable({ amount, refunds }: PaidPayment): Pence {
  const refunded = sum(
    refunds
      .filter(refund => refund.state !== 'refused' || isOutstanding(refund))
      .map(refund => refund.amount),
  )
  return pence(Math.max(0, amount - refunded))
}

export type RefundDecision = { kind: RefundKind; amount: Pence } | { refused: RefundRefusal }

/**
 * A whole payment is voided on its day, before the nightly settlement, so that the card never shows it; everything else
 * is a refund. `requested`: an amount above 0, or all that is left.
 */
export function decideRefund(
  payment: PaidPayment | null,
  requested: Pence | 'all',
  now: Date,
): RefundDecision {
  if (!payment) return { refused: 'nothing_paid' }
  const refundable = calculateRefundable(payment)
  if (refundable === 0) return { refused: 'nothing_left' }
  if (requested !== 'all') {
    return requested > refundable ? { refused: 'too_much' } : { kind: 'refund', amount: requested }
  }
  const isWhole = refundable === payment.amount && !payment.refunds.some(({ kind }) => kind === 'void')
  return { kind: isWhole && isSameDay(payment.paidAt, now) ? 'void' : 'refund', amount: refundable }
}

// The settlement starts just after midnight in London.
const isSameDay = (one: Date, other: Date): boolean => toLondonTime(one).date === toLondonTime(other).date
