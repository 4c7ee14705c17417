import { formatPounds, type Pence } from '../../../lib/money.ts'
import type { AttemptState, LinkPaymentState } from '../attempts/attempt.ts'

// What pages say of a payment of an amount that is due.

export const getReceived = (
  attempt: { isByLink: boolean; state: AttemptState; amount: Pence } | null,
): Pence | null => (attempt?.isByLink && attempt.state === 'paid' ? attempt.amount : null)

export const linkMessages = {
  tooMany: 'That was tried too often. Please wait an hour, or call us.',
  nothingDue: 'Nothing more is to be paid for this order, so nothing was charged.',
}

export const formatChangedAmount = (amountDue: Pence): string =>
  `This order was changed meanwhile, and nothing was charged. What is to be paid is now ${formatPounds(amountDue)}.`

/** What became of the last try to pay; null: it need not be said. */
export function formatLastTry(state: LinkPaymentState | null, amountDue: Pence): string | null {
  switch (state) {
    case 'declined':
      return 'Your card was not accepted and nothing was charged. Try again, or use another card.'
    case 'cancelled':
      return 'The payment was cancelled and nothing was charged.'
    case 'changed':
      return formatChangedAmount(amountDue)
    default:
      return null
  }
}
