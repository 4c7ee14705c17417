import type { OrderState } from '../../orders/states.ts'
import type { AttemptState } from '../attempts/attempt.ts'
import type { PaymentOutcome } from '../provider.ts'

/** What a verified notification does. `isAccepted` false: the provider must not charge. */
export type NotificationDecision =
  | { action: 'repeat_reply' }
  | { action: 'place_order' }
  /** What was due of an order that is placed is paid. */
  | { action: 'receive_payment' }
  | { action: 'reverse_order' }
  | { action: 'record'; state: AttemptState; isAccepted: boolean }
  | { action: 'acknowledge' }

export interface CurrentStates {
  attempt: AttemptState
  order: OrderState
  /** It pays what is due of an order that is placed: 'due' when it is exactly that now. Null: it places the order. */
  byLink: 'due' | 'not_due' | null
  /** An earlier notification was replied to with a decision. */
  hasReply: boolean
}

/**
 * A failure never undoes a confirmed payment, with one exception: 'aborted' after 'paid' means that our reply was lost
 * and the provider cancelled the payment.
 */
export function decideNotification(
  { attempt, order, byLink, hasReply }: CurrentStates,
  outcome: PaymentOutcome,
): NotificationDecision {
  if (attempt === 'paid') return { action: outcome === 'aborted' ? 'reverse_order' : 'repeat_reply' }
  // Staff returned the money: late repeats change nothing.
  if (attempt === 'voided') return { action: 'repeat_reply' }
  if (hasReply && (attempt === 'refused' || attempt === 'reversed')) return { action: 'repeat_reply' }
  switch (outcome) {
    case 'pending':
      return { action: 'acknowledge' }
    case 'declined':
      return { action: 'record', state: 'declined', isAccepted: true }
    case 'aborted':
      return { action: 'record', state: 'aborted', isAccepted: true }
    case 'paid':
      if (byLink !== null)
        return attempt !== 'superseded' && byLink === 'due'
          ? { action: 'receive_payment' }
          : { action: 'record', state: 'refused', isAccepted: false }
      // Any other order would be paid for without being placed; a superseded payment was given up by the customer.
      return attempt !== 'superseded' && (order === 'awaiting_payment' || order === 'lapsed')
        ? { action: 'place_order' }
        : { action: 'record', state: 'refused', isAccepted: false }
  }
}
