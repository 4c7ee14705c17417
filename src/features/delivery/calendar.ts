import { addDays, getWeekday, type IsoDate, isWeekend, toLondonTime } from '../../lib/dates.ts'
import { carrierRestDays, type Division, isBankHoliday } from './bank-holidays.ts'
import { getDeliveryDays, type ServiceCode } from './services.ts'
import { type Destination, findDestination } from './zones.ts'

/** The warehouse is in Leeds. */
export const warehouseDivision: Division = 'england-and-wales'

export function isWorkingDay(division: Division, date: IsoDate): boolean {
  return !isWeekend(date) && isCarrierDay(division, date)
}

/** The n-th working day after a date (n ≥ 1); for n = 0 the date itself. */
export function addWorkingDays(division: Division, from: IsoDate, count: number): IsoDate {
  let date = from
  for (let remaining = count; remaining > 0; remaining--) {
    date = addDays(date, 1)
    while (!isWorkingDay(division, date)) date = addDays(date, 1)
  }
  return date
}

/**
 * The day goods that are in stock leave the warehouse when they are ordered now: today if that is a working day and the
 * London clock is before the cut-off, else the next working day.
 */
export function getDespatchDay(now: Date, cutOffMinutes: number): IsoDate {
  const { date, minutes } = toLondonTime(now)
  const leavesToday = isWorkingDay(warehouseDivision, date) && minutes < cutOffMinutes
  return leavesToday ? date : addWorkingDays(warehouseDivision, date, 1)
}

/**
 * The Saturday a parcel despatched on a day can still be delivered on: only when that day is the last working day
 * before it and the carrier runs there on it; else null.
 */
export function findSaturdayDelivery(despatch: IsoDate, division: Division): IsoDate | null {
  const saturday = addDays(despatch, 6 - getWeekday(despatch))
  const next = addWorkingDays(warehouseDivision, despatch, 1)
  return next > saturday && isCarrierDay(division, saturday) ? saturday : null
}

/** The working days from one date to another, both included. */
export function listWorkingDaysBetween(division: Division, from: IsoDate, to: IsoDate): IsoDate[] {
  const days: IsoDate[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) if (isWorkingDay(division, date)) days.push(date)
  return days
}

function isCarrierDay(division: Division, date: IsoDate): boolean {
  return !carrierRestDays.has(date.slice(5)) && !isBankHoliday(division, date)
}

interface ChosenService {
  /** Of an order, which has one of the services of its day. */
  code: string
  country: string
  postcode: string
}

/**
 * The first day, from a day on, that a service delivers goods on which leave today at the earliest; for collection the
 * first day on which the counter is open. What was to come on a Saturday may come on a working day too.
 */
export function findNextDeliveryDay(
  { code, country, postcode }: ChosenService,
  { from, today }: { from: IsoDate; today: IsoDate },
): IsoDate {
  const destination = findDestination(country, postcode) ?? unknownDestination
  const division = code === 'COL' ? warehouseDivision : destination.division
  const despatch = isWorkingDay(warehouseDivision, today)
    ? today
    : addWorkingDays(warehouseDivision, today, 1)
  const days = code === 'COL' ? 0 : getDeliveryDays(code as ServiceCode, destination.zone)
  const earliest = addWorkingDays(division, despatch, days)
  const isSaturdayDelivery = (date: IsoDate) =>
    code === 'SAT' && listDaysBefore(date, despatch).some(day => findSaturdayDelivery(day, division) === date)
  let date = from
  while (!(isWorkingDay(division, date) && date >= earliest) && !isSaturdayDelivery(date))
    date = addDays(date, 1)
  return date
}

const unknownDestination: Destination = { zone: 'MAINLAND', division: warehouseDivision }

/** The working days of the week before a date, from `earliest` on. */
const listDaysBefore = (date: IsoDate, earliest: IsoDate): IsoDate[] =>
  [1, 2, 3, 4, 5, 6]
    .map(days => addDays(date, -days))
    .filter(day => day >= earliest && isWorkingDay(warehouseDivision, day))
