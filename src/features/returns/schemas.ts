import { z } from 'zod'
import { declareCalls, rowsBodyLimit } from '../../lib/calls/call.ts'
import { line, multilineText, requestKey, typedQuantity, wholeNumber } from '../../lib/calls/validate.ts'

const call = declareCalls('Returns')

/** How many pieces of each line, as typed. */
export const typedPieces = z
  .array(z.object({ position: wholeNumber(1, 100_000), quantity: typedQuantity }))
  .max(1000)
  .default([])

/**
 * Asks to return goods of an order. A multipart form may have up to four pictures in `pictures`. `request`: a key of the
 * form; the same key again answers with the same return.
 */
export const requestReturn = call('POST /account/orders/:reference/return', {
  summary: 'Asks to return goods of an order',
  params: z.object({ reference: z.string().max(20) }),
  bodyLimit: rowsBodyLimit,
  body: z.object({
    request: requestKey,
    lines: typedPieces,
    /** A key of `returnReasons`. */
    reason: line(100),
    details: multilineText(10_000).optional().default(''),
  }),
  reply: z.object({
    success: z.boolean(),
    message: z.string(),
    /** Field → message: 'quantity-1' (by the position of its line), 'reason', 'details', 'pictures'. */
    errors: z.record(z.string(), z.string()),
    /** 'RMA-000012'; null: refused. */
    number: z.string().nullable(),
    next_url: z.string().nullable(),
  }),
})

/** Cancels a return that staff have not decided about. */
export const cancelReturn = call('POST /account/returns/:number/cancel', {
  summary: 'Cancels a return that is not decided yet',
  params: z.object({ number: z.string().max(20) }),
  reply: z.object({ success: z.boolean(), message: z.string() }),
})
