import { z } from 'zod'
import { consignmentChoices } from '../../lib/availability.ts'
import type { Pence } from '../../lib/money.ts'
import { lineName } from '../basket/lines/line-entry-schema.ts'
import type { OrderLine } from './order-line.ts'

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
export type EmailLine = z.output<typeof emailLine>
