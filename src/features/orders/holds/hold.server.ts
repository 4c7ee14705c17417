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
  hasHold,
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

/**
 * Lifts the hold of staff, or those of its account, or both. The order goes out when none is left. `canSendAnyway`: whether
 * this member of staff may lift those of an account.
 */
export function releaseOrder(
  db: Db,
  orderId: number,
  request: OrderChangeRequest & { reason: string; lift: LiftChoice; canSendAnyway: boolean },
): Promise<Result<{ remaining: Holds }, HoldRefusal | 'unclear'>> {
  return inTransaction(db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    const version = await getOrderVersion(tx, orderId)
    const refusal = findReleaseRefusal({ order, version, expectedVersion: request.expectedVersion })
    if (refusal) return { ok: false, reason: refusal }
    const holds = await getHolds(tx, orderId)
    const remaining = findRemainingHolds(holds, request.lift)
    if (remaining === 'unclear') return { ok: false, reason: 'unclear' }
    const liftsStaff = holds.staff && !remaining.staff
    const liftsAccount = (holds.account && !remaining.account) || (holds.credit && !remaining.credit)
    if (!liftsStaff && !liftsAccount) return { ok: false, reason: holds.payment ? 'payment_due' : 'not_held' }
    if (liftsAccount && !request.canSendAnyway) return { ok: false, reason: 'not_allowed' }
    await updateHolds(tx, orderId, remaining, request.now)
    const { reason } = request
    const [before, after] = [holds, remaining].map(each => formatHolds(each, order.holdReason))
    const detail = `${order.state}: ${before} → ${after}: ${reason}`
    if (!hasHold(remaining)) {
      await addEvent(tx, order, 'released', { why: reason, detail }, request)
    } else {
      const name = liftsStaff ? 'Our own hold lifted' : 'Hold for the account lifted'
      await addEvent(tx, order, 'hold_lifted', { why: `${name}: ${reason}`, detail }, request)
    }
    return { ok: true, remaining }
  })
}
