import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { getRow } from '../../../infra/database/query.ts'
import { formatDay, type IsoDate, toIsoDate } from '../../../lib/dates.ts'
import type { Result } from '../../../lib/result.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import type { Order } from '../../orders/order.ts'
import {
  addHistory,
  expectedDay,
  getOrderVersion,
  lockOrder,
  type OrderChangeRequest,
} from '../../orders/service.ts'
import { isIn } from '../../orders/states.ts'
import { type DelayRefusal, formatDelayEvent } from './delay.ts'
import { enqueueCustomerEmail } from './despatch.server.ts'
import { orderDelayedEmail } from './OrderDelayedEmail.tsx'
import { listOpenLines } from './queries.ts'
import { listToCome } from './rules.ts'

type DelayResult = Result<object, DelayRefusal>

/** E-mails the customer that the promised day cannot be met: one e-mail for each move (R-DELAY-1). */
export function announceDelay(
  db: Db,
  orderId: number,
  { day, ...request }: OrderChangeRequest & { day: IsoDate | null },
): Promise<DelayResult> {
  const { expectedVersion, staffId, now } = request
  return inTransaction(db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    const version = await getOrderVersion(tx, orderId)
    const reason = findDelayRefusal(order, { day, version, expectedVersion })
    if (reason) return { ok: false, reason }
    await sql`
      update orders set delayed_at = ${now}, delayed_until = ${day}::date where id = ${orderId}`.execute(tx)
    const actor = toActor(staffId)
    const text = formatDelayEvent(day)
    await addHistory(tx, orderId, { state: order.state, event: 'delayed', actor, why: text, now })
    const subject = `order ${order.reference}`
    const earlier = order.delay?.day ?? null
    const before = order.delay ? formatDelayEvent(earlier === null ? null : toIsoDate(earlier)) : 'no delay'
    const detail = `${before} → ${text}`
    await addAuditEntry(tx, { actor, action: 'delay announced', subject, detail, now })
    const toCome = listToCome(await listOpenLines(tx, orderId), [])
    await enqueueCustomerEmail(tx, orderId, orderDelayedEmail.create(order, version, day, toCome))
    return { ok: true }
  })
}

/**
 * Records that the customer needs no e-mail about a promised day that may be missed. The order is listed again once its day
 * moves, its goods are not in their bin, or it is released from a hold (R-DELAY-2). Pressing twice records it once.
 */
export function checkPromise(
  db: Db,
  orderId: number,
  { expectedVersion, staffId, now }: OrderChangeRequest,
): Promise<DelayResult> {
  return inTransaction(db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    const { isChecked, promised } = await getRow(tx)<{ isChecked: boolean; promised: string | null }>`
      select ${expectedDay}::text as promised,
        o.promise_checked_at >= greatest(o.short_picked_at, o.hold_released_at, o.delayed_at, '-infinity')
          and o.promise_checked_day is not distinct from ${expectedDay} as "isChecked"
      from orders o where o.id = ${orderId}`
    if (isChecked) return { ok: true }
    if (!isIn('isDespatchable', order.state)) return { ok: false, reason: 'not_open' }
    if ((await getOrderVersion(tx, orderId)) !== expectedVersion) return { ok: false, reason: 'changed' }
    await sql`
      update orders set promise_checked_at = ${now}, promise_checked_day = ${promised}::date where id = ${orderId}`.execute(
      tx,
    )
    const actor = toActor(staffId)
    const day = promised === null ? 'no day is promised' : `promised for ${formatDay(toIsoDate(promised))}`
    const why = `No email about a delay needed, ${day}`
    await addHistory(tx, orderId, { state: order.state, event: 'promise_checked', actor, why, now })
    const subject = `order ${order.reference}`
    await addAuditEntry(tx, { actor, action: 'promised day checked', subject, detail: day, now })
    return { ok: true }
  })
}

function findDelayRefusal(
  { state, onStop, delay }: Order,
  { day, version, expectedVersion }: { day: IsoDate | null; version: string; expectedVersion: string },
): DelayRefusal | null {
  if (!isIn('isDespatchable', state)) return 'not_open'
  if (onStop) return 'held'
  if (delay && delay.day === day) return 'same'
  return version === expectedVersion ? null : 'changed'
}
