import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'
import { line } from '../../lib/calls/validate.ts'

const call = declareCalls('Newsletter')

const done = z.object({ success: z.boolean(), message: z.string(), next_url: z.string() })
const token = z.object({ token: z.string() })

/** Requests the newsletter (R-NEWSLETTER-2). The answer is the same whether or not the address is subscribed. */
export const subscribe = call('POST /newsletter', {
  summary: 'Asks for the newsletter; an e-mail asks to confirm it',
  body: z.object({ email: line(1000), return_url: line(2000) }),
  reply: done,
})

export const confirmSubscription = call('POST /newsletter/confirm/:token', {
  summary: 'Confirms the newsletter with the link of the e-mail',
  params: token,
  reply: done,
})

export const unsubscribe = call('POST /newsletter/unsubscribe/:token', {
  summary: 'Ends the newsletter with the link of an e-mail',
  params: token,
  reply: done,
})
