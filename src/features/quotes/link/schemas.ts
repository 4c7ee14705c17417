import { z } from 'zod'
import { declareCalls } from '../../../lib/calls/call.ts'

const call = declareCalls('Orders')

/**
 * Puts a quote that staff made into the account of its customer: the one that is signed in with its address, or, with a
 * password, a new one.
 */
export const acceptLinkedQuote = call('POST /quote/:reference/accept', {
  summary: 'Accepts a quote by the link of its e-mail',
  params: z.object({ reference: z.string().max(20) }),
  query: z.object({ key: z.string().max(100).catch('') }),
  body: z.object({ password: z.string().max(1000).catch('') }),
  reply: z.object({
    success: z.boolean(),
    message: z.string(),
    errors: z.record(z.string(), z.string()),
    /** Where the customer goes on. */
    next_url: z.string().nullable(),
  }),
})
