import { z } from 'zod'
import { declareCalls } from '../../lib/call.ts'

const call = declareCalls('Orders')

/** Adds the lines of an order to the basket, as far as they are still sold; the messages say which are not, and why. */
export const reorder = call('POST /account/orders/:reference/reorder', {
  summary: 'Adds the goods of an earlier order to the basket',
  params: z.object({ reference: z.string().max(20) }),
  reply: z.object({
    success: z.boolean(),
    /** How many products came into the basket. */
    added: z.int(),
    messages: z.array(z.string()),
    next_url: z.string(),
  }),
})
