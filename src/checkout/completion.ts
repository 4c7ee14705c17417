import { canPayOnAccount, isGod, type Person } from '../accounts/visitor.ts'
import type { Order } from '../orders/order.ts'
import type { OrderState } from '../orders/states.ts'
import type { placeWords } from './words.ts'

export type Completion =
  | { complete: 'now' }
  /** It was before: the same answer again. */
  | { complete: 'already' }
  | {
      complete: 'no'
      why: keyof Pick<
        typeof placeWords,
        'payFirst' | 'lapsed' | 'needsApproval' | 'notForApproval' | 'notAnyMore' | 'nothingToComplete'
      >
    }

const afterSending: readonly OrderState[] = ['awaiting_approval', 'approved', 'rejected']

/** The buyer's last word: the order is placed, or sent to who gives approval. */
export type LastWord = 'complete' | 'send_approval'

/** Whether that word holds for this order. Rights are looked at again: they may have changed since. */
export function judgeCompletion(
  order: Pick<Order, 'kind' | 'state' | 'method'>,
  person: Person | null,
  word: LastWord,
): Completion {
  const isForApproval = order.kind === 'approval_request'
  if (order.state === 'placed' || order.state === 'quote_requested') {
    return word === 'complete' ? { complete: 'already' } : { complete: 'no', why: 'notForApproval' }
  }
  if (isForApproval && afterSending.includes(order.state)) {
    return word === 'send_approval' ? { complete: 'already' } : { complete: 'no', why: 'needsApproval' }
  }
  if (order.state === 'awaiting_payment') return { complete: 'no', why: 'payFirst' }
  if (order.state === 'lapsed') return { complete: 'no', why: 'lapsed' }
  if (order.state !== 'saved') return { complete: 'no', why: 'nothingToComplete' }
  if (word === 'send_approval') {
    return isForApproval ? { complete: 'now' } : { complete: 'no', why: 'notForApproval' }
  }
  const ordersSomething = order.kind !== 'quote'
  if (isForApproval || (ordersSomething && person?.ordersRequireApproval)) {
    return { complete: 'no', why: 'needsApproval' }
  }
  const mayStill =
    (order.method !== 'account' || canPayOnAccount(person)) && (order.method !== 'godmode' || isGod(person))
  return mayStill ? { complete: 'now' } : { complete: 'no', why: 'notAnyMore' }
}
