import type { Result } from '../../../lib/result.ts'
import { canPayOnAccount, hasGodmode, type Person } from '../../accounts/visitor.ts'
import type { Order } from '../../orders/order.ts'
import { isBought, type OrderState } from '../../orders/states.ts'
import type { orderMessages } from '../messages.ts'

/** `isCompleted`: by an earlier call, which gets the same answer again. */
export type CompletionDecision = Result<
  { isCompleted: boolean },
  keyof Pick<
    typeof orderMessages,
    'payFirst' | 'lapsed' | 'needsApproval' | 'notForApproval' | 'noLongerAllowed' | 'nothingToComplete'
  >
>

const sentForApprovalStates: readonly OrderState[] = ['awaiting_approval', 'approved', 'rejected']

/** The last call of a checkout: the order is placed, or sent for approval. */
export type CompletionCall = 'complete' | 'send_approval'

/** Whether the order can be completed by this call. Permissions are checked again: they may have changed since. */
export function decideCompletion(
  order: Pick<Order, 'kind' | 'state' | 'method'>,
  person: Person | null,
  call: CompletionCall,
): CompletionDecision {
  const isForApproval = order.kind === 'approval_request'
  if (isBought(order.state) || order.state === 'quote_requested') {
    return call === 'complete' ? { ok: true, isCompleted: true } : { ok: false, reason: 'notForApproval' }
  }
  if (isForApproval && sentForApprovalStates.includes(order.state)) {
    return call === 'send_approval' ? { ok: true, isCompleted: true } : { ok: false, reason: 'needsApproval' }
  }
  if (order.state === 'awaiting_payment') return { ok: false, reason: 'payFirst' }
  if (order.state === 'lapsed') return { ok: false, reason: 'lapsed' }
  if (order.state !== 'saved') return { ok: false, reason: 'nothingToComplete' }
  if (call === 'send_approval') {
    return isForApproval ? { ok: true, isCompleted: false } : { ok: false, reason: 'notForApproval' }
  }
  const isOrdering = order.kind !== 'quote'
  if (isForApproval || (isOrdering && person?.ordersRequireApproval)) {
    return { ok: false, reason: 'needsApproval' }
  }
  const isMethodAllowed =
    (order.method !== 'account' || canPayOnAccount(person)) &&
    (order.method !== 'godmode' || hasGodmode(person))
  return isMethodAllowed ? { ok: true, isCompleted: false } : { ok: false, reason: 'noLongerAllowed' }
}
