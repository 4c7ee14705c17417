import { z } from 'zod'
import { formatDate, formatDay, formatWeekday, type IsoDate, toIsoDate } from '../../../lib/dates.ts'
import { pickLineName } from '../../basket/line-entry.ts'
import { lineName } from '../../basket/line-entry-schema.ts'
import type { OpenLine } from '../despatch/rules.ts'
import type { Order } from '../order.ts'

export const orderDelayedFacts = z.object({
  reference: z.string(),
  name: z.string(),
  purchaseOrder: z.string(),
  /** The day that cannot be met, 'Monday 30 November'; '': none was promised. */
  promised: z.string().default(''),
  /** 'Friday 4 December 2026'; '': not known yet. */
  expected: z.string(),
  isCollected: z.boolean(),
  toCome: z.array(z.object({ ...lineName, quantity: z.int(), arrival: z.string() })),
  /** Of the order's page. */
  url: z.string(),
})
export type OrderDelayedFacts = z.output<typeof orderDelayedFacts>

export const orderDelayedKind = 'order-delayed'

/** The e-mail for the outbox; its key allows one for each version of the order. */
export function orderDelayedEmail(
  order: Order,
  version: string,
  day: IsoDate | null,
  toCome: readonly { line: OpenLine; quantity: number }[],
) {
  const { reference, contact, purchaseOrder, deliveryCode } = order
  const facts: z.input<typeof orderDelayedFacts> = {
    reference,
    name: contact.name,
    purchaseOrder,
    promised: formatPromised(order),
    expected: day === null ? '' : `${formatWeekday(day)} ${formatDate(day)}`,
    isCollected: deliveryCode === 'COL',
    toCome: toCome.map(({ line, quantity }) => ({ ...pickLineName(line), quantity, arrival: '' })),
    url: `/order/${reference}/confirmation`,
  }
  const dedupeKey = `${orderDelayedKind}:${reference}:${version}`
  return { kind: orderDelayedKind, recipient: contact.email, facts, dedupeKey }
}

// A released order has no promised day any more, and of one that has left in part each parcel has its own.
function formatPromised({ state, wasHeld, delay, deliveryDate }: Order): string {
  const day = delay ? delay.day : wasHeld || state !== 'placed' ? null : deliveryDate
  return day === null ? '' : formatDay(toIsoDate(day))
}

export const orderDelayedSubject = ({ reference }: OrderDelayedFacts, shopName: string): string =>
  `Order ${reference} is delayed – ${shopName}`
