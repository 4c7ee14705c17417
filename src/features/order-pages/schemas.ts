import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'
import { line, requestKey } from '../../lib/calls/validate.ts'
import { textOfLines } from '../correspondence/text-schema.ts'

const call = declareCalls('Orders')

/** Adds the lines of an order to the basket, as far as they are still sold; the messages say which are not, and why. */
export const reorder = call('POST /account/orders/:reference/reorder', {
  summary: 'Adds the goods of an earlier order to the basket',
  params: z.object({ reference: z.string().max(20) }),
  reply: z.object({
    success: z.boolean(),
    added: z.int(),
    messages: z.array(z.string()),
    next_url: z.string(),
  }),
})

/** Looks an order up without a session. The answer is the same for a number that does not exist and a wrong postcode. */
export const findOrder = call('POST /order/find', {
  summary: 'Looks an order up by its number and postcode',
  body: z.object({ reference: line(1000), postcode: line(1000) }),
  reply: z.object({
    success: z.boolean(),
    message: z.string(),
    /** A page with the state of the order, for an hour; null: not found. */
    next_url: z.string().nullable(),
  }),
})

/** What the customer writes to the shop about an order. `request`: a key of the form; the same key again writes nothing more. */
export const writeAboutOrder = call('POST /account/orders/:reference/messages', {
  summary: 'Writes to the shop about an order',
  params: z.object({ reference: z.string().max(20) }),
  body: z.object({ request: requestKey, text: textOfLines }),
  reply: z.object({
    success: z.boolean(),
    message: z.string(),
    /** 'message-text' → what is wrong with it. */
    errors: z.record(z.string(), z.string()),
  }),
})
