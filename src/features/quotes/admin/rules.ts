import { canTransition, type OrderState } from '../../orders/states.ts'

/** The state that pricing or withdrawing leads to. */
export type QuoteChange = 'quote_approved' | 'cancelled'

export type QuoteChangeRefusal =
  | 'changed'
  | 'being_ordered'
  | 'ordered'
  | 'withdrawn'
  | 'no_reason'
  | 'long_reason'

export interface QuoteChangeInput {
  state: OrderState
  /** Id of the last row of its history: now, and on the page that the form was on. */
  version: number
  seen: number
  /** The customer has an open order from it. */
  isBeingOrdered: boolean
}

/** Why a quote cannot be priced or withdrawn; null: it can. */
export function findQuoteChangeRefusal(
  { state, version, seen, isBeingOrdered }: QuoteChangeInput,
  to: QuoteChange,
): QuoteChangeRefusal | null {
  if (state === 'quote_accepted') return 'ordered'
  if (state === 'cancelled') return 'withdrawn'
  if (version !== seen) return 'changed'
  if (isBeingOrdered) return 'being_ordered'
  return canTransition('quote', state, to) ? null : 'changed'
}

export const maxWithdrawalReasonLength = 500

/** The reason is for the customer to read. */
export function validateWithdrawalReason(reason: string): QuoteChangeRefusal | null {
  if (reason === '') return 'no_reason'
  return reason.length > maxWithdrawalReasonLength ? 'long_reason' : null
}

export const quoteChangeMessages: Record<QuoteChangeRefusal, string> = {
  changed:
    'Somebody changed this quote while you had it open. You see it as it is now; what you typed is kept. Check it and send it again.',
  being_ordered:
    'The customer is ordering this quote at this moment, so it stays as it is. Try again in half an hour.',
  ordered: 'The customer has ordered this quote meanwhile. Nothing was changed.',
  withdrawn: 'This quote was withdrawn. Nothing was changed.',
  no_reason: 'Say why: the customer reads it.',
  long_reason: `Up to ${maxWithdrawalReasonLength} characters, please.`,
}
