export const longestReason = 500

/** What is wrong with the reason of a rejection; null: nothing. */
export function checkReason(reason: string): 'empty' | 'too_long' | null {
  if (reason.trim() === '') return 'empty'
  return reason.length > longestReason ? 'too_long' : null
}

/** A rejection that was sent without a good reason. */
export interface RefusedReason {
  /** Of the order. */
  id: number
  reason: string
  error: string
}
