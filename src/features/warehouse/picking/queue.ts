import { addDays, countDaysBetween, type IsoDate } from '../../../lib/dates.ts'
import { type RowCount, rowCounts } from '../../../lib/row-count.ts'
import {
  addWorkingDays,
  type CalendarSettings,
  createClosed,
  findSaturdayDelivery,
  isWorkingDay,
  warehouseDivision,
} from '../../delivery/calendar.ts'
import type { ExpectedLine, ExpectedOrder } from '../../orders/expectation/expectation.ts'
import { pickingUrl } from './pick-list.ts'

/** The orders that can be picked, as staff sort and filter them (R-PICK-1). */
export const queueSorts = ['cut_off', 'age', 'customer', 'service', 'pieces', 'location'] as const
export type QueueSort = (typeof queueSorts)[number]

/** Working days from despatch to delivery; where a service has several, the longest, so that nothing leaves too late. */
const daysOnTheWay: Record<string, number> = {
  COL: 0,
  ND: 1,
  ND12: 1,
  NAM: 1,
  HI2: 4,
  NI2: 2,
  PAL: 2,
  QTD: 2,
  IE3: 3,
  CI4: 4,
  NO5: 5,
}

/** Where the zone decides: of the zones that are nearest. */
const fewestDaysOnTheWay: Record<string, number> = { ...daysOnTheWay, HI2: 2 }

/**
 * By service, the last day of delivery for which goods have to leave on this day at the latest. `zones`: where they decide,
 * the furthest, so that nothing leaves too late, or the nearest, so that nothing is called late that may be in time.
 */
export function listDueDays(
  today: IsoDate,
  zones: 'furthest' | 'nearest' = 'furthest',
  calendar: CalendarSettings = {},
): { code: string; day: IsoDate }[] {
  const counts = zones === 'furthest' ? daysOnTheWay : fewestDaysOnTheWay
  const days = Object.entries(counts).map(([code, count]) => ({
    code,
    day: findLastArrival(today, count, calendar),
  }))
  const saturday = findSaturdayDelivery(today, warehouseDivision)
  // A Saturday that has passed is due, one to come only when this is the last working day before it.
  return [...days, { code: 'SAT', day: saturday ?? today }]
}

/** What would arrive later if it left on the next day on which something leaves. */
function findLastArrival(today: IsoDate, count: number, calendar: CalendarSettings): IsoDate {
  if (!calendar.closings) return addWorkingDays(warehouseDivision, today, count)
  const next = addWorkingDays(warehouseDivision, today, 1, createClosed(calendar, 'despatch'))
  return addDays(addWorkingDays(warehouseDivision, next, count, createClosed(calendar, 'delivery')), -1)
}

/** The last working day on which goods could leave to arrive on this one, in the nearest zone; null: not known. */
export function findLastDespatchDay(deliveryCode: string, arrival: IsoDate): IsoDate | null {
  for (let day = arrival; countDaysBetween(day, arrival) <= maxDaysOnTheWay; day = addDays(day, -1)) {
    const due = listDueDays(day, 'nearest').find(({ code }) => code === deliveryCode)
    if (due && due.day <= arrival && isWorkingDay(warehouseDivision, day)) return day
  }
  return null
}

/** With holidays. */
const maxDaysOnTheWay = 21

export interface QueueRow {
  reference: string
  customer: string
  placedAt: Date
  deliveryCode: string
  facts: ExpectedOrder & { lines: ExpectedLine[] }
  /** It must leave today, or should have left. */
  isDue: boolean
  lineCount: number
  pieceCount: number
  /** Pieces that are still to go, and how many of them are on hand for it, with those that were picked before. */
  openCount: number
  onHandCount: number
  /** All that is still to go is on hand. */
  isWhole: boolean
  areas: string[]
}

export interface QueueChoice {
  sort: QueueSort
  direction: 'up' | 'down'
  /** The code of a service; '': all. */
  service: string
  /** A part of the warehouse; '': all. */
  area: string
  due: boolean
  /** All of the order that is still to go is on hand, or only a part; '': either. */
  goods: '' | 'whole' | 'part'
  rows: RowCount
}

export interface Queue {
  /** Orders that are to be sent all together and wait for goods: they are not in the queue. */
  waitingCount: number
  rows: QueueRow[]
  total: number
  dueCount: number
  /** On open pick lists: not in the queue. */
  dueOnListCount: number
  /** Of the whole queue. */
  services: { code: string; count: number }[]
  /** The parts of the warehouse that have bins. */
  areas: string[]
}

export const queueExportUrl = '/admin/picking/export.csv' as const

/** What follows the '?' of the queue: what is usual is left out. */
export const toQueueQuery = ({ sort, direction, service, area, due, goods, rows }: QueueChoice): string =>
  new URLSearchParams({
    sort,
    ...(direction === 'down' && { direction }),
    ...(service !== '' && { service }),
    ...(area !== '' && { area }),
    ...(due && { due: '1' }),
    ...(goods !== '' && { goods }),
    ...(rows !== rowCounts[0] && { rows: String(rows) }),
  }).toString()

export const toQueueUrl = (choice: QueueChoice): string => `${pickingUrl}?${toQueueQuery(choice)}`

const sortings: Record<QueueSort, Record<QueueChoice['direction'], string>> = {
  cut_off: { up: 'what must leave first, first', down: 'what must leave last, first' },
  age: { up: 'oldest first', down: 'newest first' },
  customer: { up: 'by customer, from A', down: 'by customer, from Z' },
  service: { up: 'by service', down: 'by service, the other way round' },
  pieces: { up: 'fewest pieces first', down: 'most pieces first' },
  location: { up: 'by location, from A', down: 'by location, from Z' },
}

export const formatQueueSorting = ({ sort, direction }: QueueChoice): string => sortings[sort][direction]

export const serviceNames: Record<string, string> = {
  ND: 'Next day',
  ND12: 'Before 12:00',
  SAT: 'Saturday',
  NAM: 'Named day',
  COL: 'Collection',
  HI2: 'Highlands & Islands',
  NI2: 'Northern Ireland',
  PAL: 'Pallet',
  QTD: 'As quoted',
  IE3: 'Ireland',
  CI4: 'Channel Islands',
  NO5: 'Norway',
}

export const toServiceName = ({ deliveryCode }: Pick<QueueRow, 'deliveryCode'>): string =>
  serviceNames[deliveryCode] ?? deliveryCode
