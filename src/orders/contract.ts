import { z } from 'zod'
import { declareCalls } from '../shared/call.ts'

const call = declareCalls('Orders')

/** What of an order can still be bought goes into the basket; the messages say what not, and why. */
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
