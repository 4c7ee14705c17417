import { z } from 'zod'
import { declareCalls, rowsBodyLimit } from '../../lib/calls/call.ts'
import { flag, line, poundsAmount, requestKey, typedQuantity, wholeNumber } from '../../lib/calls/validate.ts'
import { toEachAddressField } from '../../lib/contact/address.ts'
import { staffReply } from '../back-office/schemas.ts'
import { answeredUpTo, lastMessage, textOfLines } from '../correspondence/text-schema.ts'
import { liftChoices } from '../orders/holds/hold-rules.ts'
import { despatchQuantities } from '../warehouse/admin/schemas.ts'

const params = z.object({ reference: z.string().max(20) })

/**
 * Staff only: to everybody else these calls do not exist (404). Errors: 'cancel-reason', 'refund-amount', 'quantity-1' (by the
 * position of its line), 'tracking' …
 */
const orderCall = declareCalls('Back office', { params, reply: staffReply })

/** The version of the order that the page showed: its last row of history and its last refund. */
const seenOrder = line(40)

export const cancelOrder = orderCall('POST /admin/orders/:reference/cancel', {
  summary: 'Cancels a placed order',
  body: z.object({ seen: seenOrder, reason: line(5000), confirm: flag }),
})

/**
 * Returns the stock of an order that is not paid yet; the order stays payable while stock lasts. `view`: what follows the '?'
 * of the list that the form is on, which it leads back to.
 */
export const releaseReservedStock = orderCall('POST /admin/reserved-stock/:reference/release', {
  summary: 'Gives the stock of an unpaid order back',
  body: z.object({ seen: seenOrder, view: z.string().max(1_000).default('') }),
  reply: z.object({ success: z.boolean(), message: z.string() }),
})

/**
 * Credits pieces of lines, the delivery charge, or an amount (pounds inc VAT), and refunds it to the card that paid; the
 * order stays as it is. Pieces of lines that have not left are not sent any more, unless `free_of_charge` says that they are
 * sent all the same. `restock`: the pieces go back on hand. `request`: a key of the form; the same key again does it once.
 */
export const refundOrder = orderCall('POST /admin/orders/:reference/refund', {
  summary: 'Credits what was bought, and refunds it to the card that paid',
  bodyLimit: rowsBodyLimit,
  body: z.object({
    seen: seenOrder,
    request: requestKey.optional(),
    lines: z
      .array(z.object({ position: wholeNumber(1, 100_000), quantity: typedQuantity }))
      .max(1000)
      .default([]),
    delivery: flag,
    amount: line(1000),
    reason: line(5000),
    restock: flag,
    free_of_charge: flag,
    confirm: flag,
    /** In pounds, what the page says it comes to: nothing else is confirmed; '': it says nothing. */
    sum: line(30),
  }),
  reply: staffReply.extend({
    sum: poundsAmount.nullable(),
  }),
})

/** Asks the card provider again for a refund that it has refused, of the same sum. A repeated call asks once. */
export const sendRefundAgain = orderCall('POST /admin/orders/:reference/refunds/:id/send-again', {
  summary: 'Repeats a refund that the card provider has refused',
  params: params.extend({ id: wholeNumber(1, 999_999_999) }),
  body: z.object({ seen: seenOrder }),
})

/** The pick list that a plain form leads back to. */
const pickListId = z.coerce.number().int().min(1).max(999_999_999).nullable().default(null)

const carriage = {
  /** A key of despatch/carriers.ts, or 'other' with its name. */
  carrier: line(5000),
  carrier_name: line(5000),
  tracking: line(5000),
}

/**
 * Sends pieces of the lines of an order as one parcel and e-mails the customer; an order that is collected is handed over
 * instead. `request`: a key of the form; the same key again answers with the same parcel.
 */
export const despatchOrder = orderCall('POST /admin/orders/:reference/despatch', {
  summary: 'Despatches goods of an order, or hands them over',
  bodyLimit: rowsBodyLimit,
  body: z.object({
    seen: seenOrder,
    request: requestKey,
    lines: despatchQuantities,
    ...carriage,
    collected_by: line(5000),
    out_of_turn: flag,
    part: flag,
    pick_list: pickListId,
  }),
})

export const changeParcel = orderCall('POST /admin/orders/:reference/parcels/:number', {
  summary: 'Corrects carrier and tracking number of a parcel',
  params: params.extend({ number: wholeNumber(1, 100_000) }),
  body: z.object({
    seen: seenOrder,
    ...carriage,
    email: flag,
  }),
})

/** E-mails the customer, once, that what is on hand can be collected. */
export const announceCollection = orderCall('POST /admin/orders/:reference/ready', {
  summary: 'Tells the customer that an order is ready to collect',
  body: z.object({ seen: seenOrder, pick_list: pickListId }),
})

/** The reason of an order that was placed free of charge without one. Errors: 'free_reason'. */
export const giveFreeReason = orderCall('POST /admin/orders/:reference/free-reason', {
  summary: 'Says why an order is free of charge',
  body: z.object({ seen: seenOrder, free_reason: line(20) }),
})

export const holdOrder = orderCall('POST /admin/orders/:reference/hold', {
  summary: 'Holds an order',
  body: z.object({ seen: seenOrder, reason: line(5000) }),
})

/**
 * Releases an order that staff hold, or that its account does. `lift`: 'staff', 'account' or 'both',
 * where it is held for both.
 */
export const releaseOrder = orderCall('POST /admin/orders/:reference/release', {
  summary: 'Releases a held order',
  body: z.object({
    seen: seenOrder,
    reason: line(5000),
    lift: z
      .enum([...liftChoices, ''])
      .optional()
      .default(''),
  }),
})

/** Writes a note that only staff see. '@' and a name: that colleague gets an e-mail and sees it on the overview. */
export const addOrderNote = orderCall('POST /admin/orders/:reference/notes', {
  summary: 'Writes a note for staff about an order',
  body: z.object({ request: requestKey, text: textOfLines }),
})

export const completeOrderNote = orderCall('POST /admin/notes/:id/done', {
  summary: 'Ticks off a note on the caller’s overview',
  params: z.object({ id: wholeNumber(1, 999_999_999) }),
})

/** E-mails the customer about an order; it is in the history of both. */
export const writeToOrderCustomer = orderCall('POST /admin/orders/:reference/messages', {
  summary: `Writes to the customer of an order. ${answeredUpTo}`,
  body: z.object({ request: requestKey, text: textOfLines, last_message: lastMessage }),
})

/** What the customer wrote about an order needs no answer. */
export const dismissOrderMessages = orderCall('POST /admin/orders/:reference/messages/dismiss', {
  summary: `Takes the customer’s messages off the list of those to answer. ${answeredUpTo}`,
  body: z.object({ last_message: lastMessage }),
})

export const sendOrderEmailAgain = orderCall('POST /admin/orders/:reference/emails/:id/send-again', {
  summary: 'Sends an e-mail about an order again',
  params: params.extend({ id: wholeNumber(1, 999_999_999) }),
  body: z.object({ request: requestKey }),
})

export const sendPaymentLink = orderCall('POST /admin/orders/:reference/payment-link', {
  summary: 'Sends the payment link of an order again',
  body: z.object({ request: requestKey }),
})

/** A text that stays as it is when it is absent. */
const changedLine = z.union([z.undefined(), line(5000)])
const typedAddress = z.object(toEachAddressField(line(5000)))
const typedContact = z.object({
  name: line(5000),
  email: line(5000),
  telephone: line(5000),
  vat: line(5000),
})
/** What the page of a correction displayed, in the form that the call has it. */
export const originalCorrection = z.object({
  contact: typedContact,
  delivery: typedAddress,
  billing: typedAddress,
  purchase_order: line(5000),
  delivery_instructions: line(5000),
  lines: z.array(z.object({ position: z.number(), quantity: typedQuantity })),
})
const correctedSums = z.object({
  subtotal: poundsAmount,
  discount: poundsAmount,
  delivery: poundsAmount,
  vat: poundsAmount,
  total: poundsAmount,
})

/**
 * Corrects an order before it leaves; what is absent stays. What changes goods, delivery, VAT or the total is done when
 * `confirm` is the new total in pounds: until then the answer has the sums before and after.
 */
export const correctOrder = orderCall('POST /admin/orders/:reference/correct', {
  summary: 'Corrects addresses, contact, delivery and goods of an order',
  bodyLimit: rowsBodyLimit,
  body: z.object({
    seen: seenOrder,
    request: requestKey,
    contact: typedContact.optional(),
    delivery: typedAddress.optional(),
    billing: typedAddress.optional(),
    purchase_order: changedLine,
    delivery_instructions: changedLine,
    /** 'ND', or with its day 'NAM:2026-11-27'; '': it stays. */
    delivery_option: line(50),
    lines: z
      .array(
        z.object({
          position: wholeNumber(1, 100_000),
          quantity: typedQuantity,
          /** Part number of the product that replaces what has not left. */
          code: line(1000),
          /** Pounds ex VAT; '': today's price of this customer. */
          price: line(1000),
        }),
      )
      .max(1000)
      .default([]),
    confirm: line(30),
    /** The page has displayed the new total, so an unticked box is an error. */
    displayed: flag,
    /** Of a plain form: `originalCorrection` as JSON. A value that is as it was is not typed. */
    original: z.string().max(200_000).optional().default(''),
  }),
  reply: staffReply.extend({
    sums: z
      .object({
        before: correctedSums,
        after: correctedSums,
        /** Of a card order: what is refunded to the card, or what is then to be paid by a link. */
        refund: poundsAmount,
        to_pay: poundsAmount,
        /** What else changes: 'Quantity of FH-OIL-1: 12 → 10'. */
        changes: z.array(z.string()),
      })
      .nullable(),
    news: z.object({ heading: z.string(), changes: z.array(z.string()) }).nullable(),
  }),
})
