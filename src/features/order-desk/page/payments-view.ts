import { sum } from '../../../lib/money.ts'
import type { AttemptState } from '../../payments/attempts/attempt.ts'
import type { OrderPayments } from '../../payments/order-payments.ts'
import {
  calculateRefundable,
  type Refund,
  type RefundKind,
  type RefundState,
} from '../../payments/refunds/refund.ts'
import type { AdminOrderView } from '../page-props.ts'

/** What the staff's page says of card payments and refunds. */

/** A payment that was cancelled on its day: its own line says so. */
export const isVoided = ({ kind, state }: Pick<Refund, 'kind' | 'state'>): boolean =>
  kind === 'void' && state === 'done'

/** Null: no card paid, or what it paid was voided. */
export function calculatePaid({ attempts, refunds }: OrderPayments): AdminOrderView['money'] {
  const paid = attempts.filter(({ state }) => state === 'paid')
  if (paid.length === 0) return null
  const left = paid.map(({ id, amount }) =>
    calculateRefundable({ amount, refunds: refunds.filter(({ attemptId }) => attemptId === id) }),
  )
  return {
    paid: sum(paid.map(({ amount }) => amount)),
    back: sum(
      refunds.filter(refund => refund.state === 'done' && !isVoided(refund)).map(({ amount }) => amount),
    ),
    left: sum(left),
  }
}

export const attemptMessages: Record<AttemptState, string> = {
  registering: 'being opened',
  registered: 'card form open',
  failed_to_register: 'could not be opened',
  paid: 'paid',
  declined: 'declined',
  aborted: 'cancelled by the buyer, or not finished',
  refused: 'refused by the shop, not charged',
  superseded: 'replaced by another order',
  reversed: 'reversed by the card provider',
  voided: 'taken, then voided: the customer isn’t charged',
}

export const refundMessages: Record<RefundKind, Record<RefundState, string>> = {
  void: {
    sending: 'being refunded (payment voided)',
    done: 'refunded (payment voided)',
    refused: 'too late to void the payment',
    unknown: 'not confirmed yet: the card provider has not answered, and we keep checking every minute',
  },
  refund: {
    sending: 'being refunded',
    done: 'refunded',
    refused: 'refused by the card provider: nothing was refunded',
    unknown: 'not confirmed yet: the card provider has not answered, and we keep checking every minute',
  },
}
