import type { IsoDate } from '../../../lib/dates.ts'
import { addWorkingDays, findSaturdayDelivery, warehouseDivision } from '../../delivery/calendar.ts'

/** The orders that can be picked, as staff sort and filter them (R-PICK-1). */
export const queueSorts = ['cut_off', 'age', 'service', 'location'] as const
export type QueueSort = (typeof queueSorts)[number]

export const queueSortNames: Record<QueueSort, string> = {
  cut_off: 'Cut-off',
  age: 'Oldest first',
  service: 'Service',
  location: 'Location',
}

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

/** By service, the last day of delivery for which goods have to leave on this day at the latest. */
export function listDueDays(today: IsoDate): { code: string; day: IsoDate }[] {
  const days = Object.entries(daysOnTheWay).map(([code, count]) => ({
    code,
    day: addWorkingDays(warehouseDivision, today, count),
  }))
  const saturday = findSaturdayDelivery(today, warehouseDivision)
  // A Saturday that has passed is due, one to come only when this is the last working day before it.
  return [...days, { code: 'SAT', day: saturday ?? today }]
}

export interface QueueRow {
  reference: string
  customer: string
  placedAt: Date
  deliveryCode: string
  deliveryTitle: string
  /** ISO date; null: none was promised. */
  deliveryDate: string | null
  /** It must leave today, or should have left. */
  isDue: boolean
  lineCount: number
  pieceCount: number
  /** All that is still to go can be picked. */
  isWhole: boolean
  /** The parts of the warehouse where its goods are. */
  areas: string[]
}

export interface QueueChoice {
  sort: QueueSort
  /** The code of a service; '': all. */
  service: string
  /** A part of the warehouse; '': all. */
  area: string
  /** Only what must leave today. */
  due: boolean
}

export interface Queue {
  /** Orders that are to be sent all together and wait for goods: they are not in the queue. */
  waitingCount: number
  rows: QueueRow[]
  total: number
  dueCount: number
  /** Of the whole queue. */
  services: { code: string; count: number }[]
  areas: { area: string; count: number }[]
}
