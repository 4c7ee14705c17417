import { type IsoDate, toIsoDate } from '../../lib/dates.ts'
import { listToCome, type OpenLine } from './despatch/rules.ts'
import type { Order } from './order.ts'
import { isIn } from './states.ts'

type PromisedOrder = Pick<Order, 'state' | 'consignments' | 'delay' | 'wasHeld' | 'deliveryDate'>

/**
 * The day that the customer of an order expects: the one announced last, else the one promised when it was placed. Of a
 * held order that was released none is promised any more, nor of a split order once only goods that come later are still
 * to go: the day was that of the first part (R-DELAY-2). Null: none. Queries use `promisedDay` (promised-day.server.ts).
 */
export function findPromisedDay(order: PromisedOrder, lines: readonly OpenLine[]): IsoDate | null {
  const { delay, wasHeld, deliveryDate } = order
  const toCome = listToCome(lines, []).map(({ line: { laterQuantity }, quantity }) => ({
    quantity,
    laterQuantity,
  }))
  const day = delay ? delay.day : wasHeld || isRestLater(order, toCome) ? null : deliveryDate
  return day === null ? null : toIsoDate(day)
}

/**
 * Whether the day of delivery is what was requested, and not promised for all any more: the order is, or was, held or
 * delayed, or it was that of a first part, which has left, and goods that come later are still to go. `toCome`: the pieces
 * that are.
 */
export const isDayOpen = (
  order: Omit<PromisedOrder, 'deliveryDate'> & Pick<Order, 'onStop'>,
  toCome: readonly ToCome[],
): boolean =>
  isIn('isDespatchable', order.state) &&
  (order.onStop || order.wasHeld || order.delay !== null || (isRestOfSplit(order) && toCome.some(hasLater)))

interface ToCome {
  quantity: number
  laterQuantity: number
}

const isRestLater = (
  { state, consignments }: Pick<Order, 'state' | 'consignments'>,
  toCome: readonly ToCome[],
): boolean =>
  isRestOfSplit({ state, consignments }) &&
  toCome.every(({ quantity, laterQuantity }) => quantity <= laterQuantity)

const isRestOfSplit = ({ state, consignments }: Pick<Order, 'state' | 'consignments'>): boolean =>
  state === 'part_despatched' && consignments === 'split'

const hasLater = ({ laterQuantity }: ToCome): boolean => laterQuantity > 0
