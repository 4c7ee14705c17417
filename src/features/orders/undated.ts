import type { IsoDate } from '../../lib/dates.ts'
import { findLastArrival, formatLaterArrival, type LaterArrival } from '../../lib/later-arrival.ts'
import { upperFirst } from '../../lib/text.ts'

/** An order without a promised day. */
export interface UndatedOrder {
  /** The customer was e-mailed that it is delayed. */
  isDelayed: boolean
  /** It was held and released since. */
  wasHeld: boolean
  /** Of each line that was not in stock and has not left. */
  laterLines: LaterArrival[]
}

/** When its goods are expected, as its customer reads it: 'About 11–18 December'. `orderedOn`: the day in London. */
export function formatUndated({ isDelayed, wasHeld, laterLines }: UndatedOrder, orderedOn: IsoDate): string {
  if (isDelayed) return 'Delayed, no day yet'
  const arrival = findLastArrival(laterLines, orderedOn)
  return wasHeld || arrival.leadTime === null ? 'No day promised' : upperFirst(formatLaterArrival(arrival))
}
