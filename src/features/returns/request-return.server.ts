import type { AppContext } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { toLondonTime } from '../../lib/dates.ts'
import type { Result } from '../../lib/result.ts'
import { toActor } from '../accounts/actor.ts'
import { addAuditEntry } from '../accounts/service.ts'
import type { Viewer } from '../order-pages/account/account-order.ts'
import { lockOrder } from '../orders/service.ts'
import { deletePictures, storePictures } from './pictures.server.ts'
import {
  findReturn,
  findReturnByRequest,
  findReturnOfViewer,
  getLastDespatch,
  insertReturn,
  listReturnableLines,
  moveReturn,
  type NewReturn,
} from './queries.ts'
import { returnEmails } from './ReturnEmails.tsx'
import type { RequestRefusal } from './returns.ts'
import { canMoveReturn, formatReturnNumber } from './returns.ts'
import { findRequestRefusal } from './rules.ts'

/** `pictures`: as they are stored. */
type SentReturn = NewReturn & { pictures: readonly Uint8Array[] }

export type RequestResult = Result<{ id: number }, RequestRefusal>

/**
 * Requests a return of goods of an order. What may come back is decided under the order's lock, so that two requests at once
 * cannot take up the same pieces. The same form sent again answers with the same return.
 */
export async function requestReturn(
  context: AppContext,
  orderId: number,
  sent: SentReturn,
): Promise<RequestResult> {
  const files = await storePictures(context, sent.pictures)
  let isStored = false
  try {
    const result = await insertRequest(context, orderId, sent, files)
    isStored = result.ok && !result.isRepeated
    return result
  } finally {
    if (!isStored) await deletePictures(context, files)
  }
}

function insertRequest(
  { db, config, now }: AppContext,
  orderId: number,
  sent: NewReturn,
  pictures: readonly string[],
): Promise<Result<{ id: number; isRepeated: boolean }, RequestRefusal>> {
  return inTransaction(db, async tx => {
    const order = (await lockOrder(tx, orderId))!
    const earlier = await findReturnByRequest(tx, sent.requestKey)
    if (earlier !== null) return { ok: true, id: earlier, isRepeated: true }
    const at = now()
    const refusal = findRequestRefusal({
      ...sent,
      order: { ...order, lastDespatch: await getLastDespatch(tx, orderId) },
      lines: await listReturnableLines(tx, orderId),
      days: config.returns.days,
      today: toLondonTime(at).date,
    })
    if (refusal) return { ok: false, reason: refusal }
    const id = await insertReturn(tx, orderId, sent, pictures, at)
    const request = (await findReturn(tx, id))!
    await returnEmails.requested.enqueue(tx, order, request, config.returns.address)
    await addAuditEntry(tx, {
      actor: toActor(sent.person.id),
      action: 'return requested',
      subject: `return ${formatReturnNumber(id)}`,
      detail: `order ${order.reference}`,
      now: at,
    })
    return { ok: true, id, isRepeated: false }
  })
}

/** Cancels a return that is not decided yet. False: it is decided. Null: this person has no such return. */
export async function cancelReturn(
  { db, now }: AppContext,
  viewer: Viewer,
  id: number,
): Promise<boolean | null> {
  const visible = await findReturnOfViewer(db, viewer, id)
  if (!visible) return null
  return inTransaction(db, async tx => {
    await lockOrder(tx, visible.orderId)
    const { state } = (await findReturn(tx, id))!
    if (state === 'cancelled') return true
    if (!canMoveReturn(state, 'cancelled')) return false
    const actor = toActor(viewer.personId)
    await moveReturn(tx, id, { from: state, to: 'cancelled', actor, note: '', requestKey: null, now: now() })
    await addAuditEntry(tx, {
      actor,
      action: 'return cancelled',
      subject: `return ${formatReturnNumber(id)}`,
      now: now(),
    })
    return true
  })
}
