import type { Pence } from '../../lib/money.ts'
import type { Result } from '../../lib/result.ts'
import type { CompanyMember } from '../accounts/visitor.ts'
import type { Order } from '../orders/order.ts'

export type ApprovalSettingsRefusal = 'not_a_head_buyer' | 'not_yours' | 'yourself'

export type ApprovalSettingsDecision = Result<
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

/** A request that awaits a decision. */
export type WaitingRequest = Order & { sentAt: Date }

/** A request that was approved or rejected. */
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
