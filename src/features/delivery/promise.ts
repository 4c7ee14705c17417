import { formatClosing } from '../../lib/closing.ts'
import {
  addDays,
  formatDay,
  formatTime,
  formatWeekday,
  fromLondonTime,
  type IsoDate,
  toLondonTime,
} from '../../lib/dates.ts'
import { type DeliverySettings, getCutOff } from '../../lib/delivery-settings.ts'
import {
  addWorkingDays,
  type CalendarSettings,
  createClosed,
  type DespatchSettings,
  getDespatchDay,
  getHolidaysEnd,
  warehouseDivision,
} from './calendar.ts'

/** The delivery promise for the mainland, while no address is known. */
export interface CutOffPromise {
  /** '14:30' */
  orderBy: string
  orderDate: IsoDate
  /** Real minutes until then, rounded up; a clock change in between is counted. */
  minutesLeft: number
  deliveryDate: IsoDate
  today: IsoDate
}

/** Null without a price for the next working day. */
export function findCutOffPromise(now: Date, delivery: DeliverySettings | null): CutOffPromise | null {
  if (delivery?.prices.ND === undefined) return null
  const promise = calculateCutOffPromise(now, delivery)
  // Where bank holidays are missing, the day might be one.
  return promise.deliveryDate > getHolidaysEnd(delivery) ? null : promise
}

export function calculateCutOffPromise(now: Date, settings: DespatchSettings): CutOffPromise {
  const orderDate = getDespatchDay(now, settings)
  const cutOffMinutes = getCutOff(settings, orderDate)
  const msLeft = fromLondonTime(orderDate, cutOffMinutes).getTime() - now.getTime()
  return {
    orderBy: formatTime(cutOffMinutes),
    orderDate,
    minutesLeft: Math.ceil(msLeft / 60_000),
    deliveryDate: addWorkingDays(warehouseDivision, orderDate, 1, createClosed(settings, 'delivery')),
    today: toLondonTime(now).date,
  }
}

/** How many days before a closing customers read of it. */
const noticeDays = 14

/** 'We are closed from 24 December to 31 December.': of what has begun or begins soon; ''. */
export const formatClosings = ({ closings = [] }: CalendarSettings, now: Date): string =>
  closings
    .filter(({ from, to }) => {
      const { date } = toLondonTime(now)
      return to >= date && from <= addDays(date, noticeDays)
    })
    .map(formatClosing)
    .join(' ')

/** The top bar: 'Order by 14:30' (set in bold) and 'for delivery tomorrow, Tuesday 24 November'. */
export function formatPromiseBar(promise: CutOffPromise): { lead: string; rest: string } {
  const { orderBy, deliveryDate, today } = promise
  const tomorrow = deliveryDate === addDays(today, 1) ? 'tomorrow, ' : ''
  return {
    lead: `Order by ${orderBy}${formatOrderDay(promise)}`,
    rest: `for delivery ${tomorrow}${formatDay(deliveryDate)}`,
  }
}

/** 'Order by 14:30 for delivery tomorrow, Tuesday 24 November': of a delivery that was chosen or is assumed. */
export function formatPromiseForDate(deliveryDate: IsoDate, now: Date, settings: DespatchSettings): string {
  const { lead, rest } = formatPromiseBar({ ...calculateCutOffPromise(now, settings), deliveryDate })
  return `${lead} ${rest}`
}

/** Beside the days of an address: the cut-off, and the first of those days. */
export function formatPromiseCountdownForDate(
  deliveryDate: IsoDate,
  now: Date,
  settings: DespatchSettings,
): string {
  return formatPromiseCountdown({ ...calculateCutOffPromise(now, settings), deliveryDate })
}

/** Beside a price: 'Order in 2 h 14 min for delivery Tuesday 24 November'; by day when the cut-off is not today's. */
export function formatPromiseCountdown(promise: CutOffPromise): string {
  const { orderDate, today, minutesLeft, deliveryDate } = promise
  if (orderDate !== today) return `${formatPromiseBar(promise).lead} for delivery ${formatDay(deliveryDate)}`
  return `Order in ${formatMinutes(minutesLeft)} for delivery ${formatDay(deliveryDate)}`
}

function formatOrderDay({ orderDate, today }: CutOffPromise): string {
  if (orderDate === today) return ''
  return orderDate === addDays(today, 1) ? ' tomorrow' : ` on ${formatWeekday(orderDate)}`
}

function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  return hours ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}
