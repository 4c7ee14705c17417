import { z } from 'zod'
import { declareCalls } from '../../lib/call.ts'
import { line } from '../../lib/validate.ts'

const call = declareCalls('Back office')

/** Staff only: to everybody else these calls do not exist (404). */

const params = z.object({ code: z.string().max(60) })
const reply = z.object({
  success: z.boolean(),
  message: z.string(),
  /** Field → message: 'mode', 'quantity', 'reason', 'note', 'bin', 'low_stock'. */
  errors: z.record(z.string(), z.string()),
})
/** What the page showed when its form was made. */
const seen = line(100)
/** Of the form: the same one sent twice is done once. */
const requestKey = line(60).pipe(z.string().min(8, 'Open the form again.'))

/** `mode`: 'counted' (the quantity is what is on hand) or 'change' (it is added, or with a minus taken off). */
export const adjustStock = call('POST /admin/stock/:code/adjust', {
  summary: 'Corrects what is on hand of a product',
  params,
  body: z.object({
    seen,
    request_key: requestKey,
    mode: line(20),
    quantity: line(100),
    reason: line(20),
    note: line(2000),
  }),
  reply,
})

export const changeStorage = call('POST /admin/stock/:code/storage', {
  summary: 'Changes the bin and the low-stock level of a product',
  params,
  body: z.object({ seen, bin: line(500), low_stock: line(100) }),
  reply,
})
