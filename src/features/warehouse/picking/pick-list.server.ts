import type { AppContext, Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { pluralize } from '../../../lib/count.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import type { Result } from '../../../lib/result.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import type { CreditRules } from '../../credit/service.ts'
import { addHistory, findOrderById } from '../../orders/service.ts'
import { insertMovement } from '../../stock/service.ts'
import { holdOverdueOrders } from '../despatch/overdue-holds.server.ts'
import {
  type BinPick,
  type CreateRefusal,
  listBinLines,
  listBinPicks,
  maxOrdersOnList,
  type PickList,
  type PickRefusal,
  sharePieces,
} from './pick-list.ts'
import {
  findPickCorrection,
  findPicker,
  findPickList,
  findPickListByRequest,
  finishPickList,
  insertPickList,
  lockLinesToPick,
  lockOrdersOnList,
  lockOrdersToPick,
  lockPickList,
  lockReserved,
  type TickedOrder,
  updatePicked,
} from './queries.ts'

interface PickerAction {
  staffId: number
  now: Date
}

/** Null: the list is finished. */
async function lockOpenList(tx: Tx, listId: number): Promise<PickList | null> {
  if (!(await lockPickList(tx, listId))) return null
  const list = await findPickList(tx, listId)
  return list && list.finishedAt === null ? list : null
}

const addPickAudit = (
  tx: Tx,
  action: string,
  listId: number,
  detail: string,
  { staffId, now }: PickerAction,
) => addAuditEntry(tx, { actor: toActor(staffId), action, subject: `pick list ${listId}`, detail, now })

type CreateResult = Result<{ id: number }, CreateRefusal['reason'], CreateRefusal>

/**
 * Creates a pick list for orders. One transaction sets their goods aside, so that no other list or parcel takes them. The
 * same form sent again answers with the same list (R-PICK-2).
 */
export function createPickList(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  { references, requestKey }: { references: readonly string[]; requestKey: string },
  action: PickerAction,
): Promise<CreateResult> {
  return inTransaction(db, async tx => {
    if (references.length > maxOrdersOnList) return { ok: false, reason: 'too_many' }
    const orders = await lockCheckedOrders(tx, references, { now: action.now, ...config })
    // Under the locks: the same form may have created the list meanwhile.
    const earlier = await findPickListByRequest(tx, requestKey)
    if (earlier !== null) return { ok: true, id: earlier }
    const obstacle = findObstacle(orders)
    if (obstacle) return { ok: false, ...obstacle }
    const orderIds = orders.map(({ id }) => id)
    const lines = await lockLinesToPick(tx, orderIds)
    const withGoods = new Set(lines.map(({ orderId }) => orderId))
    const empty = orders.filter(({ id }) => !withGoods.has(id))
    if (empty.length > 0) return { ok: false, reason: 'nothing', orders: toNamed(empty) }
    const id = await insertPickList(tx, { ...action, requestKey, orderIds, lines })
    await addPickAudit(tx, 'pick list made', id, orders.map(({ reference }) => reference).join(', '), action)
    return { ok: true, id }
  })
}

/** Orders of an account that is long overdue are not picked, whether or not a run of the jobs has held them yet. */
async function lockCheckedOrders(
  tx: Tx,
  references: readonly string[],
  rules: CreditRules,
): Promise<TickedOrder[]> {
  const orders = await lockOrdersToPick(tx, references)
  const ids = orders.map(({ id }) => id)
  return (await holdOverdueOrders(tx, ids, rules)) === 0 ? orders : lockOrdersToPick(tx, references)
}

function findObstacle(orders: readonly TickedOrder[]): CreateRefusal | null {
  if (orders.length === 0) return { reason: 'none' }
  const onList = orders.filter(({ pickList }) => pickList !== null)
  if (onList.length > 0) return { reason: 'on_list', orders: toNamed(onList) }
  const ended = orders.filter(({ canGoOut }) => !canGoOut)
  if (ended.length > 0) return { reason: 'not_open', orders: toNamed(ended) }
  const held = orders.filter(({ isHeld }) => isHeld)
  return held.length > 0 ? { reason: 'held', orders: toNamed(held) } : null
}

const toNamed = (orders: readonly TickedOrder[]) =>
  orders.map(({ reference, pickList }) => ({
    reference,
    note: pickList ? `list ${pickList.id}, ${pickList.by}` : '',
  }))

interface BinConfirmation {
  /** The product, or what was scanned. */
  what: { productId: number } | { code: string }
  /** How many were in the bin; null: all of them. */
  pieces: number | null
  /** How many the page displayed; null: a scan, for all that are needed. */
  expected: number | null
  /** The bin is empty now: on hand is corrected to match, with this reason. */
  correction: 'count' | 'damage' | null
}

type PickResult = Result<{ pick: BinPick }, PickRefusal['reason'], PickRefusal>

/** Confirms what was taken out of a bin. Of two people who confirm the same bin, the first one succeeds (R-PICK-3). */
export function confirmPick(
  db: Db,
  listId: number,
  pick: BinConfirmation,
  action: PickerAction,
): Promise<PickResult> {
  return inTransaction(db, async tx => {
    const list = await lockOpenList(tx, listId)
    if (!list) return { ok: false, reason: 'finished' }
    const bin = findBinPick(list, pick.what)
    if (!bin) return { ok: false, reason: 'not_on_list', code: 'code' in pick.what ? pick.what.code : '' }
    const pieces = pick.pieces ?? bin.quantity
    if (bin.picked !== null) {
      const isSame =
        (await findPicker(tx, list.id, bin.productId)) === action.staffId &&
        bin.picked === pieces &&
        pick.expected !== null
      return isSame ? { ok: true, pick: bin } : { ok: false, reason: 'picked_already', pick: bin }
    }
    if (pieces > bin.quantity || (pick.expected !== null && pick.expected !== bin.quantity))
      return { ok: false, reason: 'changed', pick: bin }
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
    return { ok: true, pick: findBinPick(picked, { productId: bin.productId })! }
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
    if (!list) return { ok: false, reason: 'finished' }
    const bin = findBinPick(list, { productId })
    if (!bin) return { ok: false, reason: 'not_on_list', code: '' }
    if (bin.picked === null) return { ok: true, pick: bin }
    if (bin.picked !== expected) return { ok: false, reason: 'picked_already', pick: bin }
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
    return { ok: true, pick: { ...bin, picked: null } }
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

/** Corrects what is on hand when a bin is empty: what remains was picked, or is set aside elsewhere for other orders. */
async function correctStock(
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

async function revertCorrection(tx: Tx, listId: number, bin: BinPick, action: PickerAction): Promise<void> {
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

type FinishResult = Result<{ list: PickList }, 'unpicked', { count: number }>

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
    if (!list) return { ok: true, list: (await findPickList(tx, listId))! }
    const bins = listBinPicks(list)
    const count = bins.filter(({ picked }) => picked === null).length
    if (count > 0 && count !== unpicked) return { ok: false, reason: 'unpicked', count }
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
    return { ok: true, list: (await findPickList(tx, listId))! }
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
