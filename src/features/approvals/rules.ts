import type { IsoDate } from '../../lib/dates.ts'
import { formatPounds, type Pence, parsePounds } from '../../lib/money.ts'
import type { Result } from '../../lib/result.ts'
import { type CompanyMember, isApprover, needsApproval, type Person } from '../accounts/visitor.ts'
import { isOrderOfPerson, type Order } from '../orders/order.ts'
import { isIn } from '../orders/states.ts'

export type DecidedApprovalState = 'approved' | 'rejected'

export type ApprovalAccess =
  /** 'unseen': to this person the request does not exist. */
  { is: 'unseen' } | { is: 'over'; why: DecidedApprovalState } | { is: 'open'; canPlace: boolean }

/**
 * What a person may do with an approval request: the sender sees it, the head buyers of the company and their deputies
 * place or reject it. People cannot approve their own requests, or what would need approval if they ordered it.
 */
export function decideApprovalAccess(
  order: Pick<Order, 'kind' | 'state' | 'personId' | 'companyId' | 'subtotal'>,
  person: Person,
  today: IsoDate,
): ApprovalAccess {
  if (order.kind !== 'approval_request') return { is: 'unseen' }
  const isOwn = isOrderOfPerson(order, person)
  const mayDecide =
    isApprover(person, today) && order.companyId !== null && order.companyId === person.company?.id
  if (!isOwn && !mayDecide) return { is: 'unseen' }
  if (isIn('isDecided', order.state)) return { is: 'over', why: order.state }
  if (order.state !== 'awaiting_approval') return { is: 'unseen' }
  return { is: 'open', canPlace: mayDecide && !isOwn && !needsApproval(person, order.subtotal) }
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

export type ApprovalSettingsRefusal = 'not_a_head_buyer' | 'not_yours' | 'yourself' | 'bad_amount'

interface ApprovalChange {
  id: number
  needsApproval: boolean
  isSwitched: boolean
  approvalAbove: Pence | null
  /** The sum, for the audit. */
  before: string
  after: string
}

type ApprovalSettingsDecision = Result<{ changes: ApprovalChange[] }, ApprovalSettingsRefusal>

/**
 * The changes that a head buyer's list of people who need approval makes. The list is complete: active members who are
 * not in it need none. Sums may be in `amounts`, as typed; who is not there keeps theirs. It is refused as a whole when it names anybody of another company or the head buyer, whose own
 * setting only another head buyer can change. Deactivated members keep theirs.
 */
export function decideApprovalSettings(
  members: readonly CompanyMember[],
  selected: readonly number[],
  amounts: readonly { user: number; above: string }[],
  headBuyerId: number,
): ApprovalSettingsDecision {
  const selectedIds = new Set(selected)
  const memberIds = new Set(members.map(member => member.id))
  const named = [...selected, ...amounts.map(({ user }) => user)]
  if (named.some(id => !memberIds.has(id))) return { ok: false, reason: 'not_yours' }
  if (named.includes(headBuyerId)) return { ok: false, reason: 'yourself' }
  const typed = new Map(amounts.map(({ user, above }) => [user, above.trim()]))
  if (amounts.some(({ above }) => !isLimit(above))) return { ok: false, reason: 'bad_amount' }
  const getAmount = ({ id, approvalAbove }: CompanyMember) =>
    typed.has(id) ? parsePounds(typed.get(id)!) : approvalAbove
  const changes = members
    .filter(member => member.isActive && member.id !== headBuyerId)
    .map(member => {
      const [isSelected, approvalAbove] = [selectedIds.has(member.id), getAmount(member)]
      return {
        id: member.id,
        needsApproval: isSelected,
        isSwitched: isSelected !== member.needsApproval,
        approvalAbove,
        before: formatSum(member.approvalAbove),
        after: formatSum(approvalAbove),
      }
    })
    .filter(({ isSwitched, before, after }) => isSwitched || before !== after)
  return { ok: true, changes }
}

/** More than anybody orders on a day; the column is an integer of pence. */
const maxAmount = 1_000_000_00

/** Whether a daily limit is one, as typed; '' is none. */
export function isLimit(text: string): boolean {
  const amount = parsePounds(text)
  return text.trim() === '' || (amount !== null && amount <= maxAmount)
}

const formatSum = (amount: Pence | null): string =>
  amount === null ? 'any sum' : `${formatPounds(amount)} a day`

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
