import type { Tx } from '../../../infra/app-context.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import { insertMovement } from '../../stock/service.ts'
import type { PickerAction } from './open-list.server.ts'
import type { BinPick } from './pick-list.ts'
import { findPickCorrection, lockReserved } from './queries.ts'

/** Corrects what is on hand when a bin is empty: what remains was picked, or is set aside elsewhere for other orders. */
export async function correctStock(
  tx: Tx,
  correction: {
    listId: number
    bin: BinPick
    pieces: number
    reason: 'count' | 'damage'
  },
  action: PickerAction,
): Promise<void> {
  const { listId, bin, pieces, reason } = correction
  const { onHand, reserved, code } = await lockReserved(tx, listId, bin.productId)
  const change = Math.max(0, reserved - bin.quantity) + pieces - onHand
  if (change >= 0) return
  const note = toMovementNote(listId, `${pieces} found, ${bin.quantity} needed`)
  await adjustStock(tx, code, { ...action, productId: bin.productId, change, reason, note })
}

/** Reverts the correction of a pick that is undone. */
export async function revertCorrection(
  tx: Tx,
  listId: number,
  bin: BinPick,
  action: PickerAction,
): Promise<void> {
  const { productId } = bin
  const correction = await findPickCorrection(tx, productId, toMovementNote(listId, ''))
  if (!correction || correction.change === 0) return
  await adjustStock(tx, bin.code, {
    ...action,
    productId,
    change: -correction.change,
    reason: correction.reason,
    note: toMovementNote(listId, 'the pick was undone'),
  })
}

const toMovementNote = (listId: number, text: string): string => `Pick list ${listId}: ${text}`

async function adjustStock(
  tx: Tx,
  code: string,
  movement: Parameters<typeof insertMovement>[1],
): Promise<void> {
  const { change, note, staffId, now } = movement
  const onHand = await insertMovement(tx, movement)
  await addAuditEntry(tx, {
    actor: toActor(staffId),
    action: 'stock adjusted',
    subject: `product ${code}`,
    detail: `${onHand - change} → ${onHand}, ${note}`,
    now,
  })
}
