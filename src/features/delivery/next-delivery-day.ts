import { addDays, type IsoDate } from '../../lib/dates.ts'
import { addWorkingDays, findSaturdayDelivery, isWorkingDay, warehouseDivision } from './calendar.ts'
import { getDeliveryDays, type ServiceCode } from './services.ts'
import { type Destination, findDestination } from './zones.ts'

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
