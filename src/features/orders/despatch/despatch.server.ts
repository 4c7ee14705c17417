import type { Db } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import { getOrderVersion } from '../order-version.server.ts'
import { lockOrder, updateState } from '../queries.ts'
import { findParcelByRequest, insertParcel, listOpenLines, type NewParcel } from './queries.ts'
import { type DespatchRefusal, findDespatchRefusal, getStateAfter } from './rules.ts'

export interface DespatchRequest extends NewParcel {
  /** `getOrderVersion` of the page that the form was on. */
  seen: string
}

/** `number`: of the parcel. */
export type DespatchResult = { done: true; number: number } | { done: false; refusal: DespatchRefusal }

/**
 * Despatches lines of an order as one parcel, or hands them over at the counter. One transaction writes the parcel, takes
 * its goods from what is on hand, and moves the order on. The same form sent again answers with the same parcel.
 */
export function despatchParcel(db: Db, orderId: number, request: DespatchRequest): Promise<DespatchResult> {
  return inTransaction(db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    const earlier = await findParcelByRequest(tx, request.requestKey)
    if (earlier) return { done: true, number: earlier.number }
    const lines = await listOpenLines(tx, orderId, true)
    const refusal = findDespatchRefusal({
      order,
      version: await getOrderVersion(tx, orderId),
      seen: request.seen,
      lines,
      despatched: request.lines,
    })
    if (refusal) return { done: false, refusal }
    const number = await insertParcel(tx, orderId, request)
    const { staffId, now } = request
    const actor = `person ${staffId}`
    const to = getStateAfter(lines, request.lines, request.collectedBy !== '')
    await updateState(tx, orderId, { from: order.state, to, actor, why: `parcel ${number}`, now })
    await addAuditEntry(tx, {
      actor,
      action: request.collectedBy === '' ? 'parcel despatched' : 'goods handed over',
      subject: `order ${order.reference}`,
      detail: `parcel ${number}`,
      now,
    })
    return { done: true, number }
  })
}
