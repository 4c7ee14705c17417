import { z } from 'zod'
import { declareCalls, rowsBodyLimit } from '../../../lib/calls/call.ts'
import { flag, line, requestKey, typedQuantity, wholeNumber } from '../../../lib/calls/validate.ts'
import { staffReply } from '../../back-office/schemas.ts'

/** `proposed`: the quantity that the page proposed: one that is unchanged follows the order when the page is outdated. */
export const despatchQuantities = z
  .array(z.object({ position: wholeNumber(1, 100_000), quantity: typedQuantity, proposed: line(20) }))
  .max(1000)
  .default([])

/** What follows the '?' of the page that a form is on, which it leads back to. */
const view = z.string().max(1_000).default('')

/**
 * Staff of the warehouse only: to customers these calls do not exist (404). Errors: 'scan', 'pieces-12' (by the product),
 * 'leave' …
 */
const call = declareCalls('Back office', { reply: staffReply })
const pickCall = declareCalls('Back office', {
  params: z.object({ id: wholeNumber(1, 999_999_999) }),
  reply: staffReply.extend({ product: z.number().nullable() }),
})
const orderCall = declareCalls('Back office', {
  params: z.object({ reference: z.string().max(20) }),
  reply: staffReply,
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
  reply: staffReply.extend({ url: z.string().nullable() }),
})

/** Confirms all pieces of a product by its scanned or typed number, in any spelling. */
export const scanPick = pickCall('POST /admin/picking/:id/scan', {
  summary: 'Confirms a part of a pick list by its number',
  body: z.object({ code: line(1000), view }),
})

/**
 * Confirms what was taken out of a bin. `expected`: the pieces that the page displayed. `pieces`: how many there were; '':
 * all. `empty`: the bin is empty now, and the stock is corrected for `reason` ('count', 'damage').
 */
export const confirmPick = pickCall('POST /admin/picking/:id/pick', {
  summary: 'Confirms the pieces of a part of a pick list',
  body: z.object({
    product: wholeNumber(1, 999_999_999),
    expected: wholeNumber(1, 999_999_999),
    pieces: typedQuantity,
    empty: flag,
    reason: z.enum(['count', 'damage']).optional().default('count'),
    view,
  }),
})

/** `expected`: the pieces that the page displayed as picked. */
export const undoPick = pickCall('POST /admin/picking/:id/undo', {
  summary: 'Takes a confirmation of a pick list back',
  body: z.object({ product: wholeNumber(1, 999_999_999), expected: wholeNumber(0, 999_999_999), view }),
})

/** `leave`: the parts that are not picked, of which the page displayed `unpicked`, are left for another list. */
export const finishPickList = pickCall('POST /admin/picking/:id/finish', {
  summary: 'Finishes a pick list',
  body: z.object({ leave: flag, unpicked: wholeNumber(0, 999_999_999).default(0), view }),
})

/** The customer of an order whose promised day may be missed needs no e-mail: the order leaves the list of these days. */
export const checkPromise = orderCall('POST /admin/orders/:reference/promise-checked', {
  summary: 'Takes an order off the list of promised days that cannot be kept',
  body: z.object({ seen: line(40), view }),
})

/** E-mails the customer that the promised day cannot be met. `choice`: 'day' (the new one is `day`, an ISO date) or 'unknown'. */
export const announceDelay = orderCall('POST /admin/orders/:reference/delay', {
  summary: 'Tells the customer that an order is delayed',
  body: z.object({ seen: line(40), choice: line(20), day: line(40) }),
})
