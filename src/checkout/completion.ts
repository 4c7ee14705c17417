import { canPayOnAccount, isGod, type Person } from '../accounts/visitor.ts'
import type { Order } from '../orders/order.ts'
import type { placeWords } from './words.ts'

export type Completion =
  | { complete: 'now' }
  /** It was before: the same answer again. */
  | { complete: 'already' }
  | {
      complete: 'no'
      why: keyof Pick<
        typeof placeWords,
        'payFirst' | 'lapsed' | 'needsApproval' | 'notAnyMore' | 'nothingToComplete'
      >
    }

/** Whether the buyer's last word places this order. Rights are looked at again: they may have changed since. */
export function judgeCompletion(order: Pick<Order, 'state' | 'method'>, person: Person | null): Completion {
  if (order.state === 'placed' || order.state === 'quote_requested') return { complete: 'already' }
  if (order.state === 'awaiting_payment') return { complete: 'no', why: 'payFirst' }
  if (order.state === 'lapsed') return { complete: 'no', why: 'lapsed' }
  if (order.state !== 'saved') return { complete: 'no', why: 'nothingToComplete' }
  const ordersSomething = order.method !== 'quote'
  if (order.method === 'approval' || (ordersSomething && person?.ordersRequireApproval)) {
    return { complete: 'no', why: 'needsApproval' }
  }
  const mayStill =
    (order.method !== 'account' || canPayOnAccount(person)) && (order.method !== 'godmode' || isGod(person))
  return mayStill ? { complete: 'now' } : { complete: 'no', why: 'notAnyMore' }
}
