import { canPayOnAccount, hasGodmode, type Person } from '../../accounts/visitor.ts'
import type { Order } from '../../orders/order.ts'
import { isBought, type OrderState } from '../../orders/states.ts'
import type { orderMessages } from '../messages.ts'

export type CompletionDecision =
  | { complete: 'now' }
  /** It was completed before: the same answer again. */
  | { complete: 'already' }
  | {
      complete: 'no'
      why: keyof Pick<
        typeof orderMessages,
        'payFirst' | 'lapsed' | 'needsApproval' | 'notForApproval' | 'noLongerAllowed' | 'nothingToComplete'
      >
    }

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
    return call === 'complete' ? { complete: 'already' } : { complete: 'no', why: 'notForApproval' }
  }
  if (isForApproval && sentForApprovalStates.includes(order.state)) {
    return call === 'send_approval' ? { complete: 'already' } : { complete: 'no', why: 'needsApproval' }
  }
  if (order.state === 'awaiting_payment') return { complete: 'no', why: 'payFirst' }
  if (order.state === 'lapsed') return { complete: 'no', why: 'lapsed' }
  if (order.state !== 'saved') return { complete: 'no', why: 'nothingToComplete' }
  if (call === 'send_approval') {
    return isForApproval ? { complete: 'now' } : { complete: 'no', why: 'notForApproval' }
  }
  const isOrdering = order.kind !== 'quote'
  if (isForApproval || (isOrdering && person?.ordersRequireApproval)) {
    return { complete: 'no', why: 'needsApproval' }
  }
  const isMethodAllowed =
    (order.method !== 'account' || canPayOnAccount(person)) &&
    (order.method !== 'godmode' || hasGodmode(person))
  return isMethodAllowed ? { complete: 'now' } : { complete: 'no', why: 'noLongerAllowed' }
}
