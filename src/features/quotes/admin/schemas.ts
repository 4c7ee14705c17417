import { z } from 'zod'
import { declareCalls, rowsBodyLimit } from '../../../lib/calls/call.ts'
import { line, typedQuantity, wholeNumber } from '../../../lib/calls/validate.ts'
import { staffReply } from '../../back-office/schemas.ts'
import { answeredUpTo, lastMessage, textOfLines } from '../../correspondence/text-schema.ts'
import { entryForm } from '../../order-entry/schemas.ts'
import { quoteParams } from '../schemas.ts'

/**
 * Staff only: to everybody else these calls do not exist (404). Errors: 'price-0', 'quantity-0', 'line-0', 'add_code', 'carriage',
 * 'valid_until', 'note', 'reason'.
 */
const quoteCall = declareCalls('Back office', { params: quoteParams, reply: staffReply })

/** Id of the last row of history that the page showed. */
const seen = wholeNumber(0, 2_147_483_647)

const typedOffer = z.object({
  prices: z.array(line(1000)).max(1000).default([]),
  codes: z.array(line(60)).max(1000).default([]),
  quantities: z.array(typedQuantity).max(1000).default([]),
  /** How the goods are sent: 'By pallet, two working days'. */
  carriage_title: line(1000),
  carriage: line(1000),
  valid_until: line(1000),
  note: textOfLines,
})
/** What the page of an offer displayed, in the form that the call has it. */
export const originalOffer = typedOffer

/**
 * Offers prices (pounds ex VAT, one for each line in their order) for a request and e-mails them to the customer. With
 * `codes`, our part numbers, the offer has these lines instead of the requested ones.
 */
export const offerQuote = quoteCall('POST /admin/quotes/:reference/offer', {
  summary: `Prices a quote, changes its lines, and sends it to the customer; refused while a later request for a change was not displayed. ${answeredUpTo}`,
  bodyLimit: rowsBodyLimit,
  body: typedOffer.extend({
    seen,
    last_message: lastMessage,
    /** Of a plain form: `originalOffer` as JSON. A value that is as it was is not typed. */
    original: z.string().max(300_000).optional().default(''),
    /** A part to add: its number in any spelling, ours or another maker's. */
    add_code: line(1000),
    add_quantity: typedQuantity,
    /** Index of a line to leave out; the form is shown again. */
    remove: line(10),
    /**
     * Only 'send' sends. 'save' stores what is typed, 'discard' deletes that. 'sums' (without JavaScript), 'add' and 'check'
     * (Enter in a field) show the page again.
     */
    step: z.enum(['send', 'sums', 'add', 'check', 'save', 'discard']).catch('send'),
  }),
})

export const withdrawQuote = quoteCall('POST /admin/quotes/:reference/withdraw', {
  summary: 'Withdraws a quote',
  body: z.object({ seen, reason: line(5000) }),
})

const requestKey = line(64).pipe(z.string().min(8, 'Open the form again.'))
const preparedReply = staffReply.extend({
  /** Of the new quote or order. */
  url: z.string().nullable(),
})

export const copyQuoteCall = quoteCall('POST /admin/quotes/:reference/copy', {
  summary: 'Copies a quote to a new one',
  body: z.object({ request_key: requestKey, prices: z.enum(['current', 'same']) }),
  reply: preparedReply,
})

/** Orders a sent quote for its customer, who has agreed to it: `agreed_by` how, `agreed` in words. */
export const placeQuoteCall = quoteCall('POST /admin/quotes/:reference/place', {
  summary: 'Places a quote for its customer',
  body: entryForm
    .pick({ request_key: true, payment_kind: true, payment_reference: true, till: true })
    .extend({
      seen,
      agreed_by: line(20),
      agreed: line(1000),
      purchase_order: line(1000),
      end: z.enum(['account', 'link', 'paid', 'proforma']).catch('account'),
    }),
  reply: preparedReply,
})

export const writeToQuoteCustomerCall = quoteCall('POST /admin/quotes/:reference/messages', {
  summary: `Writes to the customer of a quote. ${answeredUpTo}`,
  body: z.object({ request: requestKey, text: textOfLines, last_message: lastMessage }),
})

export const dismissQuoteMessages = quoteCall('POST /admin/quotes/:reference/messages/dismiss', {
  summary: `Takes a quote off the list of those to answer. ${answeredUpTo}`,
  body: z.object({ last_message: lastMessage }),
})

export const sendQuoteEmailAgainCall = quoteCall('POST /admin/quotes/:reference/emails/:id/send-again', {
  summary: 'Sends an e-mail about a quote again; refused when its offer is not the current one any more',
  params: quoteParams.extend({ id: wholeNumber(1, 999_999_999) }),
  body: z.object({ request: requestKey }),
})
