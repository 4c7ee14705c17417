import { type IsoDate, toIsoDate } from '../../lib/dates.ts'
import { listToCome, type OpenLine } from './despatch/rules.ts'
import type { Order } from './order.ts'

type PromisedOrder = Pick<Order, 'state' | 'consignments' | 'delay' | 'wasHeld' | 'deliveryDate'>

/**
 * The day that the customer of an order expects: the one announced last, else the one promised when it was placed. Of a
 * held order that was released none is promised any more, nor of a split order once only goods that come later are still
 * to go: the day was that of the first part (R-DELAY-2). Null: none. Queries use `promisedDay` (promised-day.server.ts).
 */
export function findPromisedDay(order: PromisedOrder, lines: readonly OpenLine[]): IsoDate | null {
  const { delay, wasHeld, deliveryDate } = order
  const day = delay ? delay.day : wasHeld || isRestLater(order, lines) ? null : deliveryDate
  return day === null ? null : toIsoDate(day)
}

const isRestLater = ({ state, consignments }: PromisedOrder, lines: readonly OpenLine[]): boolean =>
  state === 'part_despatched' &&
  consignments === 'split' &&
  listToCome(lines, []).every(({ line, quantity }) => quantity <= line.laterQuantity)
