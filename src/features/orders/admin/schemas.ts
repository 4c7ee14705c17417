import { z } from 'zod'
import { declareCalls } from '../../../lib/call.ts'
import { flag, line, wholeNumber } from '../../../lib/validate.ts'

const call = declareCalls('Back office')

/** Staff only: to everybody else these calls do not exist (404). */

const params = z.object({ reference: z.string().max(20) })
const reply = z.object({
  success: z.boolean(),
  message: z.string(),
  /** Field → message: 'cancel-reason', 'refund-amount', 'quantity-1' (by the position of its line), 'tracking' … */
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

/**
 * Sends pieces of the lines of an order as one parcel and e-mails the customer; an order that is collected is handed over
 * instead. `request`: a key of the form; the same key again answers with the same parcel.
 */
export const despatchOrder = call('POST /admin/orders/:reference/despatch', {
  summary: 'Despatches goods of an order, or hands them over',
  params,
  body: z.object({
    seen: seenOrder,
    request: z.string().min(8).max(64),
    lines: z
      .array(z.object({ position: wholeNumber(1, 100_000), quantity: line(20) }))
      .max(1000)
      .default([]),
    /** A key of despatch/carriers.ts. */
    carrier: line(5000),
    tracking: line(5000),
    collected_by: line(5000),
  }),
  reply,
})

/** Corrects carrier and tracking number of a parcel that was sent. */
export const changeParcel = call('POST /admin/orders/:reference/parcels/:number', {
  summary: 'Corrects carrier and tracking number of a parcel',
  params: params.extend({ number: wholeNumber(1, 100_000) }),
  body: z.object({ seen: seenOrder, carrier: line(5000), tracking: line(5000) }),
  reply,
})

/** E-mails the customer, once, that what is on hand can be collected. */
export const announceCollection = call('POST /admin/orders/:reference/ready', {
  summary: 'Tells the customer that an order is ready to collect',
  params,
  body: z.object({ seen: seenOrder }),
  reply,
})

/** Nothing of a held order is despatched. */
export const holdOrder = call('POST /admin/orders/:reference/hold', {
  summary: 'Holds an order',
  params,
  body: z.object({ seen: seenOrder, reason: line(5000) }),
  reply,
})

/** Releases an order that staff hold, or whose account was on stop when it was placed. */
export const releaseOrder = call('POST /admin/orders/:reference/release', {
  summary: 'Releases a held order',
  params,
  body: z.object({ seen: seenOrder, reason: line(5000) }),
  reply,
})
