import type { Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { enqueueEmail } from '../../../infra/mail/outbox.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import { parcelDespatchedEmail, readyToCollectEmail } from '../emails/parcel.ts'
import { addHistory } from '../history.server.ts'
import type { HistoryEvent } from '../history.ts'
import type { Order } from '../order.ts'
import { getOrderVersion } from '../order-version.server.ts'
import { lockOrder, updateState } from '../queries.ts'
import { formatCarriage } from './carriers.ts'
import {
  type Consignment,
  findParcelByRequest,
  findSentParcel,
  insertParcel,
  listOpenLines,
  type NewParcel,
  updateHold,
  updateParcel,
  updateReadyToCollect,
} from './queries.ts'
import {
  type DespatchRefusal,
  findDespatchRefusal,
  findHoldRefusal,
  findReadyRefusal,
  findReleaseRefusal,
  getStateAfter,
  type HoldRefusal,
  hasSamePieces,
  listSendable,
  listToCome,
  type ReadyRefusal,
} from './rules.ts'

export interface DespatchRequest extends NewParcel {
  /** `getOrderVersion` of the page that the form was on. */
  seen: string
}

/** `number`: of the parcel. */
export type DespatchResult = { done: true; number: number } | { done: false; refusal: DespatchRefusal }

/**
 * Despatches lines of an order as one parcel, or hands them over at the counter. One transaction writes the parcel, takes
 * its goods from what is on hand, moves the order on and writes the e-mail. The same form sent again answers with the
 * same parcel; with other pieces, as after the browser's Back, it is an outdated one.
 */
export function despatchParcel(db: Db, orderId: number, request: DespatchRequest): Promise<DespatchResult> {
  return inTransaction(db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    const earlier = await findParcelByRequest(tx, request.requestKey)
    if (earlier)
      return earlier.orderId === orderId && hasSamePieces(earlier.lines, request.lines)
        ? { done: true, number: earlier.number }
        : { done: false, refusal: { why: 'changed' } }
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
    const { collectedBy, now } = request
    const isCollected = collectedBy !== ''
    const actor = `person ${request.staffId}`
    await updateState(tx, orderId, {
      from: order.state,
      to: getStateAfter(lines, request.lines, isCollected),
      event: isCollected ? 'handed_over' : 'despatched',
      actor,
      why: isCollected ? collectedBy : `parcel ${number}`,
      now,
    })
    if (isCollected) await updateReadyToCollect(tx, orderId, null)
    else
      await enqueueEmail(
        tx,
        parcelDespatchedEmail(order, { ...request, number }, lines, listToCome(lines, request.lines)),
      )
    await addAuditEntry(tx, {
      actor,
      action: isCollected ? 'goods handed over' : 'parcel despatched',
      subject: `order ${order.reference}`,
      detail: `parcel ${number}`,
      now,
    })
    return { done: true, number }
  })
}

export interface OrderChangeRequest {
  seen: string
  staffId: number
  now: Date
}

export type ReadyResult = { done: true } | { done: false; why: ReadyRefusal }

/** E-mails the customer that what is on hand of the order can be collected. */
export function announceCollection(
  db: Db,
  orderId: number,
  request: OrderChangeRequest,
): Promise<ReadyResult> {
  const { now } = request
  return inTransaction(db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    const lines = await listOpenLines(tx, orderId)
    const ready = listSendable(lines)
    const version = await getOrderVersion(tx, orderId)
    const why = findReadyRefusal({ order, version, seen: request.seen, hasGoods: ready.length > 0 })
    if (why) return { done: false, why }
    await updateReadyToCollect(tx, orderId, now)
    await addEvent(tx, order, 'ready_to_collect', 'ready to collect', request)
    await enqueueEmail(tx, readyToCollectEmail(order, version, ready, lines, listToCome(lines, ready)))
    return { done: true }
  })
}

export type HoldResult = { done: true } | { done: false; why: HoldRefusal }

/** Holds an order: nothing of it is despatched until staff release it. */
export function holdOrder(
  db: Db,
  orderId: number,
  request: OrderChangeRequest & { reason: string },
): Promise<HoldResult> {
  return inTransaction(db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    const version = await getOrderVersion(tx, orderId)
    const why = findHoldRefusal({ order, version, seen: request.seen })
    if (why) return { done: false, why }
    await updateHold(tx, orderId, request.reason, request.now)
    await addEvent(tx, order, 'held', request.reason, request)
    return { done: true }
  })
}

/** Releases an order, whether its account was on stop or staff held it. */
export function releaseOrder(
  db: Db,
  orderId: number,
  request: OrderChangeRequest & { reason: string },
): Promise<HoldResult> {
  return inTransaction(db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    const version = await getOrderVersion(tx, orderId)
    const why = findReleaseRefusal({ order, version, seen: request.seen })
    if (why) return { done: false, why }
    await updateHold(tx, orderId, null, request.now)
    await addEvent(tx, order, 'released', request.reason, request)
    return { done: true }
  })
}

export type ParcelChangeResult = { done: true } | { done: false; why: 'changed' | 'not_found' }

/** Corrects carrier and tracking number of a parcel that was sent. */
export function changeParcel(
  db: Db,
  orderId: number,
  number: number,
  request: OrderChangeRequest & Consignment,
): Promise<ParcelChangeResult> {
  return inTransaction(db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    const before = await findSentParcel(tx, orderId, number)
    if (!before) return { done: false, why: 'not_found' }
    const [from, to] = [formatCarriage(before), formatCarriage(request)]
    if (from === to) return { done: true }
    if ((await getOrderVersion(tx, orderId)) !== request.seen) return { done: false, why: 'changed' }
    await updateParcel(tx, orderId, number, request)
    await addEvent(tx, order, 'parcel_changed', `Parcel ${number}: ${from} → ${to}`, request)
    return { done: true }
  })
}

const auditActions: Partial<Record<HistoryEvent, string>> = {
  ready_to_collect: 'order ready to collect',
  held: 'order held',
  released: 'order released',
  parcel_changed: 'parcel changed',
}

/** What changes no state: a row of history and of the audit. */
async function addEvent(
  tx: Tx,
  { id, reference, state }: Order,
  event: HistoryEvent,
  why: string,
  { staffId, now }: OrderChangeRequest,
): Promise<void> {
  const actor = `person ${staffId}`
  await addHistory(tx, id, { state, event, actor, why, now })
  const action = auditActions[event]!
  await addAuditEntry(tx, { actor, action, subject: `order ${reference}`, detail: why, now })
}
