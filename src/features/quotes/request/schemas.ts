import { z } from 'zod'
import { declareCalls } from '../../../lib/calls/call.ts'
import { line, multilineText } from '../../../lib/calls/validate.ts'

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
