import { z } from 'zod'
import { type BodyOf, declareCalls, type ReplyOf } from '../../lib/calls/call.ts'
import { isOn, multilineText, poundsAmount } from '../../lib/calls/validate.ts'
import type { ConsignmentsView } from '../../lib/consignments.ts'
import { type Address, addressFields, isRecord, toEachAddressField } from '../../lib/contact/address.ts'
import { parsePounds } from '../../lib/money.ts'
import { toOneLine } from '../../lib/text.ts'
import { basketReply, pageNumber } from '../basket/schemas.ts'
import { approvalNoteMaxLength, purchaseOrderMaxLength } from '../orders/order.ts'
import { lastStageMessages } from './last-stage-messages.ts'

const call = declareCalls('Checkout')

const outcome = z.union([z.literal(false), z.string()])
const loadedId = z.union([z.string(), z.number(), z.null()]).optional()

const addressReply = <Side extends 'delivery' | 'billing'>(side: Side) =>
  Object.fromEntries(addressFields.map(field => [`${side}_${field}`, z.string()])) as Record<
    `${Side}_${keyof Address}`,
    z.ZodString
  >

export type PaymentMethod = 'account' | 'card' | 'counter' | 'free' | 'godmode' | 'quote' | 'approval'

export const loadCheckout = call('POST /checkout/load', {
  summary: 'Returns what the checkout starts with, of the basket or of a loaded quote or approval',
  body: z.object({ quote_id: loadedId, approval_id: loadedId, page: pageNumber }),
  reply: z.object({
    countries: z.record(
      z.string(),
      z.object({ name: z.string(), validations: z.object({ postcode: z.string() }) }),
    ),
    load_existing: z.boolean(),
    purchase_order: z.string(),
    delivery_instructions: z.string(),
    status: z.string().nullable(),
    ...addressReply('delivery'),
    ...addressReply('billing'),
    delivery_code: z.string(),
    payment_methods: z.array(z.object({ name: z.string(), value: z.string() })),
    on_stop: z.boolean(),
    /** Of an account with a credit limit; `left` is below 0 when more is used. */
    credit: z.object({ limit: poundsAmount, left: poundsAmount }).optional(),
    items: basketReply.shape.items,
    /** A loaded order whole, with its own lines and totals. */
    basket: basketReply.optional(),
    /** When staff sent the offer of a loaded quote: `displayed_offer` of the final send. */
    offered_at: z.string().optional(),
  }),
})
export type LoadReply = ReplyOf<typeof loadCheckout>

export const deliveryOption = z.object({
  code: z.string(),
  name: z.string(),
  title: z.string(),
  subtitle: z.string(),
  caption: z.string(),
  price: poundsAmount.nullable(),
  arg: z.string().nullable(),
  /** Of collection: address and hours of the counter, a line each, where they are set. */
  counter: z.array(z.string()).optional(),
  /** When the part that is not in stock is sent, where what is there is sent before: 'about 2–3 weeks'. */
  rest: z.string().optional(),
  /** 'Order by 14:30 for delivery tomorrow, Tuesday 24 November', where a day is promised. */
  promise: z.string().optional(),
})
export type DeliveryOffer = z.output<typeof deliveryOption>

/** One line of text. Another type counts as empty, so that it is answered with the message for an empty field. */
const textOrEmpty = z.union([z.string(), z.number()]).catch('').transform(toOneLine)
/** One line of text; another type is a 422. */
const text = z
  .union([z.string(), z.number(), z.null()], { error: 'Enter a line of text.' })
  .transform(toOneLine)

// Wider than what is valid, so that a note that is too long gets its own message.
const maxTypedNote = 20_000

const purchaseOrder = text.pipe(
  z.string().max(purchaseOrderMaxLength, { error: lastStageMessages.purchaseOrderTooLong }),
)

const flagInput = z.union([z.boolean(), z.number(), z.string(), z.null()], { error: 'Enter true or false.' })
/** Unlike `flag` of validate.ts an absent one stays absent: a part of the draft that was not sent is not changed. */
const optionalFlag = flagInput.transform(isOn).optional()
const flagOrOff = flagInput.catch(false).transform(isOn)

const approvalNote = z
  .string()
  .max(approvalNoteMaxLength, `Enter a note of at most ${approvalNoteMaxLength} characters.`)

/** An object of fields. Another type counts as one without any field. */
const fields = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess(value => (isRecord(value) ? value : {}), z.object(shape))

const sentLines = z.object({
  lines: z.array(z.object({ code: z.string(), title: z.string(), quantity: z.int(), arrival: z.string() })),
  count: z.int(),
})
const consignmentsView = z.object({
  choice: z.enum(['split', 'together']).nullable(),
  now: sentLines,
  later: sentLines,
  arrival: z.string(),
}) satisfies z.ZodType<ConsignmentsView>

/** How goods of which a part is not in stock are sent (R-DELIVERY-10). */
const consignments = z
  .enum(['split', 'together', ''], { error: 'Enter split or together.' })
  .nullable()
  .transform(choice => (choice === '' ? null : choice))
  .optional()

const addressBody = {
  /** Of a saved address: the server then uses its own copy. */
  id: textOrEmpty,
  ...toEachAddressField(textOrEmpty),
  save_for_future: flagOrOff,
}

export const readDelivery = call('POST /checkout/delivery', {
  summary: 'Lists the delivery options to an address',
  body: z.object({
    country: textOrEmpty,
    postcode: textOrEmpty,
    quote_id: loadedId,
    approval_id: loadedId,
    consignments,
    /** Of a quote, which otherwise has the quoted delivery alone. */
    other_deliveries: optionalFlag,
  }),
  reply: z.object({
    error: outcome,
    options: z.array(deliveryOption),
    /** 'Order in 2 h 14 min for delivery Tuesday 24 November', where a day is promised. */
    promise: z.string().optional(),
    /** Of a named day: every day that may be chosen, ISO dates. */
    named_days: z.array(z.string()).optional(),
    /** What is in stock and what comes later; left out when all is in stock. */
    consignments: consignmentsView.optional(),
  }),
})

/**
 * A partial or the final send; a part is validated when its key is present (R-CHECKOUT-21). Parts with a fixed message
 * for their absence accept any type and answer with that message; another field of a wrong type is a 422.
 */
export const saveCheckout = call('POST /checkout/save', {
  summary: 'Saves what a stage of the checkout entered; the final send creates the order',
  body: z.object({
    contact: fields({
      name: textOrEmpty,
      email: textOrEmpty,
      password: z.string().default('').catch(''),
      telephone: textOrEmpty,
      vat: textOrEmpty,
    }).optional(),
    delivery: fields({ ...addressBody, save_as_billing: flagOrOff }).optional(),
    billing: fields(addressBody).optional(),
    delivery_method: textOrEmpty.optional(),
    delivery_arg: text.optional(),
    consignments,
    save_delivery_address: optionalFlag,
    save_billing_address: optionalFlag,
    payment_method: textOrEmpty.optional(),
    purchase_order: purchaseOrder.optional(),
    delivery_instructions: text.optional(),
    /** To the head buyers, of a request for approval. */
    approval_note: text.pipe(approvalNote).optional(),
    /** Of staff's payment method godmode: 'sample', 'warranty' or 'goodwill'. */
    free_reason: textOrEmpty.optional(),
    /** Of a request for a quote (R-QUOTE-3); lines are kept. */
    quote_note: multilineText(maxTypedNote).optional(),
    quote_id: loadedId,
    approval_id: loadedId,
    /** Sent by the page of a logged-in customer: when the session has ended, the reply is a 401. */
    signed_in: optionalFlag,
    /**
     * The total last shown to the customer, in pounds: a higher one is refused before anything is ordered
     * (R-CHECKOUT-28). Without it nothing is compared.
     */
    shown_total: z
      .union([z.string(), z.number(), z.null()], { error: 'Enter an amount in pounds.' })
      .transform(value => (value === null ? null : parsePounds(String(value))))
      .optional(),
    /** `offered_at` of the quote as it was last shown: a later offer is refused (R-QUOTE-10). */
    displayed_offer: text.optional(),
  }),
  reply: z.object({
    error: outcome,
    error_details: z.array(z.string()),
    errors: z.record(z.string(), z.string()),
    next_url: z.string().nullable(),
    payment_test_mode: z.boolean(),
    reference: z.string().nullable(),
  }),
})
export type SaveBody = BodyOf<typeof saveCheckout>
export type SaveReply = ReplyOf<typeof saveCheckout>

const completionReply = z.object({ error: outcome, next_url: z.string().nullable() })

export const completeCheckout = call('POST /checkout/complete', {
  summary: 'Places the order of this session',
  reply: completionReply,
})

export const sendForApproval = call('POST /checkout/send-approval', {
  summary: 'Sends the order of this session for approval',
  reply: completionReply,
})
