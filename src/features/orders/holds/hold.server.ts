import type { Db } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import type { Result } from '../../../lib/result.ts'
import { addEvent, getOrderVersion, type OrderChangeRequest } from '../history.server.ts'
import { lockOrder } from '../queries.ts'
import {
  findHoldRefusal,
  findReleaseRefusal,
  findRemainingHolds,
  formatHolds,
  type HoldRefusal,
  type Holds,
  type LiftChoice,
} from './hold-rules.ts'
import { addStaffHold, getHolds, removeFromPickList, updateHolds } from './queries.ts'

/** Holds an order: nothing of it is despatched until staff release it. */
export function holdOrder(
  db: Db,
  orderId: number,
  request: OrderChangeRequest & { reason: string },
): Promise<Result<object, HoldRefusal>> {
  return inTransaction(db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    const version = await getOrderVersion(tx, orderId)
    const refusal = findHoldRefusal({ order, version, expectedVersion: request.expectedVersion })
    if (refusal) return { ok: false, reason: refusal }
    const { reason } = request
    const holds = await getHolds(tx, orderId)
    await removeFromPickList(tx, orderId, 'held', request.now)
    await addStaffHold(tx, orderId, reason)
    const after = formatHolds({ ...holds, staff: true }, reason)
    const detail = `${order.state}: ${formatHolds(holds, '')} → ${after}`
    await addEvent(tx, order, 'held', { why: reason, detail }, request)
    return { ok: true }
  })
}

/** Lifts the hold of staff, or that of an account on stop, or both. The order goes out when none is left. */
export function releaseOrder(
  db: Db,
  orderId: number,
  request: OrderChangeRequest & { reason: string; lift: LiftChoice },
): Promise<Result<{ remaining: Holds }, HoldRefusal | 'unclear'>> {
  return inTransaction(db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    const version = await getOrderVersion(tx, orderId)
    const refusal = findReleaseRefusal({ order, version, expectedVersion: request.expectedVersion })
    if (refusal) return { ok: false, reason: refusal }
    const holds = await getHolds(tx, orderId)
    const remaining = findRemainingHolds(holds, request.lift)
    if (remaining === 'unclear') return { ok: false, reason: 'unclear' }
    const lifted = {
      staff: holds.staff && !remaining.staff,
      account: holds.account && !remaining.account,
      payment: false,
    }
    if (!lifted.staff && !lifted.account)
      return { ok: false, reason: holds.payment ? 'payment_due' : 'not_held' }
    await updateHolds(tx, orderId, remaining, request.now)
    const { reason } = request
    const [before, after] = [holds, remaining].map(each => formatHolds(each, order.holdReason))
    const detail = `${order.state}: ${before} → ${after}: ${reason}`
    if (!remaining.staff && !remaining.account && !remaining.payment) {
      await addEvent(tx, order, 'released', { why: reason, detail }, request)
    } else {
      const name = lifted.staff ? 'Our own hold lifted' : 'Hold for the account’s stop lifted'
      await addEvent(tx, order, 'hold_lifted', { why: `${name}: ${reason}`, detail }, request)
    }
    return { ok: true, remaining }
  })
}
