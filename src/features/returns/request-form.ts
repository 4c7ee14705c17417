import { type FieldErrors, formatTooLong, toFieldErrors } from '../../lib/calls/field-checks.ts'
import { parsePieceCount } from '../../lib/quantity.ts'
import { formatRequestRefusal } from './messages.ts'
import { isReturnReason, maxDetailsLength, type ReturnPieces, type ReturnReason } from './returns.ts'
import { addUpPieces } from './rules.ts'

/** What a customer enters to return goods. */
export interface TypedReturn {
  /** By the position of the line. */
  lines: { position: number; quantity: string }[]
  reason: string
  details: string
}

export const emptyReturn: TypedReturn = { lines: [], reason: '', details: '' }

export type ParsedReturn =
  | { pieces: ReturnPieces[]; reason: ReturnReason; details: string }
  | { errors: FieldErrors }

/** Errors by field: 'quantity-1' (by the position of its line), 'reason', 'details'. */
export function parseReturn(typed: TypedReturn): ParsedReturn {
  const { pieces, errors } = parsePieces(typed.lines)
  const { reason, details } = typed
  Object.assign(
    errors,
    toFieldErrors({
      reason: [!isReturnReason(reason) && 'Choose why you’re sending it back.'],
      details: [details.length > maxDetailsLength && formatTooLong('What happened', maxDetailsLength)],
    }),
  )
  // Alone, that nothing was chosen is said after what else refuses the return.
  const [first] = typed.lines
  if (first && pieces.length === 0 && Object.keys(errors).join() === 'reason')
    Object.assign(errors, { [`quantity-${first.position}`]: formatRequestRefusal({ why: 'nothing_chosen' }) })
  return Object.keys(errors).length === 0 && isReturnReason(reason) ? { pieces, reason, details } : { errors }
}

/** The pieces of each line; `field`: in front of the position in the names of the fields. */
export function parsePieces(
  lines: readonly { position: number; quantity: string }[],
  field = 'quantity',
): { pieces: ReturnPieces[]; errors: FieldErrors } {
  const errors: FieldErrors = {}
  const pieces: ReturnPieces[] = []
  for (const { position, quantity } of lines) {
    const count = parsePieceCount(quantity)
    if (count === null) errors[`${field}-${position}`] = 'Enter a whole number.'
    else if (quantity.trim() !== '') pieces.push({ position, quantity: count })
  }
  return { pieces: addUpPieces(pieces), errors }
}
