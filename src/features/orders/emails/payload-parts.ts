import { z } from 'zod'
import { lineName } from '../../basket/lines/line-entry-schema.ts'
import type { Order } from '../order.ts'
import { linkVersion, penceAmount } from '../order-line-schema.ts'

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

/** Of the order's page, from the root. */
export const toConfirmationUrl = (reference: string): string => `/order/${reference}/confirmation`

/** Where the goods are delivered, or from where they are collected. */
export const handover = z.object({
  name: z.enum(['Deliver to', 'To collect from']),
  lines: z.array(z.string()),
})

export const pieceLine = z.object({
  ...lineName,
  quantity: z.int(),
  arrival: z.string(),
})

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
})

/** What the total of an e-mail is made up of; null in payloads that an earlier release stored. */
export const itemisedTotals = orderTotals.nullable().default(null)
