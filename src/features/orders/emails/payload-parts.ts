import { z } from 'zod'
import { consignmentChoices } from '../../../lib/availability.ts'
import type { Pence } from '../../../lib/money.ts'
import { lineName } from '../../basket/lines/line-entry-schema.ts'
import type { Order } from '../order.ts'
import type { OrderLine } from '../order-line.ts'

/** An amount in pence as JSON stores it. */
export const penceAmount = z.int().transform(value => value as Pence)

/** An OrderLine as JSON stores it: in the outbox of e-mails. Apart from its type, so that no page loads zod. */
export const orderLine = z.object({
  ...lineName,
  productId: z.int(),
  unitPrice: penceAmount,
  quantity: z.int(),
  laterQuantity: z.int().default(0),
  leadTime: z.object({ min: z.int(), max: z.int() }).nullable().default(null),
  lineTotal: penceAmount,
}) satisfies z.ZodType<OrderLine>

/** Of the order's links, as an e-mail stores it. */
export const linkVersion = z.int().default(0)

/** How goods of which a part is not in stock are sent, as an e-mail stores it. */
export const emailConsignments = z.enum(consignmentChoices).nullable().default(null)

/** What an e-mail stores of a line. */
export const emailLine = orderLine.pick({
  code: true,
  title: true,
  entry: true,
  quantity: true,
  laterQuantity: true,
  leadTime: true,
  lineTotal: true,
})
/** With the price of one where it is shown: '2 at £10.00'. */
export type EmailLine = z.output<typeof emailLine> & { unitPrice?: Pence }

/** What several e-mails about an order store. Money in pence, ex VAT but the total. */

export const customerOrder = z.object({
  reference: z.string(),
  linkVersion,
  name: z.string(),
  purchaseOrder: z.string(),
})

export type CustomerOrder = Pick<Order, 'reference' | 'linkVersion' | 'contact' | 'purchaseOrder'>

export const toCustomerOrder = ({ reference, linkVersion, contact, purchaseOrder }: CustomerOrder) => ({
  reference,
  linkVersion,
  name: contact.name,
  purchaseOrder,
})

export const toConfirmationUrl = (reference: string): string => `/order/${reference}/confirmation`

/** Where the goods are delivered, or from where they are collected. */
export const handover = z.object({
  name: z.enum(['Deliver to', 'To collect from']),
  lines: z.array(z.string()),
})

/** Pieces of a line, in a parcel or still to come. */
export const pieceLine = z.object({
  ...lineName,
  quantity: z.int(),
  /** 'about 11–18 December', 'now due Friday 4 December'; '' for what is in a parcel, and where no day is known. */
  arrival: z.string(),
})
export type NamedPieces = z.output<typeof pieceLine>

export const orderTotals = z.object({
  subtotal: penceAmount,
  /** What vouchers take off, positive. */
  discount: penceAmount,
  vouchers: z.array(z.object({ code: z.string(), summary: z.string(), amount: penceAmount })).default([]),
  /** Null: to be quoted. */
  deliveryCost: penceAmount.nullable(),
  vat: penceAmount,
  vatRateBp: z.int().nullable().default(null),
  total: penceAmount,
  isFreeOfCharge: z.boolean().optional(),
})

/** What the total of an e-mail is made up of; null in payloads that an earlier release stored. */
export const itemisedTotals = orderTotals.nullable().default(null)
