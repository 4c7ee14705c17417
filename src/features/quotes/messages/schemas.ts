import { z } from 'zod'
import { declareCalls } from '../../../lib/calls/call.ts'
import { flag } from '../../../lib/calls/validate.ts'
import { textOfLines } from '../../orders/correspondence/text-schema.ts'

const call = declareCalls('Orders')

const params = z.object({ reference: z.string().max(20) })
/** `request`: a key of the form; the same key again writes nothing more. `change_request`: the customer wants another offer. */
const body = z.object({ request: z.string().min(8).max(64), text: textOfLines, change_request: flag })
const reply = z.object({
  success: z.boolean(),
  message: z.string(),
  /** 'message-text' → what is wrong with it. */
  errors: z.record(z.string(), z.string()),
})

export const writeAboutQuoteCall = call('POST /account/quotes/:reference/messages', {
  summary: 'Writes to the shop about a quote, or asks for a change of it',
  params,
  body,
  reply,
})

export const writeByLink = call('POST /quote/:reference/messages', {
  summary: 'The same by the link of the quote’s e-mail',
  params,
  query: z.object({ key: z.string().max(100).catch('') }),
  body,
  reply,
})
