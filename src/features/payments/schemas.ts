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
