import type { Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import { addPickAudit, lockOpenList, type PickerAction } from './open-list.server.ts'
import {
  type BinPick,
  listBinLines,
  listBinPicks,
  type PickList,
  type PickRefusal,
  sharePieces,
} from './pick-list.ts'
import { findPicker, updatePicked } from './queries.ts'
import { correctStock, revertCorrection } from './stock-correction.server.ts'

export interface BinConfirmation {
  /** The product, or what was scanned. */
  what: { productId: number } | { code: string }
  /** How many were in the bin; null: all of them. */
  pieces: number | null
  /** How many the page displayed; null: a scan, for all that are needed. */
  expected: number | null
  /** The bin is empty now: on hand is corrected to match, with this reason. */
  correction: 'count' | 'damage' | null
}

export type PickResult = { done: true; pick: BinPick } | { done: false; refusal: PickRefusal }

/** Confirms what was taken out of a bin. Of two people who confirm the same bin, the first one succeeds (R-PICK-3). */
export function confirmPick(
  db: Db,
  listId: number,
  pick: BinConfirmation,
  action: PickerAction,
): Promise<PickResult> {
  return inTransaction(db, async tx => {
    const list = await lockOpenList(tx, listId)
    if (!list) return { done: false, refusal: { why: 'finished' } }
    const bin = findBinPick(list, pick.what)
    if (!bin)
      return { done: false, refusal: { why: 'not_on_list', code: 'code' in pick.what ? pick.what.code : '' } }
    const pieces = pick.pieces ?? bin.quantity
    if (bin.picked !== null) {
      const isSame =
        (await findPicker(tx, list.id, bin.productId)) === action.staffId &&
        bin.picked === pieces &&
        pick.expected !== null
      return isSame
        ? { done: true, pick: bin }
        : { done: false, refusal: { why: 'picked_already', pick: bin } }
    }
    if (pieces > bin.quantity || (pick.expected !== null && pick.expected !== bin.quantity))
      return { done: false, refusal: { why: 'changed', pick: bin } }
    const picked = await writePicked(tx, list, bin, pieces, action)
    await addPickAudit(
      tx,
      'part picked',
      listId,
      `${bin.code}: not picked → ${pieces} of ${bin.quantity}`,
      action,
    )
    if (pieces < bin.quantity && pick.correction !== null)
      await correctStock(tx, { listId, bin, pieces, reason: pick.correction }, action)
    return { done: true, pick: findBinPick(picked, { productId: bin.productId })! }
  })
}

/**
 * Reverts a confirmation of `expected` pieces and its correction of the stock, so that the bin is to be picked again. A
 * later confirmation by a colleague stays.
 */
export function undoPick(
  db: Db,
  listId: number,
  { productId, expected }: { productId: number; expected: number },
  action: PickerAction,
): Promise<PickResult> {
  return inTransaction(db, async tx => {
    const list = await lockOpenList(tx, listId)
    if (!list) return { done: false, refusal: { why: 'finished' } }
    const bin = findBinPick(list, { productId })
    if (!bin) return { done: false, refusal: { why: 'not_on_list', code: '' } }
    if (bin.picked === null) return { done: true, pick: bin }
    if (bin.picked !== expected) return { done: false, refusal: { why: 'picked_already', pick: bin } }
    const lines = listBinLines(list, productId)
    await updatePicked(
      tx,
      listId,
      lines.map(({ orderId, position }) => ({ orderId, position, picked: null })),
      action.staffId,
    )
    await revertCorrection(tx, listId, bin, action)
    const detail = `${bin.code}: ${bin.picked} of ${bin.quantity} → not picked`
    await addPickAudit(tx, 'pick undone', listId, detail, action)
    return { done: true, pick: { ...bin, picked: null } }
  })
}

function findBinPick(list: PickList, what: BinConfirmation['what']): BinPick | null {
  const picks = listBinPicks(list)
  if ('productId' in what) return picks.find(({ productId }) => productId === what.productId) ?? null
  const key = toCodeKey(what.code)
  return picks.find(({ code }) => toCodeKey(code) === key) ?? null
}

// The first boxes, those of the oldest orders, are filled first. Returns the list as it is then.
async function writePicked(
  tx: Tx,
  list: PickList,
  bin: BinPick,
  count: number,
  { staffId }: PickerAction,
): Promise<PickList> {
  const lines = listBinLines(list, bin.productId)
  const pieces = sharePieces(
    lines.map(({ quantity }) => quantity),
    count,
  )
  const picked = lines.map((line, nth) => ({ ...line, picked: pieces[nth]! }))
  await updatePicked(tx, list.id, picked, staffId)
  return { ...list, lines: picked }
}
