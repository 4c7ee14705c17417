import { formatPounds, type Pence } from '../../../lib/money.ts'
import type { RefundState } from '../../payments/refunds/refund.ts'

/** Null: nothing was to be refunded. */
export type RefundOutcome = { amount: Pence; state: RefundState } | null

/** What became of a refund; '': there was none. */
export function formatRefund(money: RefundOutcome): string {
  if (!money) return ''
  const amount = formatPounds(money.amount)
  if (money.state === 'done') return `${amount} was refunded to the card.`
  if (money.state === 'refused') return `The card provider refused to refund ${amount}: see below.`
  return `The card provider has not confirmed the refund of ${amount} yet. We’ll keep checking every minute.`
}
