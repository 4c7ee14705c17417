import { type DayRange, formatDayRange } from '../../../lib/availability.ts'
import { formatDay, type IsoDate, toIsoDate } from '../../../lib/dates.ts'
import { lowerFirst } from '../../../lib/text.ts'
import type { Delay } from '../../orders/order.ts'

/** Beside goods that are still to come. */
export const formatNewDay = ({ day }: Delay): string =>
  day === null ? 'delayed, the day isn’t known yet' : `now due ${formatDay(toIsoDate(day))}`

/**
 * When pieces of a line come that are still to be sent: on the day that was announced, else after the lead time of those that
 * were not in stock. '': they were in stock, but did not leave with the others, so that no day can be promised.
 */
export const formatRestArrival = (delay: Delay | null, range: DayRange | null): string =>
  delay ? formatNewDay(delay) : range ? lowerFirst(formatDayRange(range)) : ''

/** For history: 'Delayed, now due Friday 4 December'. */
export const formatDelayEvent = (day: IsoDate | null): string =>
  day === null ? 'Delayed, the day isn’t known yet' : `Delayed, now due ${formatDay(day)}`

export type DelayRefusal = 'changed' | 'held' | 'not_open' | 'same'

export const delayRefusalMessages: Record<DelayRefusal, string> = {
  changed: 'This order has changed since you opened it, so no email was sent. Here is how it stands now.',
  held: 'This order is held, so no email was sent. Release it first.',
  not_open: 'There is nothing left to despatch of this order, so no email was sent.',
  same: 'The customer has had an email with just that, so no other one was sent. If the customer needs none, press “No email needed” in the list of promised days.',
}

export interface TypedDelay {
  /** 'day', 'unknown'; ''. */
  choice: string
  day: string
}
