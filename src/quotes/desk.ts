import type { OrderState } from '../orders/states.ts'
import { mayMove } from '../orders/states.ts'

/** What staff do to a quote. */
export type DeskMove = 'quote_approved' | 'cancelled'

export type DeskRefusal = 'changed' | 'being_ordered' | 'ordered' | 'withdrawn' | 'no_reason' | 'long_reason'

export interface DeskQuestion {
  state: OrderState
  /** The last line of its history now, and when the screen was drawn that staff decided from. */
  version: number
  seen: number
  /** A checkout has it in hand: saved, or waiting for a card. */
  isBeingOrdered: boolean
}

/** What stands in the way of pricing or withdrawing a quote; null: nothing. */
export function judgeDesk(
  { state, version, seen, isBeingOrdered }: DeskQuestion,
  move: DeskMove,
): DeskRefusal | null {
  if (state === 'quote_accepted') return 'ordered'
  if (state === 'cancelled') return 'withdrawn'
  if (version !== seen) return 'changed'
  if (isBeingOrdered) return 'being_ordered'
  return mayMove(state, move) ? null : 'changed'
}

export const longestReason = 500

/** A reason that the customer will read. */
export function judgeReason(reason: string): DeskRefusal | null {
  if (reason === '') return 'no_reason'
  return reason.length > longestReason ? 'long_reason' : null
}

export const deskWords: Record<DeskRefusal, string> = {
  changed:
    'Somebody changed this quote while you had it open. You see it as it is now; what you typed is kept. Check it and send it again.',
  being_ordered:
    'The customer is ordering this quote at this moment, so it stays as it is. Try again in half an hour.',
  ordered: 'The customer has ordered this quote meanwhile. Nothing was changed.',
  withdrawn: 'This quote was withdrawn. Nothing was changed.',
  no_reason: 'Say why: the customer reads it.',
  long_reason: `Up to ${longestReason} characters, please.`,
}
