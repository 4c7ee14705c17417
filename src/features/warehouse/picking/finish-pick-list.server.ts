import type { Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { pluralize } from '../../../lib/count.ts'
import { toActor } from '../../accounts/actor.ts'
import { addHistory, findOrderById } from '../../orders/service.ts'
import { addPickAudit, lockOpenList, type PickerAction } from './open-list.server.ts'
import { type BinPick, listBinPicks, type PickList } from './pick-list.ts'
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
    const bins = listBinPicks(list)
    const count = bins.filter(({ picked }) => picked === null).length
    if (count > 0 && count !== unpicked) return { done: false, refusal: { why: 'unpicked', count } }
    await finishPickList(tx, listId, action)
    for (const order of list.orders)
      if (order.removedWhy === null) await addPickedEvent(tx, list, order.orderId, action)
    await addPickAudit(
      tx,
      'pick list finished',
      listId,
      `open → finished: ${formatPickedShare(bins)}`,
      action,
    )
    return { done: true, list: (await findPickList(tx, listId))! }
  })
}

/** '3 of 4 parts picked, 7 of 9 pieces' */
function formatPickedShare(bins: readonly BinPick[]): string {
  const picked = bins.filter(bin => bin.picked !== null)
  const pickedPieces = picked.reduce((sum, bin) => sum + bin.picked!, 0)
  const pieces = bins.reduce((sum, { quantity }) => sum + quantity, 0)
  return `${picked.length} of ${pluralize(bins.length, 'part')} picked, ${pickedPieces} of ${pluralize(pieces, 'piece')}`
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
  const missing = short
    .map(({ code, picked, quantity }) => `${code}, ${picked} of ${quantity} there`)
    .join('; ')
  const why = `Picked, list ${list.id}${missing === '' ? '' : `. Short: ${missing}`}`
  await addHistory(tx, orderId, { state, event: 'picked', actor: toActor(staffId), why, now })
}
