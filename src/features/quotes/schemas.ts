import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'
import { flag, line, multilineText, requestKey } from '../../lib/calls/validate.ts'
import { textOfLines } from '../correspondence/text-schema.ts'

const call = declareCalls('Quotes')

// Wider than what is valid, so that the form comes back with its own message.
const maxTypedNote = 20_000

const field = line(1000)

/** Asks for the price of a product whose price is on request (R-QUOTE-2). */
export const requestProductQuote = call('POST /quotes/request', {
  summary: 'Asks by e-mail for the price of a product',
  body: z.object({
    product: field,
    quantity: field,
    name: field,
    email: field,
    telephone: field,
    note: multilineText(maxTypedNote).default(''),
  }),
  reply: z.object({ success: z.boolean(), message: z.string(), next_url: z.string() }),
})

export const quoteParams = z.object({ reference: z.string().max(20) })
/** `key`: of the link in the e-mail. */
export const linkQuery = z.object({ key: z.string().max(100).catch('') })

/** `request`: a key of the form; the same key again writes nothing more. `change_request`: the customer wants another offer. */
const messageBody = z.object({ request: requestKey, text: textOfLines, change_request: flag })
const messageReply = z.object({
  success: z.boolean(),
  message: z.string(),
  /** 'message-text' → what is wrong with it. */
  errors: z.record(z.string(), z.string()),
})

export const writeAboutQuoteCall = call('POST /account/quotes/:reference/messages', {
  summary: 'Writes to the shop about a quote, or asks for a change of it',
  params: quoteParams,
  body: messageBody,
  reply: messageReply,
})

export const writeByLink = call('POST /quote/:reference/messages', {
  summary: 'The same by the link of the quote’s e-mail',
  params: quoteParams,
  query: linkQuery,
  body: messageBody,
  reply: messageReply,
})

/**
 * Puts a quote that staff made into the account of its customer: the one that is signed in with its address, or, with a
 * password, a new one.
 */
export const acceptLinkedQuote = call('POST /quote/:reference/accept', {
  summary: 'Accepts a quote by the link of its e-mail',
  params: quoteParams,
  query: linkQuery,
  body: z.object({ password: z.string().max(1000).catch('') }),
  reply: z.object({
    success: z.boolean(),
    message: z.string(),
    errors: z.record(z.string(), z.string()),
    next_url: z.string().nullable(),
  }),
})
