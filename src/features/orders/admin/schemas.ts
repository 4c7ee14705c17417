import { z } from 'zod'
import { declareCalls } from '../../../lib/call.ts'
import { flag, line } from '../../../lib/validate.ts'

const call = declareCalls('Back office')

/** Staff only: to everybody else these calls do not exist (404). */

const params = z.object({ reference: z.string().max(20) })
const reply = z.object({
  success: z.boolean(),
  message: z.string(),
  /** Field → message: 'cancel-reason', 'cancel-confirm', 'refund-amount', 'refund-reason', 'refund-confirm'. */
  errors: z.record(z.string(), z.string()),
})

/** The version of the order that the page showed: its last row of history and its last refund. */
const seenOrder = line(40)

/** Cancels a placed order: returns its stock and vouchers, refunds a card payment, e-mails the customer. */
export const cancelOrder = call('POST /admin/orders/:reference/cancel', {
  summary: 'Cancels a placed order',
  params,
  body: z.object({ seen: seenOrder, reason: line(5000), confirm: flag }),
  reply,
})

/** Gives the stock of an order back that is not paid yet; the order stays payable while stock lasts. */
export const releaseReservedStock = call('POST /admin/reserved-stock/:reference/release', {
  summary: 'Gives the stock of an unpaid order back',
  params,
  reply: z.object({ success: z.boolean(), message: z.string() }),
})

/** Refunds money to the card that paid; the order stays as it is. `amount`: pounds. */
export const refundOrder = call('POST /admin/orders/:reference/refund', {
  summary: 'Refunds money to the card that paid',
  params,
  body: z.object({ seen: seenOrder, amount: line(30), reason: line(5000), confirm: flag }),
  reply,
})
