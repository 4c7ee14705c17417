export const maxRejectionReasonLength = 500

/** Null: the reason of a rejection is valid. */
export function validateReason(reason: string): 'empty' | 'too_long' | null {
  if (reason.trim() === '') return 'empty'
  return reason.length > maxRejectionReasonLength ? 'too_long' : null
}

/** A rejection whose reason was not valid. */
export interface RejectedReason {
  /** Of the order. */
  id: number
  reason: string
  error: string
}
