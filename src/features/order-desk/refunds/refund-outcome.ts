import { formatPounds } from '../../../lib/money.ts'
import type { PiecesToRestock } from '../../orders/order-line.ts'
import type { RefundOutcome } from '../../payments/refunds/refund.ts'

/** What became of a refund; '': there was none. */
export const formatRefund = (outcomes: readonly RefundOutcome[]): string =>
  outcomes.map(formatOutcome).join(' ')

function formatOutcome({ amount, state }: RefundOutcome): string {
  const sum = formatPounds(amount)
  if (state === 'done') return `${sum} was refunded to the card.`
  if (state === 'refused') return `The card provider refused to refund ${sum}: see below.`
  return `The card provider has not confirmed the refund of ${sum} yet. We’ll keep checking every minute.`
}

export const formatToRestock = (lines: readonly PiecesToRestock[]): string =>
  lines.length === 0
    ? ''
    : `Put back what was set aside: ${lines.map(({ code, pieces }) => `${pieces} × ${code}`).join(', ')}.`
