import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'
import { line, requestKey, wholeNumber } from '../../lib/calls/validate.ts'
import { staffReply } from '../back-office/schemas.ts'
import { handKinds } from './by-hand.ts'

const call = declareCalls('Payments')

const params = z.object({ reference: z.string().max(20) })
const reply = z.object({
  state: z.enum(['waiting', 'paid', 'declined', 'cancelled', 'lapsed']),
  message: z.string(),
  next_url: z.string().nullable(),
})

/** Polled by the page beside the payment frame until the payment has ended. */
export const paymentStatus = call('GET /checkout/payment/:reference', {
  summary: 'Tells how a payment stands',
  params,
  reply,
})

/** A payment that was faster stays paid: then the reply is the same as of the status. */
export const cancelPayment = call('POST /checkout/payment/:reference/cancel', {
  summary: 'Cancels the open card payment of an order, whose stages can then be changed',
  params,
  reply,
})

/** `key`: of the link in the e-mail. */
const linkQuery = z.object({ key: z.string().max(100).catch('') })

/** The page shows the card form then. `amount`: what it displayed, in pounds; another one opens nothing. */
export const openAmountDue = call('POST /order/:reference/pay', {
  summary: 'Opens the card form for what is still to be paid of an order',
  params,
  query: linkQuery,
  body: z.object({ amount: z.string().max(30).catch('') }),
  reply: z.object({
    success: z.boolean(),
    /** Why it was not opened; ''. */
    message: z.string(),
    /** The provider's page; null: it was not opened. */
    next_url: z.string().nullable(),
  }),
})

const invoiceParams = z.object({ number: z.coerce.number().int().min(1).max(999_999_999).catch(0) })
const openReply = openAmountDue.reply

/** Head buyers alone. `amount`: what the page displayed, in pounds; another one opens nothing. */
export const payInvoice = call('POST /account/statements/invoices/:number/pay', {
  summary: 'Opens the card form for an invoice on account',
  params: invoiceParams,
  body: z.object({ amount: z.string().max(30).catch('') }),
  reply: openReply,
})

export const invoicePaymentStatus = call('GET /account/statements/invoices/:number/pay/status', {
  summary: 'Tells whether the card form for an invoice is still open',
  params: invoiceParams,
  reply: z.object({ state: z.enum(['waiting', 'ended']) }),
})

/** The same by the link of an e-mail, without a login. */
export const payLinkedInvoice = call('POST /pay/invoice/:number', {
  summary: 'Opens the card form for an invoice on account, by the link of its e-mail',
  params: invoiceParams,
  query: linkQuery,
  body: payInvoice.body,
  reply: openReply,
})

export const linkedInvoiceStatus = call('GET /pay/invoice/:number/status', {
  summary: 'Tells whether the card form for an invoice is still open, by the link of its e-mail',
  params: invoiceParams,
  query: linkQuery,
  reply: invoicePaymentStatus.reply,
})

/** Polled by the page beside the card form. After 'ended' the page says what became of the payment. */
export const amountDueStatus = call('GET /order/:reference/pay/status', {
  summary: 'Tells whether the card form of a payment link is still open',
  params,
  query: linkQuery,
  reply: z.object({ state: z.enum(['waiting', 'ended']) }),
})

const staffCall = declareCalls('Back office', { reply: staffReply })

/**
 * Enters what was paid in cash, at the card terminal or by bank transfer for an order that waits for it. Amount in pounds;
 * `received_on` '': today; `bank_line` is not stored. Errors: 'amount', 'payment_reference', 'received_on'.
 */
export const enterOrderPayment = staffCall('POST /admin/orders/:reference/payments', {
  summary: 'Enters a payment that staff have taken',
  params,
  body: z.object({
    seen: line(40),
    request: requestKey,
    kind: z.enum(handKinds),
    amount: line(40),
    payment_reference: line(200),
    till: line(40),
    received_on: line(40),
    bank_line: line(300),
  }),
})

/**
 * Takes back a payment that was entered wrongly. `kind`: how the same amount was really paid; '': it was not, and the order
 * waits for it again. Errors: 'reason', 'kind', 'payment_reference'.
 */
export const cancelEnteredPayment = staffCall('POST /admin/cash/:id/cancel', {
  summary: 'Cancels a payment that staff entered wrongly',
  params: z.object({ id: wholeNumber(1, 2_147_483_647) }),
  body: z.object({
    seen: line(40),
    request: requestKey,
    reason: line(200),
    kind: z.enum(['', ...handKinds]).catch(''),
    payment_reference: line(200),
    till: line(40),
  }),
})
