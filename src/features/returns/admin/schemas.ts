import { z } from 'zod'
import { declareCalls, rowsBodyLimit } from '../../../lib/calls/call.ts'
import {
  flag,
  line,
  multilineText,
  requestKey,
  typedQuantity,
  wholeNumber,
} from '../../../lib/calls/validate.ts'
import { staffReply } from '../../back-office/schemas.ts'
import { typedPieces } from '../schemas.ts'

/**
 * Staff only: to everybody else these calls do not exist (404). Errors: 'authorise-1', 'receive-1', 'restocked-1', 'note-1' (by
 * the position of its line), 'note', 'reason' …
 */
const returnCall = declareCalls('Back office', {
  params: z.object({ number: z.string().max(20) }),
  reply: staffReply,
})

/** `seen`: the last row of history that the page showed. `request`: the same form sent again does it once. */
const form = { seen: wholeNumber(0, 2_147_483_647), request: requestKey }
const text = multilineText(10_000).optional().default('')

/** Lets the customer send the goods, all or fewer, and e-mails how. `charge`: RETURNS_CHARGE is deducted. */
export const authoriseReturn = returnCall('POST /admin/returns/:number/authorise', {
  summary: 'Authorises a return',
  bodyLimit: rowsBodyLimit,
  body: z.object({ ...form, lines: typedPieces, charge: flag, note: text }),
})

export const refuseReturn = returnCall('POST /admin/returns/:number/refuse', {
  summary: 'Refuses a return, with a reason that the customer reads',
  body: z.object({ ...form, reason: text }),
})

export const receiveReturn = returnCall('POST /admin/returns/:number/receive', {
  summary: 'Records how many pieces of a return came',
  bodyLimit: rowsBodyLimit,
  body: z.object({ ...form, lines: typedPieces }),
})

export const inspectReturn = returnCall('POST /admin/returns/:number/inspect', {
  summary: 'Puts the goods of a return into stock, or scraps them',
  bodyLimit: rowsBodyLimit,
  body: z.object({
    ...form,
    lines: z
      .array(
        z.object({
          position: wholeNumber(1, 100_000),
          restocked: typedQuantity,
          scrapped: typedQuantity,
          note: line(2000),
        }),
      )
      .max(1000)
      .default([]),
  }),
})

/**
 * Credits received pieces, and refunds a card. `charge`: what was agreed is deducted. Without `confirm` it replies what it
 * comes to.
 */
export const creditReturn = returnCall('POST /admin/returns/:number/credit', {
  summary: 'Credits the goods of a return',
  bodyLimit: rowsBodyLimit,
  body: z.object({ ...form, lines: typedPieces, delivery: flag, charge: flag, confirm: flag }),
})

/** Ends a return whose goods never came, or for which nothing is credited. */
export const closeReturn = returnCall('POST /admin/returns/:number/close', {
  summary: 'Closes a return without a credit, with a reason that the customer reads',
  body: z.object({ ...form, reason: text }),
})
