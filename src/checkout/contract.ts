import { z } from 'zod'
import { basketReply } from '../basket/contract.ts'
import type { WireAddress } from '../shared/address.ts'
import { declareCalls } from '../shared/call.ts'
import { pounds } from '../shared/validate.ts'

const call = declareCalls('Checkout')

const outcome = z.union([z.literal(false), z.string()])
const anything = z.unknown().optional()
const loadedId = z.union([z.string(), z.number(), z.null()]).optional()

const address = (side: 'delivery' | 'billing') =>
  ({
    [`${side}_firstname`]: z.string(),
    [`${side}_surname`]: z.string(),
    [`${side}_company`]: z.string(),
    [`${side}_address1`]: z.string(),
    [`${side}_address2`]: z.string(),
    [`${side}_town`]: z.string(),
    [`${side}_county`]: z.string(),
    [`${side}_postcode`]: z.string(),
    [`${side}_country`]: z.string(),
    [`${side}_telephone`]: z.string(),
  }) as Record<`${typeof side}_${keyof WireAddress}`, z.ZodString>

export type { WireAddress }

export type PaymentMethod = 'account' | 'card' | 'godmode' | 'quote' | 'approval'

export const loadCheckout = call('POST /checkout/load', {
  summary: 'Returns what the checkout starts with, of the basket or of a loaded quote or approval',
  body: z.object({ quote_id: loadedId, approval_id: loadedId }),
  reply: z.object({
    countries: z.record(
      z.string(),
      z.object({ name: z.string(), validations: z.object({ postcode: z.string() }) }),
    ),
    load_existing: z.boolean(),
    purchase_order: z.string(),
    delivery_instructions: z.string(),
    status: z.string().nullable(),
    ...address('delivery'),
    ...address('billing'),
    delivery_code: z.string(),
    payment_methods: z.array(z.object({ name: z.string(), value: z.string() })),
    on_stop: z.boolean(),
    items: basketReply.shape.items,
    /** A loaded order whole: its own lines and sums. */
    basket: basketReply.optional(),
  }),
})

export const deliveryOption = z.object({
  code: z.string(),
  name: z.string(),
  title: z.string(),
  subtitle: z.string(),
  caption: z.string(),
  price: pounds.nullable(),
  arg: z.string().nullable(),
})

export const readDelivery = call('POST /checkout/delivery', {
  summary: 'Lists the delivery options to an address',
  body: z.object({ country: anything, postcode: anything, quote_id: loadedId, approval_id: loadedId }),
  reply: z.object({
    error: outcome,
    options: z.array(deliveryOption),
    /** 'Order in 2 h 14 min for delivery Tuesday 24 November', where a day is promised. */
    promise: z.string().optional(),
    /** Of a named day: every day that may be chosen, ISO dates. */
    named_days: z.array(z.string()).optional(),
  }),
})

/** Each part is judged by the checkout's own rules, which have the specification's words. */
export const saveCheckout = call('POST /checkout/save', {
  summary: 'Saves what a stage of the checkout entered; the final send makes the order',
  body: z.looseObject({
    contact: anything,
    delivery: anything,
    billing: anything,
    delivery_method: anything,
    delivery_arg: anything,
    save_delivery_address: anything,
    save_billing_address: anything,
    payment_method: anything,
    purchase_order: anything,
    delivery_instructions: anything,
    quote_id: loadedId,
    approval_id: loadedId,
    /** Sent from the page of somebody who is signed in: if he is no longer, that is a 401. */
    signed_in: anything,
    /** What the buyer was last shown that he pays, in pounds: another sum is told before anything is ordered. */
    shown_total: anything,
  }),
  reply: z.object({
    error: outcome,
    error_details: z.array(z.string()),
    errors: z.record(z.string(), z.string()),
    next_url: z.string().nullable(),
    payment_test_mode: z.boolean(),
    /** The order's reference once the send was final. */
    reference: z.string().nullable(),
  }),
})

export const completeCheckout = call('POST /checkout/complete', {
  summary: 'Places the order of this session',
  reply: z.object({ error: outcome, next_url: z.string().nullable() }),
})

export const sendForApproval = call('POST /checkout/send-approval', {
  summary: 'Sends the order of this session for approval',
  reply: z.object({ error: outcome, next_url: z.string().nullable() }),
})
