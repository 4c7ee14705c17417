import { z } from 'zod'
import { declareCalls } from '../../../lib/calls/call.ts'

const call = declareCalls('Payments')

const params = z.object({ reference: z.string().max(20) })
/** `key`: of the link in the e-mail. */
const query = z.object({ key: z.string().max(100).catch('') })

/** The page shows the card form then. `amount`: what it displayed, in pounds; another one opens nothing. */
export const openAmountDue = call('POST /order/:reference/pay', {
  summary: 'Opens the card form for what is still to be paid of an order',
  params,
  query,
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
  query,
  reply: z.object({ state: z.enum(['waiting', 'ended']) }),
})
