import type { Db } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { addPickAudit, type PickerAction } from './open-list.server.ts'
import { type CreateRefusal, maxOrdersOnList } from './pick-list.ts'
import {
  findPickListByRequest,
  insertPickList,
  lockLinesToPick,
  lockOrdersToPick,
  type TickedOrder,
} from './queries.ts'

export type CreateResult = { done: true; id: number } | { done: false; refusal: CreateRefusal }

/**
 * Creates a pick list for orders. One transaction sets their goods aside, so that no other list or parcel takes them. The
 * same form sent again answers with the same list (R-PICK-2).
 */
export function createPickList(
  db: Db,
  { references, requestKey }: { references: readonly string[]; requestKey: string },
  action: PickerAction,
): Promise<CreateResult> {
  return inTransaction(db, async tx => {
    if (references.length > maxOrdersOnList) return { done: false, refusal: { why: 'too_many' } }
    const orders = await lockOrdersToPick(tx, references)
    // Under the locks: the same form may have created the list meanwhile.
    const earlier = await findPickListByRequest(tx, requestKey)
    if (earlier !== null) return { done: true, id: earlier }
    const obstacle = findObstacle(orders)
    if (obstacle) return { done: false, refusal: obstacle }
    const orderIds = orders.map(({ id }) => id)
    const lines = await lockLinesToPick(tx, orderIds)
    const withGoods = new Set(lines.map(({ orderId }) => orderId))
    const empty = orders.filter(({ id }) => !withGoods.has(id))
    if (empty.length > 0) return { done: false, refusal: { why: 'nothing', orders: toNamed(empty) } }
    const id = await insertPickList(tx, { ...action, requestKey, orderIds, lines })
    await addPickAudit(tx, 'pick list made', id, orders.map(({ reference }) => reference).join(', '), action)
    return { done: true, id }
  })
}

function findObstacle(orders: readonly TickedOrder[]): CreateRefusal | null {
  if (orders.length === 0) return { why: 'none' }
  const onList = orders.filter(({ pickList }) => pickList !== null)
  if (onList.length > 0) return { why: 'on_list', orders: toNamed(onList) }
  const ended = orders.filter(({ canGoOut }) => !canGoOut)
  if (ended.length > 0) return { why: 'not_open', orders: toNamed(ended) }
  const held = orders.filter(({ isHeld }) => isHeld)
  return held.length > 0 ? { why: 'held', orders: toNamed(held) } : null
}

const toNamed = (orders: readonly TickedOrder[]) =>
  orders.map(({ reference, pickList }) => ({
    reference,
    note: pickList ? `list ${pickList.id}, ${pickList.by}` : '',
  }))
