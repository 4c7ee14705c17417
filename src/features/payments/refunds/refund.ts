import { toLondonTime } from '../../../lib/dates.ts'
import { formatPounds, type Pence, pence, sum } from '../../../lib/money.ts'
import type { Result } from '../../../lib/result.ts'
import { upperFirst } from '../../../lib/text.ts'
import { moneyBackWords, toMoneyBackWay } from '../../orders/money-back.ts'
import type { AttemptState } from '../attempts/attempt.ts'
import { isHandKind } from '../by-hand.ts'

/** 'void' cancels a payment before its settlement; 'refund' returns money of a settled one. */
export type RefundKind = 'refund' | 'void'

/** 'sending': stored, the provider has not answered yet; 'unknown': its answer was lost, so the request is repeated. */
export type RefundState = 'sending' | 'done' | 'refused' | 'unknown'

export interface Refund {
  kind: RefundKind
  amount: Pence
  state: RefundState
  isRepeated: boolean
}

/** The provider refused it, and it was not requested again. */
export const isOutstanding = ({ state, isRepeated }: Pick<Refund, 'state' | 'isRepeated'>): boolean =>
  state === 'refused' && !isRepeated

export interface PaidPayment {
  attemptId: number
  amount: Pence
  paidAt: Date
  /** Of what staff took themselves, how: they hand it back. */
  provider: string
  refunds: readonly Refund[]
}

/** What became of refunds: the sum of those with that result. */
export interface RefundOutcome {
  amount: Pence
  state: RefundState
  /** Of the payment that goes back. */
  provider: string
}

/** `see`: where the refund is. */
export function formatRefundOutcome({ amount, state, provider }: RefundOutcome, see: string): string {
  const sum = formatPounds(amount)
  const way = toMoneyBackWay([provider])
  const [before, after] = moneyBackWords[way]
  if (way !== 'card') return `${upperFirst(before)} ${sum} ${after}.`
  if (state === 'done') return `${sum} was refunded to the card.`
  if (state === 'refused') return `The card provider refused to refund ${sum}: see ${see}.`
  return `The card provider has not confirmed the refund of ${sum} yet. We’ll keep checking every minute.`
}

export type RefundRefusal = 'nothing_paid' | 'nothing_left' | { why: 'too_much'; left: Pence }

export const refundRefusalMessages: Record<Extract<RefundRefusal, string>, string> = {
  nothing_paid: 'No payment was taken for this order.',
  nothing_left: 'The whole payment has already been refunded, or is on its way.',
}

/** What another refund can be for. Refunds whose result is unknown count as done; outstanding ones keep their sum. */
export function calculateRefundable({ amount, refunds }: Pick<PaidPayment, 'amount' | 'refunds'>): Pence {
  const refunded = sum(
    refunds
      .filter(refund => refund.state !== 'refused' || isOutstanding(refund))
      .map(refund => refund.amount),
  )
  return pence(Math.max(0, amount - refunded))
}

export interface PlannedRefund {
  attemptId: number
  provider: string
  kind: RefundKind
  amount: Pence
}

/**
 * The refunds of an order's payments, of the newest first: it is the likeliest to be still on its day. `payments`: the
 * newest first. `requested`: an amount above 0, or all that is left.
 */
export function planRefunds(
  payments: readonly PaidPayment[],
  requested: Pence | 'all',
  now: Date,
): Result<{ refunds: PlannedRefund[] }, RefundRefusal> {
  if (payments.length === 0) return { ok: false, reason: 'nothing_paid' }
  const total = sum(payments.map(calculateRefundable))
  if (total === 0) return { ok: false, reason: 'nothing_left' }
  if (requested === 'all')
    return { ok: true, refunds: payments.flatMap(payment => planWholeRefund(payment, now)) }
  if (requested > total) return { ok: false, reason: { why: 'too_much', left: total } }
  let left: number = requested
  const refunds = payments.flatMap(payment => {
    const amount = pence(Math.min(left, calculateRefundable(payment)))
    left -= amount
    const { attemptId, provider } = payment
    return amount > 0 ? [{ attemptId, provider, kind: 'refund' as const, amount }] : []
  })
  return { ok: true, refunds }
}

/** A whole payment is voided on its day, before the nightly settlement, so that the card never shows it. */
function planWholeRefund(payment: PaidPayment, now: Date): PlannedRefund[] {
  const amount = calculateRefundable(payment)
  if (amount === 0) return []
  const isWhole = amount === payment.amount && !payment.refunds.some(({ kind }) => kind === 'void')
  const isVoid = isWhole && !isHandKind(payment.provider) && isSameDay(payment.paidAt, now)
  const kind = isVoid ? 'void' : 'refund'
  return [{ attemptId: payment.attemptId, provider: payment.provider, kind, amount }]
}

// The settlement starts just after midnight in London.
const isSameDay = (one: Date, other: Date): boolean => toLondonTime(one).date === toLondonTime(other).date

/** What was paid for an order and what was returned, for staff: without secrets. */
export interface OrderPayments {
  attempts: AttemptSummary[]
  refunds: RefundSummary[]
}

export interface AttemptSummary {
  id: number
  provider: string
  transactionReference: string
  /** Of the bank or the slip, as staff typed it; null: it is no payment by hand. */
  handReference: string | null
  /** At which it was taken by hand; null: it was not. */
  till: string | null
  amount: Pence
  state: AttemptState
  cardType: string | null
  lastFour: string | null
  createdAt: Date
  completedAt: Date | null
}

export interface RefundSummary extends Refund {
  id: number
  attemptId: number
  reason: string
  detail: string | null
  requestedBy: string | null
  createdAt: Date
}
