import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'

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

/** Polled by the page beside the card form. After 'ended' the page says what became of the payment. */
export const amountDueStatus = call('GET /order/:reference/pay/status', {
  summary: 'Tells whether the card form of a payment link is still open',
  params,
  query: linkQuery,
  reply: z.object({ state: z.enum(['waiting', 'ended']) }),
})
