import { z } from 'zod'
import { declareCalls, rowsBodyLimit } from '../../../lib/calls/call.ts'
import { flag, line, typedQuantity, wholeNumber } from '../../../lib/calls/validate.ts'
import { staffReply } from '../../back-office/schemas.ts'

const call = declareCalls('Back office')

/** Staff of the warehouse only: to customers these calls do not exist (404). */

/** `proposed`: the quantity that the page proposed: one that is unchanged follows the order when the page is outdated. */
export const despatchQuantities = z
  .array(z.object({ position: wholeNumber(1, 100_000), quantity: typedQuantity, proposed: line(20) }))
  .max(1000)
  .default([])

const params = z.object({ id: wholeNumber(1, 999_999_999) })
/** Of the form: the same one sent twice is done once. */
const requestKey = z.string().min(8).max(64)
/** Errors: 'scan', 'pieces-12' (by the product), 'leave' … */
const reply = staffReply

/** What follows the '?' of the page that a form is on, which it leads back to. */
const view = z.string().max(1_000).default('')
const pickReply = reply.extend({
  product: z.number().nullable(),
})

/** Makes a pick list for these orders. `url`: of the list. */
export const makePickList = call('POST /admin/picking', {
  summary: 'Makes a pick list for orders',
  bodyLimit: rowsBodyLimit,
  body: z.object({
    request: requestKey,
    // More than a list takes are refused with a sentence, and their ticks stay.
    orders: z.array(z.string().max(20)).max(1000).default([]),
    view,
  }),
  reply: reply.extend({ url: z.string().nullable() }),
})

/** Confirms all pieces of a product by its scanned or typed number, in any spelling. */
export const scanPick = call('POST /admin/picking/:id/scan', {
  summary: 'Confirms a part of a pick list by its number',
  params,
  body: z.object({ code: line(1000), view }),
  reply: pickReply,
})

/**
 * Confirms what was taken out of a bin. `expected`: the pieces that the page displayed. `pieces`: how many there were; '':
 * all. `empty`: the bin is empty now, and the stock is corrected for `reason` ('count', 'damage').
 */
export const confirmPick = call('POST /admin/picking/:id/pick', {
  summary: 'Confirms the pieces of a part of a pick list',
  params,
  body: z.object({
    product: wholeNumber(1, 999_999_999),
    expected: wholeNumber(1, 999_999_999),
    pieces: typedQuantity,
    empty: flag,
    reason: z.enum(['count', 'damage']).optional().default('count'),
    view,
  }),
  reply: pickReply,
})

/** `expected`: the pieces that the page displayed as picked. */
export const undoPick = call('POST /admin/picking/:id/undo', {
  summary: 'Takes a confirmation of a pick list back',
  params,
  body: z.object({ product: wholeNumber(1, 999_999_999), expected: wholeNumber(0, 999_999_999), view }),
  reply: pickReply,
})

/** `leave`: the parts that are not picked, of which the page displayed `unpicked`, are left for another list. */
export const finishPickList = call('POST /admin/picking/:id/finish', {
  summary: 'Finishes a pick list',
  params,
  body: z.object({ leave: flag, unpicked: wholeNumber(0, 999_999_999).default(0), view }),
  reply: pickReply,
})

/** The customer of an order whose promised day may be missed needs no e-mail: the order leaves the list of these days. */
export const checkPromise = call('POST /admin/orders/:reference/promise-checked', {
  summary: 'Takes an order off the list of promised days that cannot be kept',
  params: z.object({ reference: z.string().max(20) }),
  body: z.object({ seen: line(40), view }),
  reply,
})

/** E-mails the customer that the promised day cannot be met. `choice`: 'day' (the new one is `day`, an ISO date) or 'unknown'. */
export const announceDelay = call('POST /admin/orders/:reference/delay', {
  summary: 'Tells the customer that an order is delayed',
  params: z.object({ reference: z.string().max(20) }),
  body: z.object({ seen: line(40), choice: line(20), day: line(40) }),
  reply,
})
