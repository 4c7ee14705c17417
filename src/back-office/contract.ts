import { z } from 'zod'
import { declareCalls } from '../shared/call.ts'
import { flag, line, wholeNumber } from '../shared/validate.ts'

const call = declareCalls('Back office')

/** The calls of the back office: staff only, to everybody else they do not exist (404). */

const params = z.object({ reference: z.string().max(20) })
/** The last line of its history that the sender had before him: what changed since is told first. */
const seen = wholeNumber(0, 2_147_483_647)

/** Several lines of text; control characters but line breaks are taken out. */
const lines = z
  .union([z.string(), z.null()])
  .optional()
  .transform(value =>
    String(value ?? '')
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f\u2028\u2029]+/g, ' ')
      .trim(),
  )
  .pipe(z.string().max(10_000, 'At most 10,000 characters.'))

const told = z.object({
  success: z.boolean(),
  message: z.string(),
  /** Field → what is wrong with it: 'price-0', 'carriage', 'valid_until', 'note', 'reason'. */
  errors: z.record(z.string(), z.string()),
})

/** Offers prices (pounds ex VAT, one for each line in their order) for a request; the customer gets them by mail. */
export const offerQuote = call('POST /admin/quotes/:reference/offer', {
  summary: 'Prices a quote and sends it to the customer',
  params,
  body: z.object({
    seen,
    prices: z.array(line(30)).max(1000).default([]),
    carriage: line(30),
    valid_until: line(30),
    note: lines,
    /** 'sums': nothing is sent; without a script the page is shown again with its sums. */
    step: z.enum(['send', 'sums']).catch('send'),
  }),
  reply: told,
})

/** Takes a quote back, with a reason that the customer reads. */
export const withdrawQuote = call('POST /admin/quotes/:reference/withdraw', {
  summary: 'Withdraws a quote',
  params,
  body: z.object({ seen, reason: line(5000) }),
  reply: told,
})

/** What the screen of an order was drawn from: its last line of history and its last refund. */
const seenOrder = line(40)

/**
 * Cancels a placed order: its goods and vouchers return, what a card paid goes back, the customer is told by mail.
 * Errors are of 'cancel-reason' and 'cancel-confirm'.
 */
export const cancelOrder = call('POST /admin/orders/:reference/cancel', {
  summary: 'Cancels a placed order',
  params,
  body: z.object({ seen: seenOrder, reason: line(5000), confirm: flag }),
  reply: told,
})

/**
 * Gives money back to the card that paid; the order stays as it is. `amount`: pounds. Errors are of 'refund-amount',
 * 'refund-reason' and 'refund-confirm'.
 */
export const refundOrder = call('POST /admin/orders/:reference/refund', {
  summary: 'Refunds money to the card that paid',
  params,
  body: z.object({ seen: seenOrder, amount: line(30), reason: line(5000), confirm: flag }),
  reply: told,
})
