import type { OrderState } from '../orders/states.ts'
import type { PaymentOutcome } from './opayo-notification.ts'

export type AttemptState =
  | 'registering'
  | 'registered'
  | 'failed_to_register'
  | 'paid'
  | 'declined'
  | 'aborted'
  | 'refused'
  | 'superseded'
  | 'reversed'
  | 'voided'

/** What a notification makes of an attempt; `answer` is what the provider is told (reference §3.4). */
export type NotificationVerdict =
  | { do: 'repeat' }
  | { do: 'place' }
  | { do: 'note'; attempt: AttemptState; answer: 'OK' | 'INVALID' }
  | { do: 'reverse' }
  | { do: 'wait' }

interface Known {
  attempt: AttemptState
  /** An answer was given before and stands. */
  answered: boolean
  order: OrderState
}

/**
 * Decides about a notification whose signature holds. A failure never undoes what was confirmed, but for ABORT after
 * OK: our answer was lost and the provider took the payment back (reference §3.5).
 */
export function judgeNotification(known: Known, outcome: PaymentOutcome): NotificationVerdict {
  const { attempt, answered, order } = known
  if (attempt === 'paid') {
    if (outcome === 'aborted') return { do: 'reverse' }
    return { do: 'repeat' }
  }
  // Staff gave the money back; a word that comes again changes nothing.
  if (attempt === 'voided') return { do: 'repeat' }
  if (answered && (attempt === 'refused' || attempt === 'reversed')) return { do: 'repeat' }
  switch (outcome) {
    case 'pending':
      return { do: 'wait' }
    case 'declined':
    case 'failed':
      return { do: 'note', attempt: 'declined', answer: 'OK' }
    case 'aborted':
      return { do: 'note', attempt: 'aborted', answer: 'OK' }
    case 'paid':
      // Only an order that still waits, or one whose time ran out meanwhile, can be placed: nobody pays for nothing.
      return order === 'awaiting_payment' || order === 'lapsed'
        ? { do: 'place' }
        : { do: 'note', attempt: 'refused', answer: 'INVALID' }
  }
}

/** What the page beside the frame is told. */
export type PaymentPageState = 'waiting' | 'paid' | 'declined' | 'cancelled' | 'lapsed'

/** `doubted`: a word of the provider about it could not be believed, so that he was told not to charge. */
export function pageState(
  order: OrderState,
  attempt: AttemptState | null,
  doubted = false,
): PaymentPageState {
  // Cancelled by staff after it was paid: the order's own page tells that.
  if (order === 'placed' || order === 'cancelled') return 'paid'
  if (order === 'lapsed' || order === 'superseded' || order === 'payment_reversed') return 'lapsed'
  if (attempt === 'declined' || attempt === 'failed_to_register' || attempt === 'refused' || doubted)
    return 'declined'
  return attempt === 'aborted' ? 'cancelled' : 'waiting'
}

export const paymentWords: Record<PaymentPageState, string> = {
  waiting: 'Waiting for the card provider. Do not pay again.',
  paid: 'Your payment was accepted.',
  declined: 'Your card was not accepted and nothing was charged. Try again, or use another card.',
  cancelled: 'The payment was cancelled and nothing was charged.',
  lapsed: 'This payment was not finished in time and nothing was charged. Your basket is as it was.',
}

/** An order that made way for another from the same basket was not forgotten: the buyer went back himself. */
export const supersededWords =
  'You placed the order anew, so this payment was given up and nothing was charged.'

export type RegisterRefusal = 'unreachable' | 'throttled' | 'refused' | 'billing' | 'delivery'

export const registerWords: Record<RegisterRefusal, string> = {
  unreachable:
    'The card provider cannot be reached just now. Please try again, or choose another way to pay.',
  throttled:
    'Several cards were declined. Please choose another way to pay, try again in an hour, or call us.',
  refused: 'The card provider did not accept this order. Please check your details, or call us.',
  billing: 'The card provider did not accept the billing address. Please check it.',
  delivery: 'The card provider did not accept the delivery address. Please check it.',
}

// The provider gives an unfinished payment up after 15 minutes (reference §3.5).
const payableForMs = 15 * 60_000
// A process that died while it registered leaves an attempt that nobody will finish.
export const registeringForMs = 35_000

/**
 * Whether an attempt's frame can still be used, so that the same send again gets that one. A frame that spoke of its
 * payment in a way we could not believe (`doubted`) is dead: the provider was told INVALID.
 */
export function isOpen(
  attempt: { state: AttemptState; createdAt: Date; doubted: boolean },
  now: Date,
): boolean {
  const ageMs = now.getTime() - attempt.createdAt.getTime()
  if (attempt.state === 'registered') return !attempt.doubted && ageMs < payableForMs
  return attempt.state === 'registering' && ageMs < registeringForMs
}
