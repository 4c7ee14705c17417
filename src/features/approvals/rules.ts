import { isHeadBuyer, type Person } from '../accounts/visitor.ts'
import { isOrderOfPerson, type Order } from '../orders/order.ts'
import { isIn } from '../orders/states.ts'

export type DecidedApprovalState = 'approved' | 'rejected'

export type ApprovalAccess =
  /** 'unseen': to this person the request does not exist. */
  { is: 'unseen' } | { is: 'over'; why: DecidedApprovalState } | { is: 'open'; canPlace: boolean }

/**
 * What a person may do with an approval request: the sender sees it, the head buyers of the company place or reject it.
 * People cannot approve their own requests, or any while their own orders need approval.
 */
export function decideApprovalAccess(
  order: Pick<Order, 'kind' | 'state' | 'personId' | 'companyId'>,
  person: Person,
): ApprovalAccess {
  if (order.kind !== 'approval_request') return { is: 'unseen' }
  const isOwn = isOrderOfPerson(order, person)
  const isApprover = isHeadBuyer(person) && order.companyId !== null && order.companyId === person.company?.id
  if (!isOwn && !isApprover) return { is: 'unseen' }
  if (isIn('isDecided', order.state)) return { is: 'over', why: order.state }
  if (order.state !== 'awaiting_approval') return { is: 'unseen' }
  return { is: 'open', canPlace: isApprover && !isOwn && !person.ordersRequireApproval }
}

export const approvalRefusalMessages: Record<DecidedApprovalState | 'not_yours_to_give', string> = {
  approved: 'This order has already been approved and placed.',
  rejected: 'This order was rejected. Nothing was ordered.',
  not_yours_to_give: 'This order is waiting for another head buyer at your company to approve it.',
}
