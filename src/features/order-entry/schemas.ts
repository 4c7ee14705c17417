import { z } from 'zod'
import { declareCalls, rowsBodyLimit } from '../../lib/calls/call.ts'
import { flag, line, requestKey, typedQuantity } from '../../lib/calls/validate.ts'
import { toEachAddressField } from '../../lib/contact/address.ts'
import { staffReply } from '../back-office/schemas.ts'
import { textOfLines } from '../correspondence/text-schema.ts'
import { handKinds } from '../payments/by-hand.ts'

const call = declareCalls('Back office')
const text = line(1000).default('')
const rows = <Schema extends z.ZodType>(schema: Schema) => z.array(schema).max(1000).default([])

/** What an order of staff ends in. */
export const entryEnds = ['account', 'link', 'paid', 'proforma', 'free', 'quote'] as const

/** What is typed while somebody is on the telephone. */
export const entryForm = z.object({
  request_key: requestKey,
  /** Id of a person with an account, or 'new'. */
  customer: line(20),
  /** Of a new customer; '': there is none. */
  email: text,
  /** Of a new customer: the order whose name and address were proposed; ''. */
  like: text,
  /** Id of a saved address of the customer, or 'new'. */
  deliver_to: text,
  ...toEachAddressField(text),
  /** Parts that have not been read yet, as on the order pad. */
  lines: textOfLines.default(''),
  codes: rows(line(60)),
  quantities: rows(typedQuantity),
  references: rows(line(1000)),
  /** 'ND', 'NAM:2026-12-03'; '': the cheapest. */
  delivery: text,
  /** The delivery that the page proposed: if it is the one that is sent, the cheapest is chosen again; '': none. */
  proposed_delivery: text,
  consignments: z.enum(['split', 'together']).catch('together'),
  /** Pounds ex VAT instead of what the delivery costs; '': none. */
  carriage: text,
  carriage_reason: text,
  purchase_order: text,
  delivery_instructions: text,
  note: textOfLines.default(''),
  source: z.enum(['phone', 'counter', 'email']).catch('phone'),
  end: z.enum(entryEnds).catch('account'),
  /** Of 'paid': how, with the reference of the slip or the bank, and at which till. */
  payment_kind: z.enum(['', ...handKinds]).catch(''),
  payment_reference: text,
  till: text,
  /** Of 'free': 'sample', 'warranty' or 'goodwill'. */
  free_reason: text,
  /** The goods are handed over in the same press. */
  hand_over: flag,
})

/** Takes an order for a caller, or makes a quote: each press displays the form again, with prices and total, until 'place'. */
export const enterOrder = call('POST /admin/orders/new', {
  summary: 'Takes an order for a customer who calls',
  bodyLimit: rowsBodyLimit,
  body: entryForm.extend({
    /** Pounds inc VAT, as the page displays it. */
    shown_total: text,
    /** Only 'place' places; 'save' stores what is typed; 'change' leads to the choice of another customer. */
    step: z.enum(['check', 'place', 'save', 'change']).catch('check'),
    /** 'FH-OIL-1:4': a part that was proposed for a line, which it replaces. */
    add: text,
    /** Code of a line to remove. */
    remove: text,
    /** The draft is deleted. */
    discard: flag,
  }),
  reply: staffReply.extend({
    /** The form, or the page of the order or quote that was made. */
    url: z.string().nullable(),
    /** What was placed is held. */
    isHeld: z.boolean().optional(),
  }),
})
