import { formatPounds } from '../../lib/money.ts'
import type { StateDescription } from '../../ui/StateLabel.tsx'
import { type Expectation, type ExpectedPieces, listOpenPieces } from '../orders/expectation/expectation.ts'
import { readyDescription, stateDescriptions } from '../orders/messages.ts'
import type { Order } from '../orders/order.ts'
import { isIn } from '../orders/states.ts'

/** How far a placed order is in the warehouse. Customers read that it is placed. */
interface PickingState {
  /** On an open pick list. */
  isBeingPicked: boolean
  expectation: Pick<Expectation, 'pieces'>
}

export const backOrderText = 'Back order'

/** For staff. */
export function getStateDescription(
  order: Pick<Order, 'state' | 'onStop' | 'holdReason' | 'isCreditHeld' | 'amountDue' | 'isReadyToCollect'> &
    PickingState,
): StateDescription {
  const { state, onStop, holdReason, isCreditHeld, amountDue } = order
  if (!isIn('isDespatchable', state)) return stateDescriptions[state]
  if (amountDue > 0 && holdReason === '')
    return { text: `Waiting for ${formatPounds(amountDue)}`, tone: 'waiting' }
  if (onStop && isCreditHeld) return { text: 'Held: credit', tone: 'waiting' }
  if (onStop) return { text: holdReason === '' ? 'Held: account on stop' : 'Held', tone: 'waiting' }
  if (order.isReadyToCollect) return readyDescription
  if (state !== 'placed') return { ...stateDescriptions[state], tone: 'open' }
  if (order.isBeingPicked) return { text: 'Being picked', tone: 'open' }
  const pieces = listOpenPieces(order.expectation.pieces)
  if (pieces.some(isPicked)) return { text: pieces.every(isPicked) ? 'Picked' : 'Part picked', tone: 'open' }
  return pieces.some(({ canGo }) => canGo)
    ? { text: 'To pick', tone: 'open' }
    : { text: backOrderText, tone: 'waiting' }
}

const isPicked = ({ state }: ExpectedPieces): boolean => state === 'picked'

export type GoodsShare = 'all' | 'some' | 'none'

export const goodsShareTexts: Record<GoodsShare, string> = {
  all: 'All can go now',
  some: 'Some can go now',
  none: 'Nothing can go yet',
}

/** What staff read; null: it is held, or picked, or ready at the counter. */
export function decideGoodsShare(
  { onStop, isReadyToCollect }: Pick<Order, 'onStop' | 'isReadyToCollect'>,
  { pieces }: Pick<Expectation, 'pieces'>,
): GoodsShare | null {
  const open = listOpenPieces(pieces)
  if (onStop || isReadyToCollect || open.every(isPicked)) return null
  if (open.every(({ canGo }) => canGo)) return 'all'
  return open.some(({ canGo }) => canGo) ? 'some' : 'none'
}
