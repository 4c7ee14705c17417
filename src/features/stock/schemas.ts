import { z } from 'zod'
import { declareCalls, rowsBodyLimit } from '../../lib/calls/call.ts'
import { line, multilineText, typedQuantity } from '../../lib/calls/validate.ts'
import { staffReply } from '../back-office/schemas.ts'

/** Staff only: to everybody else these calls do not exist (404). Errors: 'mode', 'quantity', 'reason', 'note', 'bin', 'low_stock'. */
const call = declareCalls('Back office')
const productCall = declareCalls('Back office', {
  params: z.object({ code: z.string().max(60) }),
  reply: staffReply,
})

/** What the page showed when its form was made. */
const seen = line(100)
/** Of the form: the same one sent twice is done once. */
const requestKey = line(60).pipe(z.string().min(8, 'Open the form again.'))

/** `mode`: 'counted' (the quantity is what is on hand) or 'change' (it is added to it, or with a minus subtracted). */
export const adjustStock = productCall('POST /admin/stock/:code/adjust', {
  summary: 'Corrects what is on hand of a product',
  body: z.object({
    seen,
    request_key: requestKey,
    mode: line(20),
    quantity: typedQuantity,
    reason: line(20),
    note: line(2000),
  }),
})

export const changeStorage = productCall('POST /admin/stock/:code/storage', {
  summary: 'Changes the bin and the low-stock level of a product',
  body: z.object({ seen, bin: line(1000), low_stock: typedQuantity }),
})

/**
 * Books a delivery in. The first reply says how the lines were read; they are booked when `checked` repeats that reading.
 */
export const bookDelivery = call('POST /admin/stock/goods-in', {
  summary: 'Books the goods of a delivery in',
  bodyLimit: rowsBodyLimit,
  body: z.object({
    request_key: requestKey,
    supplier: line(1000),
    delivery_note: line(1000),
    lines: multilineText(200_000).optional().default(''),
    checked: z.string().max(40_000).optional().default(''),
  }),
  reply: staffReply.extend({
    /** What was read. `problem`: why the line cannot be booked; ''. */
    lines: z.array(
      z.object({
        text: z.string(),
        code: z.string(),
        title: z.string(),
        quantity: z.number(),
        problem: z.string(),
      }),
    ),
    checked: z.string(),
    url: z.string().nullable(),
  }),
})
