import { type FieldErrors, toFieldErrors } from '../../../lib/calls/field-checks.ts'
import { canTransition, type OrderState } from '../../orders/states.ts'

/** The state that pricing or withdrawing leads to. */
type QuoteChange = 'quote_approved' | 'cancelled'

interface QuoteChangeInput {
  state: OrderState
  /** Id of the last row of its history: now, and on the page that the form was on. */
  version: number
  expectedVersion: number
  /** The customer has an open order from it. */
  isBeingOrdered: boolean
}

/** Why a quote cannot be priced or withdrawn; null: it can. */
export function findQuoteChangeRefusal(
  { state, version, expectedVersion, isBeingOrdered }: QuoteChangeInput,
  to: QuoteChange,
): QuoteChangeRefusal | null {
  if (state === 'quote_accepted') return 'ordered'
  if (state === 'cancelled') return 'withdrawn'
  if (version !== expectedVersion) return 'changed'
  if (isBeingOrdered) return 'being_ordered'
  return canTransition('quote', state, to) ? null : 'changed'
}

const maxWithdrawalReasonLength = 500

/** The reason is for the customer to read. */
export const validateWithdrawalReason = (reason: string): FieldErrors =>
  toFieldErrors({
    reason: [
      reason === '' && 'Give a reason: the customer sees it.',
      reason.length > maxWithdrawalReasonLength && `Up to ${maxWithdrawalReasonLength} characters, please.`,
    ],
  })

export const quoteChangeMessages = {
  changed:
    'Somebody else has changed this quote since you opened it. This is the current version with what you typed: check it and send it again.',
  change_requested:
    'The customer has asked for a change since you opened this quote. Read it under Messages, check what you typed and send the quote again.',
  being_ordered:
    'The customer is ordering from this quote right now, so it cannot be changed. Try again in half an hour.',
  ordered: 'The customer has already ordered from this quote. Nothing was changed.',
  withdrawn: 'This quote was withdrawn. Nothing was changed.',
}

export type QuoteChangeRefusal = keyof typeof quoteChangeMessages
