import type { Tx } from '../../../infra/app-context.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { notOpenMessage } from '../../../lib/not-open.ts'
import type { Result } from '../../../lib/result.ts'
import type { Sentence } from '../../../lib/shop-contact.ts'
import { lockActivePerson } from '../../accounts/service.ts'
import { canPayOnAccount, hasGodmode, type Person, type Visitor } from '../../accounts/visitor.ts'
import { requiresApproval } from '../../approvals/service.ts'
import { lockOrder, notifyIfNoApprover, type Order, placeOrder } from '../../orders/service.ts'
import { isBought, type OrderState } from '../../orders/states.ts'
import { orderMessages } from '../messages.ts'
import { type CheckoutBuyer, type CheckoutDeps, getActor, takesOrders } from '../service.ts'
import { type CheckoutSource, loadSource } from '../source.server.ts'

/** Places an order that the visitor has saved, or sends it for approval; the caller holds its lock. */
export async function placeSavedOrder(
  tx: Tx,
  deps: CheckoutDeps,
  order: Order,
  visitor: Visitor,
  call: CompletionCall,
): Promise<Result<object, Sentence>> {
  const { context } = deps
  const now = context.now()
  const sourceRefusal = await findSourceRefusal(tx, visitor, order, now)
  if (sourceRefusal) return { ok: false, reason: sourceRefusal }
  const { terms, overdueHoldDays } = context.config
  if (terms === null || !takesOrders(context.config)) return { ok: false, reason: notOpenMessage }
  const why = call === 'complete' ? 'completed by the buyer' : 'sent for approval by the buyer'
  const result = await placeOrder(tx, order, {
    actor: getActor(visitor),
    why,
    now,
    termsVersion: terms.version,
    overdueHoldDays,
  })
  if (result.ok) {
    if (call === 'send_approval') await notifyIfNoApprover(tx, order, context.config.contact.email, now)
    return { ok: true }
  }
  return { ok: false, reason: orderMessages[result.reason === 'source_gone' ? 'orderedMeanwhile' : 'lapsed'] }
}

// The permission for a loaded order, and its expiry, are checked once more.
async function findSourceRefusal(
  tx: Tx,
  visitor: Visitor,
  order: Order,
  now: Date,
): Promise<Sentence | null> {
  if (order.sourceId === null) return null
  const origin = await lockOrder(tx, order.sourceId)
  const ids =
    origin?.kind === 'approval_request' ? { approval_id: order.sourceId } : { quote_id: order.sourceId }
  const isAllowed = ({ loadedOrder }: CheckoutSource) => loadedOrder?.mayPlace ?? false
  try {
    return isAllowed(await loadSource(tx, visitor, ids, now)) ? null : orderMessages.noLongerAllowed
  } catch (error) {
    if (error instanceof Problem) return error.detail ?? orderMessages.noLongerAllowed
    throw error
  }
}

/** `isCompleted`: by an earlier call, which gets the same answer again. */
type CompletionDecision = Result<
  { isCompleted: boolean },
  keyof Pick<
    typeof orderMessages,
    'payFirst' | 'lapsed' | 'needsApproval' | 'notForApproval' | 'noLongerAllowed' | 'nothingToComplete'
  >
>

const sentForApprovalStates: readonly OrderState[] = ['awaiting_approval', 'approved', 'rejected']

/** The last call of a checkout: the order is placed, or sent for approval. */
export type CompletionCall = 'complete' | 'send_approval'

/** `decideCompletion`, with what the person orders at the same time in another tab or with another device. */
export async function checkCompletion(
  tx: Tx,
  order: Order,
  person: Person | null,
  { call, now }: { call: CompletionCall; now: Date },
): Promise<CompletionDecision> {
  if (person && person.approvalAbove !== null) await lockActivePerson(tx, person.id)
  return decideCompletion(
    order,
    { person, needsApproval: await requiresApproval(tx, person, order, now) },
    call,
  )
}

/** Whether the order can be completed by this call. Permissions are checked again: they may have changed since. */
export function decideCompletion(
  order: Pick<Order, 'kind' | 'state' | 'method'>,
  { person, needsApproval }: CheckoutBuyer,
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
  if (isForApproval || (isOrdering && needsApproval)) {
    return { ok: false, reason: 'needsApproval' }
  }
  const isMethodAllowed =
    (order.method !== 'account' || canPayOnAccount(person)) &&
    (order.method !== 'godmode' || hasGodmode(person))
  return isMethodAllowed ? { ok: true, isCompleted: false } : { ok: false, reason: 'noLongerAllowed' }
}
