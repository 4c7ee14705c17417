import { z } from 'zod'
import { declareCalls } from '../../lib/call.ts'

const call = declareCalls('Payments')

/** Polled by the page beside the payment frame until the payment has ended. */
export const paymentStatus = call('GET /checkout/payment/:reference', {
  summary: 'Tells how a payment stands',
  params: z.object({ reference: z.string().max(20) }),
  reply: z.object({
    state: z.enum(['waiting', 'paid', 'declined', 'cancelled', 'lapsed']),
    message: z.string(),
    next_url: z.string().nullable(),
  }),
})
