import { z } from 'zod'
import { orderUrl } from '../account/view.ts'
import { toHandover } from '../handover.ts'
import { type Order, pickTotals } from '../order.ts'
import { emailConsignments, emailLine, penceAmount } from '../order-line-schema.ts'
import { handover, itemisedTotals } from './order-received.ts'

/** What the e-mails about an approval request say. Money in pence, ex VAT but the total. */
export const approvalFacts = z.object({
  /** Of the approval request. */
  reference: z.string(),
  /** Of the recipient. */
  name: z.string(),
  /** The name of the person who sent the request. */
  sender: z.string(),
  lines: z.array(emailLine),
  consignments: emailConsignments,
  total: penceAmount,
  totals: itemisedTotals,
  handover,
  purchaseOrder: z.string(),
  /** What the sender wrote to the head buyers. */
  note: z.string().default(''),
  /** '' when it was not stored. */
  deliveryText: z.string().default(''),
  deliveryInstructions: z.string().default(''),
  /** Of the order that was placed from the request; '' while there is none. */
  placedReference: z.string(),
  /** The name of the head buyer who decided, and the reason of a rejection; '' before the decision. */
  decidedBy: z.string(),
  reason: z.string(),
  /** Placed for an account that is on stop: not despatched yet. */
  held: z.boolean().default(false),
  /** From the root. */
  url: z.string(),
  /** Of the page on which a head buyer decides about it. */
  decideUrl: z.string().default('/account/approvals'),
})
export type ApprovalFacts = z.output<typeof approvalFacts>

// The outbox has these kinds in its rows.
export const approvalRequestedKind = 'approval-wanted'
export const approvalGrantedKind = 'approval-given'
export const approvalRejectedKind = 'approval-refused'
export const noApproverKind = 'approval-stranded'

const toFacts = (order: Order): Omit<ApprovalFacts, 'name' | 'url' | 'decideUrl'> => ({
  reference: order.reference,
  sender: order.contact.name,
  lines: order.lines,
  consignments: order.consignments,
  total: order.total,
  totals: pickTotals(order),
  handover: toHandover(order),
  purchaseOrder: order.purchaseOrder,
  note: order.approvalNote,
  deliveryText: order.deliveryTitle,
  deliveryInstructions: order.deliveryInstructions,
  placedReference: '',
  decidedBy: '',
  reason: '',
  held: order.onStop,
})

/** To each head buyer, once for each request. */
export function approvalRequestedEmail(
  headBuyer: { id: number; email: string; name: string },
  request: Order,
) {
  const facts = {
    ...toFacts(request),
    name: headBuyer.name,
    url: `/checkout?approval_id=${request.id}`,
    decideUrl: `/account/approvals#order-${request.id}`,
  }
  const dedupeKey = `${approvalRequestedKind}:${request.reference}:${headBuyer.id}`
  return { kind: approvalRequestedKind, recipient: headBuyer.email, facts, dedupeKey }
}

/** To the sender: the order was placed. */
export function approvalGrantedEmail(request: Order, placed: Order) {
  const facts = {
    // As it was placed: its delivery day may differ from the request's.
    ...toFacts(placed),
    reference: request.reference,
    sender: request.contact.name,
    name: request.contact.name,
    placedReference: placed.reference,
    decidedBy: placed.contact.name,
    url: orderUrl(placed.reference),
  }
  const dedupeKey = `${approvalGrantedKind}:${request.reference}`
  return { kind: approvalGrantedKind, recipient: request.contact.email, facts, dedupeKey }
}

/** To the sender: the order will not be placed. */
export function approvalRejectedEmail(request: Order, decidedBy: string, reason: string) {
  const url = orderUrl(request.reference)
  const facts = { ...toFacts(request), name: request.contact.name, decidedBy, reason, url }
  const dedupeKey = `${approvalRejectedKind}:${request.reference}`
  return { kind: approvalRejectedKind, recipient: request.contact.email, facts, dedupeKey }
}

/** To staff: an order awaits approval, but the company has no head buyer. */
export function noApproverEmail(shopEmail: string, request: Order) {
  const facts = { ...toFacts(request), name: '', url: `/admin/orders/${request.reference}` }
  const dedupeKey = `${noApproverKind}:${request.reference}`
  return { kind: noApproverKind, recipient: shopEmail, facts, dedupeKey }
}

export const approvalSubjects = {
  requested: ({ reference, sender }: ApprovalFacts, shopName: string) =>
    `${sender} requests your approval: order ${reference} – ${shopName}`,
  granted: ({ reference }: ApprovalFacts, shopName: string) =>
    `Your order ${reference} was approved – ${shopName}`,
  rejected: ({ reference }: ApprovalFacts, shopName: string) =>
    `Your order ${reference} was not approved – ${shopName}`,
  noApprover: ({ reference }: ApprovalFacts, shopName: string) =>
    `Nobody can approve order ${reference} – ${shopName}`,
}
