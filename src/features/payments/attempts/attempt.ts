import type { Pence } from '../../../lib/money.ts'
import { contactSentence, type Sentence } from '../../../lib/shop-contact.ts'
import { isBought, type OrderState } from '../../orders/states.ts'

export type AttemptState =
  | 'registering'
  | 'registered'
  | 'failed_to_register'
  | 'paid'
  | 'declined'
  | 'aborted'
  | 'refused'
  /** Given up: the customer cancelled it at the shop, or placed another order instead. */
  | 'superseded'
  | 'reversed'
  | 'voided'

export type PaymentPageState = 'waiting' | 'paid' | 'declined' | 'cancelled' | 'lapsed'

/** `hasInvalidNotification`: a notification failed verification, and its reply refused the payment. */
export function getPageState(
  order: OrderState,
  attempt: AttemptState | null,
  hasInvalidNotification = false,
): PaymentPageState {
  // An order that staff cancelled was paid before: the order's own page shows the cancellation.
  if (isBought(order) || order === 'cancelled') return 'paid'
  if (order === 'lapsed' || order === 'superseded' || order === 'payment_reversed') return 'lapsed'
  const hasFailed = attempt === 'declined' || attempt === 'failed_to_register' || attempt === 'refused'
  if (hasFailed || hasInvalidNotification) return 'declined'
  return attempt === 'aborted' || attempt === 'superseded' ? 'cancelled' : 'waiting'
}

export const paymentMessages: Record<PaymentPageState, string> = {
  waiting: 'Waiting for the card provider. Do not pay again.',
  paid: 'Your payment was accepted.',
  declined: 'Your card was not accepted and nothing was charged. Try again, or use another card.',
  cancelled: 'The payment was cancelled and nothing was charged.',
  lapsed: 'This payment was not finished in time and nothing was charged. Your basket is as it was.',
}

/** Instead of 'lapsed' when the customer replaced the order by another from the same basket. */
export const supersededMessage =
  'You placed the order again, so this payment was dropped and nothing was charged.'

export type RegistrationRefusal = 'unreachable' | 'throttled' | 'refused' | 'billing' | 'delivery'

export const registrationMessages: Record<RegistrationRefusal, Sentence> = {
  unreachable: 'The card provider can’t be reached just now. Please try again, or choose another way to pay.',
  throttled: contactSentence(
    'Several cards were declined. Please choose another way to pay, try again in an hour, or call us.',
    'Several cards were declined. Please choose another way to pay, or try again in an hour.',
  ),
  refused: contactSentence(
    'The card provider did not accept this order. Please check your details, or call us.',
    'The card provider did not accept this order. Please check your details.',
  ),
  billing: 'The card provider did not accept the billing address. Please check it.',
  delivery: 'The card provider did not accept the delivery address. Please check it.',
}

// Providers cancel an unfinished payment after about 15 minutes.
const payableForMs = 15 * 60_000
/** An attempt that is still being registered after this time belongs to a process that died. */
export const registeringForMs = 35_000

/**
 * Whether the payment page of an attempt can still be used, so that a repeated request gets the same page. After an
 * invalid notification the provider has ended its page.
 */
export function isAttemptOpen(
  attempt: { state: AttemptState; createdAt: Date; hasInvalidNotification: boolean },
  now: Date,
): boolean {
  const ageMs = now.getTime() - attempt.createdAt.getTime()
  if (attempt.state === 'registered') return !attempt.hasInvalidNotification && ageMs < payableForMs
  return attempt.state === 'registering' && ageMs < registeringForMs
}

interface LinkAttempt {
  isByLink: boolean
  amount: Pence
  state: AttemptState
  createdAt: Date
  hasInvalidNotification: boolean
}

export const isLinkFormOpen = (
  attempt: LinkAttempt,
  { amountDue }: { amountDue: Pence },
  now: Date,
): boolean => attempt.isByLink && attempt.amount === amountDue && isAttemptOpen(attempt, now)

/** What became of a payment by the link. 'changed': what is due was changed meanwhile. */
export type LinkPaymentState = 'waiting' | 'paid' | 'declined' | 'cancelled' | 'changed'

/** Of the latest attempt of an order. Null: nothing was tried, or it was not finished in time. */
export function getLinkPaymentState(
  attempt: LinkAttempt | null,
  order: { amountDue: Pence },
  now: Date,
): LinkPaymentState | null {
  if (order.amountDue === 0) return 'paid'
  if (!attempt?.isByLink || attempt.state === 'paid') return null
  if (isLinkFormOpen(attempt, order, now)) return 'waiting'
  if (attempt.amount !== order.amountDue) return 'changed'
  if (attempt.state === 'declined' || attempt.state === 'refused' || attempt.hasInvalidNotification)
    return 'declined'
  return attempt.state === 'aborted' ? 'cancelled' : null
}
