import { addDays, getWeekday, type IsoDate, isWeekend, toIsoDate, toLondonTime } from '../../lib/dates.ts'
import { type DeliverySettings, getCutOff } from '../../lib/delivery-settings.ts'
import { carrierRestDays, type Division, divisions, holidaysEnd, isBankHoliday } from './bank-holidays.ts'
import { getDeliveryDays, type ServiceCode } from './services.ts'
import { type Destination, findDestination } from './zones.ts'

/** Closing days, and bank holidays of years that the tables do not have. */
export type CalendarSettings = Pick<DeliverySettings, 'closings' | 'holidays'>
export type DespatchSettings = CalendarSettings & Pick<DeliverySettings, 'cutOffMinutes' | 'cutOffs'>

/** Whether a day without a bank holiday is none to work on. */
type IsClosed = (division: Division, date: IsoDate) => boolean
const neverClosed: IsClosed = () => false

/** By what goes on on a day, whose closing stops it. */
const closedBy = { despatch: ['shop', 'carrier'], delivery: ['carrier'], collection: ['shop', 'counter'] }

export function createClosed(
  { closings = [], holidays = {} }: CalendarSettings,
  activity: keyof typeof closedBy,
): IsClosed {
  if (closings.length === 0 && Object.keys(holidays).length === 0) return neverClosed
  const days = closings.filter(({ who }) => closedBy[activity].includes(who))
  return (division, date) =>
    days.some(({ from, to }) => date >= from && date <= to) || holidays[division]?.includes(date) === true
}

/** The last day whose bank holidays are in the tables or were accepted. */
export function getHolidaysEnd({ holidays = {} }: CalendarSettings): IsoDate {
  let end = holidaysEnd
  const hasYear = (year: string) =>
    divisions.every(division => holidays[division]?.some(day => day.startsWith(year)))
  while (hasYear(addDays(end, 1).slice(0, 4))) end = toIsoDate(`${addDays(end, 1).slice(0, 4)}-12-31`)
  return end
}

/** The warehouse is in Leeds. */
export const warehouseDivision: Division = 'england-and-wales'

export function isWorkingDay(division: Division, date: IsoDate, isClosed = neverClosed): boolean {
  return !isWeekend(date) && isCarrierDay(division, date) && !isClosed(division, date)
}

/** The n-th working day after a date (n ≥ 1); for n = 0 the date itself. */
export function addWorkingDays(
  division: Division,
  from: IsoDate,
  count: number,
  isClosed = neverClosed,
): IsoDate {
  let date = from
  for (let remaining = count; remaining > 0; remaining--) {
    date = addDays(date, 1)
    while (!isWorkingDay(division, date, isClosed)) date = addDays(date, 1)
  }
  return date
}

/**
 * The day goods that are in stock leave the warehouse when they are ordered now: today if that is a working day and the
 * London clock is before the cut-off, else the next working day.
 */
export function getDespatchDay(
  now: Date,
  settings: DespatchSettings,
  activity: 'despatch' | 'collection' = 'despatch',
): IsoDate {
  const { date, minutes } = toLondonTime(now)
  const isClosed = createClosed(settings, activity)
  const leavesToday = isWorkingDay(warehouseDivision, date, isClosed) && minutes < getCutOff(settings, date)
  return leavesToday ? date : addWorkingDays(warehouseDivision, date, 1, isClosed)
}

/**
 * The Saturday a parcel despatched on a day can still be delivered on: only when that day is the last working day
 * before it and the carrier runs there on it; else null.
 */
export function findSaturdayDelivery(
  despatch: IsoDate,
  division: Division,
  settings: CalendarSettings = {},
): IsoDate | null {
  const saturday = addDays(despatch, 6 - getWeekday(despatch))
  const next = addWorkingDays(warehouseDivision, despatch, 1, createClosed(settings, 'despatch'))
  const isClosed = createClosed(settings, 'delivery')(division, saturday)
  return next > saturday && isCarrierDay(division, saturday) && !isClosed ? saturday : null
}

/** The working days from one date to another, both included. */
export function listWorkingDaysBetween(
  division: Division,
  from: IsoDate,
  to: IsoDate,
  isClosed = neverClosed,
): IsoDate[] {
  const days: IsoDate[] = []
  for (let date = from; date <= to; date = addDays(date, 1))
    if (isWorkingDay(division, date, isClosed)) days.push(date)
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
  { from, today, settings }: { from: IsoDate; today: IsoDate; settings: CalendarSettings | null },
): IsoDate {
  const calendar = settings ?? {}
  const leaves = createClosed(calendar, code === 'COL' ? 'collection' : 'despatch')
  const arrives = createClosed(calendar, code === 'COL' ? 'collection' : 'delivery')
  const destination = findDestination(country, postcode) ?? unknownDestination
  const division = code === 'COL' ? warehouseDivision : destination.division
  const despatch = isWorkingDay(warehouseDivision, today, leaves)
    ? today
    : addWorkingDays(warehouseDivision, today, 1, leaves)
  const days = code === 'COL' ? 0 : getDeliveryDays(code as ServiceCode, destination.zone)
  const earliest = addWorkingDays(division, despatch, days, arrives)
  const isSaturdayDelivery = (date: IsoDate) =>
    code === 'SAT' &&
    listDaysBefore(date, despatch, leaves).some(day => findSaturdayDelivery(day, division, calendar) === date)
  let date = from
  while (!(isWorkingDay(division, date, arrives) && date >= earliest) && !isSaturdayDelivery(date))
    date = addDays(date, 1)
  return date
}

const unknownDestination: Destination = { zone: 'MAINLAND', division: warehouseDivision }

/** The working days of the week before a date, from `earliest` on. */
const listDaysBefore = (date: IsoDate, earliest: IsoDate, isClosed: IsClosed): IsoDate[] =>
  [1, 2, 3, 4, 5, 6]
    .map(days => addDays(date, -days))
    .filter(day => day >= earliest && isWorkingDay(warehouseDivision, day, isClosed))
