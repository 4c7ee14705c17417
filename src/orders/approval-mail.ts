import { z } from 'zod'
import type { Pence } from '../shared/money.ts'
import { orderUrl } from './account-view.ts'
import { handoverOf } from './handover.ts'
import { handover } from './mail.ts'
import type { Order } from './order.ts'

const amount = z.int().transform(value => value as Pence)

/** The letters between who needs approval and who gives it. Money in pence, ex VAT but the total. */
export const approvalFacts = z.object({
  /** Of the order that was sent for approval. */
  reference: z.string(),
  /** Who reads this. */
  name: z.string(),
  /** Who sent the order. */
  sender: z.string(),
  lines: z.array(z.object({ code: z.string(), title: z.string(), quantity: z.int(), lineTotal: amount })),
  total: amount,
  handover,
  purchaseOrder: z.string(),
  /** Of the order that was placed from it; '' while there is none. */
  placedReference: z.string(),
  /** Who decided, and why he refused; '' while nobody did. */
  decidedBy: z.string(),
  reason: z.string(),
  /** Placed for an account that is on stop: nothing is despatched yet. */
  held: z.boolean().default(false),
  /** From the root. */
  url: z.string(),
})
export type ApprovalFacts = z.output<typeof approvalFacts>

export const approvalWantedKind = 'approval-wanted'
export const approvalGivenKind = 'approval-given'
export const approvalRefusedKind = 'approval-refused'
export const approvalStrandedKind = 'approval-stranded'

const factsOf = (order: Order): Omit<ApprovalFacts, 'name' | 'url'> => ({
  reference: order.reference,
  sender: order.contact.name,
  lines: order.lines.map(({ code, title, quantity, lineTotal }) => ({ code, title, quantity, lineTotal })),
  total: order.total,
  handover: handoverOf(order),
  purchaseOrder: order.purchaseOrder,
  placedReference: '',
  decidedBy: '',
  reason: '',
  held: order.onStop,
})

/** To each head buyer, once for each order. */
export function approvalWantedMail(judge: { id: number; email: string; name: string }, order: Order) {
  const facts = { ...factsOf(order), name: judge.name, url: `/checkout?approval_id=${order.id}` }
  const dedupeKey = `${approvalWantedKind}:${order.reference}:${judge.id}`
  return { kind: approvalWantedKind, recipient: judge.email, facts, dedupeKey }
}

/** To the sender: his order was placed. */
export function approvalGivenMail(request: Order, placed: Order) {
  const facts = {
    // As it was placed: the day of its delivery may have become another one.
    ...factsOf(placed),
    reference: request.reference,
    sender: request.contact.name,
    name: request.contact.name,
    placedReference: placed.reference,
    decidedBy: placed.contact.name,
    url: orderUrl(placed.reference),
  }
  const dedupeKey = `${approvalGivenKind}:${request.reference}`
  return { kind: approvalGivenKind, recipient: request.contact.email, facts, dedupeKey }
}

/** To the sender: his order will not be placed. */
export function approvalRefusedMail(request: Order, decidedBy: string, reason: string) {
  const url = orderUrl(request.reference)
  const facts = { ...factsOf(request), name: request.contact.name, decidedBy, reason, url }
  const dedupeKey = `${approvalRefusedKind}:${request.reference}`
  return { kind: approvalRefusedKind, recipient: request.contact.email, facts, dedupeKey }
}

/** To the shop: an order was sent for approval, and nobody in that company can give it. */
export function approvalStrandedMail(shopEmail: string, order: Order) {
  const facts = { ...factsOf(order), name: '', url: `/admin/orders/${order.reference}` }
  const dedupeKey = `${approvalStrandedKind}:${order.reference}`
  return { kind: approvalStrandedKind, recipient: shopEmail, facts, dedupeKey }
}

export const approvalSubjects = {
  stranded: ({ reference }: ApprovalFacts, shopName: string) =>
    `Nobody can approve order ${reference} – ${shopName}`,
  wanted: ({ reference, sender }: ApprovalFacts, shopName: string) =>
    `${sender} asks for your approval: order ${reference} – ${shopName}`,
  given: ({ reference }: ApprovalFacts, shopName: string) =>
    `Your order ${reference} was approved – ${shopName}`,
  refused: ({ reference }: ApprovalFacts, shopName: string) =>
    `Your order ${reference} was not approved – ${shopName}`,
}
