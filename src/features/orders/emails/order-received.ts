import { z } from 'zod'
import { formatAddressLines } from '../../../lib/address.ts'
import { findLongestLeadTime, formatArrival } from '../../../lib/availability.ts'
import { findLastArrival, formatLaterArrival } from '../../../lib/later-arrival.ts'
import { upperFirst } from '../../../lib/text.ts'
import { exportNotice } from '../../delivery/vat-rate.ts'
import { linkOrigin } from '../account/view.ts'
import { getOrderDay } from '../despatch/view.ts'
import { toHandover } from '../handover.ts'
import { formatMethod, getNextStep } from '../messages.ts'
import { isWithoutPayment, type Order, pickTotals, toOrigin } from '../order.ts'
import { emailConsignments, emailLine, linkVersion, penceAmount } from '../order-line-schema.ts'

/** Where the goods are delivered, or from where they are collected. */
export const handover = z.object({
  name: z.enum(['Deliver to', 'To collect from']),
  lines: z.array(z.string()),
})

const orderTotals = z.object({
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

/** What the total of an e-mail is made up of; null in facts that an earlier release stored. */
export const itemisedTotals = orderTotals.nullable().default(null)

/** What the e-mail 'order received' says of the order as it was saved. Money in pence, all ex VAT but the total. */
export const orderReceivedFacts = z.object({
  reference: z.string(),
  linkVersion,
  name: z.string(),
  lines: z.array(emailLine),
  consignments: emailConsignments,
  /** ISO date; null in facts that an earlier release stored, and of a request. */
  orderedOn: z.string().nullable().default(null),
  ...orderTotals.shape,
  handover,
  /** 'Tuesday 24 November, next working day'. */
  deliveryText: z.string(),
  /** 'Card', 'On account'. */
  method: z.string(),
  purchaseOrder: z.string(),
  /** Of a request for a quote. */
  quoteNote: z.string().default(''),
  billing: z.array(z.string()).default([]),
  deliveryInstructions: z.string().default(''),
  /** Why no VAT is charged; '' where it is. */
  vatNote: z.string().default(''),
  /** What it was made from. */
  madeFrom: z
    .object({
      reference: z.string(),
      kind: z.enum(['quote', 'approval_request']),
      sender: z.string(),
      url: z.string(),
    })
    .nullable()
    .default(null),
  /** Of the terms that the customer accepted; '' when it was not stored. */
  termsVersion: z.string().default(''),
  hasInvoice: z.boolean().default(false),
  /** Ordered without a login. */
  isGuest: z.boolean().default(false),
  /** From the root: '/order/FH…/confirmation'. */
  url: z.string(),
  /** What happens next; '': nothing but the usual. */
  nextStep: z.string().default(''),
  /** An order, one that is held because the account is on stop, or a request for a quote. */
  outcome: z.enum(['placed', 'held', 'quote_requested']).default('placed'),
})
export type OrderReceivedFacts = z.output<typeof orderReceivedFacts>

export const orderReceivedKind = 'order-received'

interface ReceivedOrder {
  /** The quote or approval request that it was made from. */
  origin: Order | null
  /** Of the terms that the customer accepted. */
  termsVersion: string
  /** Ordered without a login. */
  isGuest: boolean
}

/** The e-mail for the outbox; its key allows one for each order. */
export function orderReceivedEmail(order: Order, { origin, termsVersion, isGuest }: ReceivedOrder) {
  const { reference, contact, lines, purchaseOrder } = order
  const facts: z.input<typeof orderReceivedFacts> = {
    reference,
    linkVersion: order.linkVersion,
    name: contact.name,
    lines,
    consignments: order.consignments,
    orderedOn: getOrderDay(order.placedAt),
    nextStep: order.kind === 'order' ? (getNextStep(order) ?? '') : '',
    ...pickTotals(order),
    handover: toHandover(order),
    deliveryText: formatDatedDelivery(order),
    method: formatMethod(order),
    purchaseOrder,
    quoteNote: order.quoteNote,
    billing: formatAddressLines(order.billing),
    deliveryInstructions: order.deliveryInstructions,
    vatNote: order.vat === 0 && order.total > 0 ? exportNotice : '',
    madeFrom: origin && linkOrigin(toOrigin(origin)),
    termsVersion,
    hasInvoice: order.kind === 'order' && !isWithoutPayment(order),
    isGuest,
    url: `/order/${reference}/confirmation`,
    outcome: order.kind === 'quote' ? 'quote_requested' : order.onStop ? 'held' : 'placed',
  }
  const dedupeKey = `${orderReceivedKind}:${reference}`
  const email = { kind: orderReceivedKind, recipient: contact.email, facts, dedupeKey }
  return isGuest ? { ...email, overLimit: 'wait' as const } : email
}

// The title was written before ordering and says how long it takes; the order's own day is known now.
function formatDatedDelivery({ deliveryTitle, lines, placedAt }: Order): string {
  const laterLines = lines.filter(({ laterQuantity }) => laterQuantity > 0)
  const duration = formatArrival(findLongestLeadTime(laterLines.map(({ leadTime }) => leadTime)))
  const orderedOn = getOrderDay(placedAt)
  if (laterLines.length === 0 || orderedOn === null) return deliveryTitle
  const days = formatLaterArrival(findLastArrival(laterLines, orderedOn))
  return deliveryTitle.replace(upperFirst(duration), upperFirst(days)).replace(duration, days)
}

export function orderReceivedSubject(facts: OrderReceivedFacts, shopName: string): string {
  return facts.outcome === 'quote_requested'
    ? `Your request ${facts.reference} for a quote – ${shopName}`
    : `Order ${facts.reference} received${facts.outcome === 'held' ? ', on hold' : ''} – ${shopName}`
}
