import { formatPounds } from '../../../lib/money.ts'
import type { StateDescription } from '../../../ui/StateLabel.tsx'
import { listToCome, type OpenLine } from '../despatch/rules.ts'
import { type DescribedOrder, readyDescription, stateDescriptions } from '../messages.ts'
import type { Order } from '../order.ts'
import { isIn } from '../states.ts'

/** How far a placed order is in the warehouse. Customers read that it is placed. */
interface PickingState {
  /** On an open pick list. */
  isBeingPicked: boolean
  /** Of what is still to go, all or a part is set aside for it; null: nothing is. */
  picked: 'all' | 'part' | null
  /** Some of what is still to go can go now; all of it when the order is to be sent together. */
  hasGoods: boolean
}

export const backOrderText = 'Back order'

/** For staff. */
export function getStateDescription(order: DescribedOrder & PickingState): StateDescription {
  const { state, onStop, holdReason, amountDue } = order
  if (!isIn('isDespatchable', state)) return stateDescriptions[state]
  if (amountDue > 0 && holdReason === '')
    return { text: `Waiting for ${formatPounds(amountDue)} by card`, tone: 'waiting' }
  if (onStop) return { text: holdReason === '' ? 'Held: account on stop' : 'Held', tone: 'waiting' }
  if (order.isReadyToCollect) return readyDescription
  if (state !== 'placed') return { ...stateDescriptions[state], tone: 'open' }
  if (order.isBeingPicked) return { text: 'Being picked', tone: 'open' }
  if (order.picked !== null) return { text: order.picked === 'all' ? 'Picked' : 'Part picked', tone: 'open' }
  return order.hasGoods ? { text: 'To pick', tone: 'open' } : { text: backOrderText, tone: 'waiting' }
}

export function hasGoods(
  { state, consignments }: Pick<Order, 'state' | 'consignments'>,
  lines: readonly OpenLine[],
): boolean {
  return consignments === 'together' && state === 'placed'
    ? canGoOutWhole(lines)
    : listToCome(lines, []).some(({ line }) => line.sendable > 0)
}

/** All that is still to go can go now, before older orders are sent. */
export const canGoOutWhole = (lines: readonly OpenLine[]): boolean =>
  listToCome(lines, []).every(({ line, quantity }) => line.sendable >= quantity)

/** How much of what is still to go of an order can go now. */
export type GoodsShare = 'all' | 'some' | 'none'

export const goodsShareTexts: Record<GoodsShare, string> = {
  all: 'All can go now',
  some: 'Some can go now',
  none: 'Nothing can go yet',
}

/** What staff read; null: it is held, or picked, or ready at the counter, or not in the queue. */
export function decideGoodsShare({
  onStop,
  isReadyToCollect,
  picked,
  canGoOutWhole,
  hasGoods,
}: Pick<DescribedOrder, 'onStop' | 'isReadyToCollect'> &
  Pick<PickingState, 'picked' | 'hasGoods'> & { canGoOutWhole: boolean | null }): GoodsShare | null {
  if (onStop || isReadyToCollect || picked === 'all' || canGoOutWhole === null) return null
  if (canGoOutWhole) return 'all'
  return hasGoods ? 'some' : 'none'
}

export function getPickedShare(lines: readonly OpenLine[]): PickingState['picked'] {
  const open = listToCome(lines, [])
  if (!open.some(({ line }) => line.setAside > 0)) return null
  return open.every(({ line, quantity }) => line.setAside >= quantity) ? 'all' : 'part'
}
