import type { Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { addHistory } from '../history.server.ts'
import { findOrderById } from '../queries.ts'
import { addPickAudit, lockOpenList, type PickerAction } from './open-list.server.ts'
import { listBinPicks, type PickList } from './pick-list.ts'
import { findPickList, finishPickList, lockOrdersOnList } from './queries.ts'

export type FinishResult =
  | { done: true; list: PickList }
  | { done: false; refusal: { why: 'unpicked'; count: number } }

/**
 * Finishes a list: what was picked stays set aside for its order, and missing pieces become back orders. Bins without a
 * confirmation are left for another list, if they are the `unpicked` of the page. A finished list stays as it is.
 */
export function finishList(
  db: Db,
  listId: number,
  { unpicked }: { unpicked: number },
  action: PickerAction,
): Promise<FinishResult> {
  return inTransaction(db, async tx => {
    await lockOrdersOnList(tx, listId)
    const list = await lockOpenList(tx, listId)
    if (!list) return { done: true, list: (await findPickList(tx, listId))! }
    const count = listBinPicks(list).filter(({ picked }) => picked === null).length
    if (count > 0 && count !== unpicked) return { done: false, refusal: { why: 'unpicked', count } }
    await finishPickList(tx, listId, action)
    for (const order of list.orders)
      if (order.removedWhy === null) await addPickedEvent(tx, list, order.orderId, action)
    await addPickAudit(tx, 'pick list finished', listId, count > 0 ? `${count} bins left` : '', action)
    return { done: true, list: (await findPickList(tx, listId))! }
  })
}

async function addPickedEvent(
  tx: Tx,
  list: PickList,
  orderId: number,
  { staffId, now }: PickerAction,
): Promise<void> {
  const lines = list.lines.filter(line => line.orderId === orderId && line.picked !== null)
  if (lines.length === 0) return
  const { state } = (await findOrderById(tx, orderId))!
  const short = lines.filter(({ picked, quantity }) => picked! < quantity)
  const missing = short.map(({ code, picked, quantity }) => `${code} ${picked} of ${quantity}`).join(', ')
  const why = `Picked, list ${list.id}${missing === '' ? '' : `: short of ${missing}`}`
  await addHistory(tx, orderId, { state, event: 'picked', actor: `person ${staffId}`, why, now })
}
