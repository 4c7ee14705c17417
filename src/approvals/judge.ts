import { isHeadBuyer, type Person } from '../accounts/visitor.ts'
import type { Order } from '../orders/order.ts'

export type ApprovalRefusal = 'approved' | 'rejected'

export type ApprovalVerdict =
  /** Somebody else's: to this person it does not exist. */
  { is: 'unseen' } | { is: 'over'; why: ApprovalRefusal } | { is: 'open'; mayPlace: boolean }

/**
 * What a person may do with an order that was sent for approval: its sender sees it, the head buyers of his company
 * place or reject it. Nobody approves his own order, nor does who needs approval himself.
 */
export function judgeApproval(
  order: Pick<Order, 'method' | 'state' | 'personId' | 'companyId'>,
  person: Person,
): ApprovalVerdict {
  if (order.method !== 'approval') return { is: 'unseen' }
  const isOwn = order.personId === person.id
  const decides = isHeadBuyer(person) && order.companyId !== null && order.companyId === person.company?.id
  if (!isOwn && !decides) return { is: 'unseen' }
  if (order.state === 'approved' || order.state === 'rejected') return { is: 'over', why: order.state }
  if (order.state !== 'awaiting_approval') return { is: 'unseen' }
  return { is: 'open', mayPlace: decides && !isOwn && !person.ordersRequireApproval }
}

export const approvalWords: Record<ApprovalRefusal | 'not_yours_to_give', string> = {
  approved: 'This order was approved and placed already.',
  rejected: 'This order was rejected. Nothing was ordered.',
  not_yours_to_give: 'This order waits for the approval of another head buyer of your company.',
}
