import type { Tx } from '../../../infra/app-context.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { notOpenMessage } from '../../../lib/not-open.ts'
import type { Result } from '../../../lib/result.ts'
import type { Sentence } from '../../../lib/shop-contact.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import { lockOrder, notifyIfNoApprover, type Order, placeOrder } from '../../orders/service.ts'
import { orderMessages } from '../messages.ts'
import { type CheckoutDeps, getActor, takesOrders } from '../service.ts'
import { type CheckoutSource, loadSource } from '../source.server.ts'
import type { CompletionCall } from './decide-completion.ts'

/**
 * Places an order that the visitor has saved, or sends it for approval; the caller holds its lock.
 */
export async function placeSavedOrder(
  tx: Tx,
  deps: CheckoutDeps,
  order: Order,
  visitor: Visitor,
  call: CompletionCall,
): Promise<Result<object, Sentence>> {
  const { context, termsVersion } = deps
  const now = context.now()
  const sourceRefusal = await findSourceRefusal(tx, visitor, order, now)
  if (sourceRefusal) return { ok: false, reason: sourceRefusal }
  if (termsVersion === null || !takesOrders(deps)) return { ok: false, reason: notOpenMessage }
  const why = call === 'complete' ? 'completed by the buyer' : 'sent for approval by the buyer'
  const result = await placeOrder(tx, order, { actor: getActor(visitor), why, now, termsVersion })
  if (result.placed) {
    if (call === 'send_approval') await notifyIfNoApprover(tx, order, context.config.contact.email)
    return { ok: true }
  }
  return { ok: false, reason: orderMessages[result.why === 'source_gone' ? 'orderedMeanwhile' : 'lapsed'] }
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
