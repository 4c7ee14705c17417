import { z } from 'zod'
import { declareCalls } from '../../../lib/call.ts'
import { line, wholeNumber } from '../../../lib/validate.ts'

const call = declareCalls('Back office')

/** Staff only: to everybody else these calls do not exist (404). */

const params = z.object({ reference: z.string().max(20) })
/** Id of the last row of history that the page showed. */
const seen = wholeNumber(0, 2_147_483_647)

/** Text of several lines; control characters other than line breaks are removed. */
const lines = z
  .union([z.string(), z.null()])
  .optional()
  .transform(value =>
    String(value ?? '')
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f\u2028\u2029]+/g, ' ')
      .trim(),
  )
  .pipe(z.string().max(10_000, 'At most 10,000 characters.'))

const reply = z.object({
  success: z.boolean(),
  message: z.string(),
  /** Field → message: 'price-0', 'carriage', 'valid_until', 'note', 'reason'. */
  errors: z.record(z.string(), z.string()),
})

/** Offers prices (pounds ex VAT, one for each line in their order) for a request and e-mails them to the customer. */
export const offerQuote = call('POST /admin/quotes/:reference/offer', {
  summary: 'Prices a quote and sends it to the customer',
  params,
  body: z.object({
    seen,
    prices: z.array(line(30)).max(1000).default([]),
    carriage: line(30),
    valid_until: line(30),
    note: lines,
    /** 'sums' (without JavaScript): nothing is sent, the page is shown again with its totals. */
    step: z.enum(['send', 'sums']).catch('send'),
  }),
  reply,
})

/** Withdraws a quote, with a reason that the customer reads. */
export const withdrawQuote = call('POST /admin/quotes/:reference/withdraw', {
  summary: 'Withdraws a quote',
  params,
  body: z.object({ seen, reason: line(5000) }),
  reply,
})
