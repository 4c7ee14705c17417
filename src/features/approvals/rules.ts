import type { Pence } from '../../lib/money.ts'
import type { Result } from '../../lib/result.ts'
import { type CompanyMember, isHeadBuyer, type Person } from '../accounts/visitor.ts'
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

/** What would be ordered if a request were approved now as it stands. */
export interface PlaceableRequest {
  /** ISO date of delivery. */
  day: string | null
  /** The requested day can no longer be had. */
  isDayChanged: boolean
  /** Inc VAT. */
  total: Pence
}

/** Or why it cannot be placed as it stands. */
export type RequestPreview = PlaceableRequest | { problems: string[] }

export type ApprovalSettingsRefusal = 'not_a_head_buyer' | 'not_yours' | 'yourself'

type ApprovalSettingsDecision = Result<
  { changes: { id: number; needsApproval: boolean }[] },
  ApprovalSettingsRefusal
>

/**
 * The changes that a head buyer's list of people who need approval makes. The list is complete: active members who are
 * not in it need none. It is refused as a whole when it names anybody of another company or the head buyer, whose own
 * setting only another head buyer can change. Deactivated members keep theirs.
 */
export function decideApprovalSettings(
  members: readonly CompanyMember[],
  selected: readonly number[],
  headBuyerId: number,
): ApprovalSettingsDecision {
  const selectedIds = new Set(selected)
  const memberIds = new Set(members.map(member => member.id))
  if (selected.some(id => !memberIds.has(id))) return { ok: false, reason: 'not_yours' }
  if (selectedIds.has(headBuyerId)) return { ok: false, reason: 'yourself' }
  const changes = members
    .filter(member => member.isActive && member.id !== headBuyerId)
    .filter(member => member.needsApproval !== selectedIds.has(member.id))
    .map(({ id, needsApproval }) => ({ id, needsApproval: !needsApproval }))
  return { ok: true, changes }
}

export type WaitingRequest = Order & { sentAt: Date }

export interface DecidedRequest {
  reference: string
  sender: string
  total: Pence
  state: 'approved' | 'rejected'
  at: Date
  decidedBy: string
  /** Of a rejection, else ''. */
  reason: string
  /** Of the order that was placed from the request. */
  placedReference: string | null
}
