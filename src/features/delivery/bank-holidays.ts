import { countDaysBetween, type IsoDate, toIsoDate } from '../../lib/dates.ts'

export const divisions = [
  'england-and-wales',
  'scotland',
  'northern-ireland',
  'isle-of-man',
  'ireland',
  'norway',
] as const
export type Division = (typeof divisions)[number]

/** The last day of these tables. After it, only weekends and `carrierRestDays` count. */
export const holidaysEnd: IsoDate = toIsoDate('2027-12-31')

const warnDays = 60

/** When the tables end, and how urgent adding a year is: 'soon' with fewer than 60 days left, 'now' after the end. */
export function getCalendarExpiry(
  today: IsoDate,
  until: IsoDate = holidaysEnd,
): { until: IsoDate; urgency: 'none' | 'soon' | 'now' } {
  const daysLeft = countDaysBetween(today, until)
  const urgency = daysLeft < 0 ? 'now' : daysLeft < warnDays ? 'soon' : 'none'
  return { until, urgency }
}

export function isBankHoliday(division: Division, date: IsoDate): boolean {
  return bankHolidays[division].has(date)
}

/** Days without any carrier. The official list has only the substitute day when Christmas is on a Saturday. */
export const carrierRestDays: ReadonlySet<string> = new Set(['12-25', '12-26', '01-01'])

// Copied from gov.uk/bank-holidays.json (the three British divisions) and the official public holidays of the others.
// A library that computes holidays was wrong about Scotland several times, so the test only compares with it.
const bankHolidays: Record<Division, ReadonlySet<string>> = {
  'england-and-wales': parseDates(
    '2026: 01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
    '2027: 01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
  ),
  // 15 June 2026: a holiday for the World Cup.
  scotland: parseDates(
    '2026: 01-01 01-02 04-03 05-04 05-25 06-15 08-03 11-30 12-25 12-28',
    '2027: 01-01 01-04 03-26 05-03 05-31 08-02 11-30 12-27 12-28',
  ),
  'northern-ireland': parseDates(
    '2026: 01-01 03-17 04-03 04-06 05-04 05-25 07-13 08-31 12-25 12-28',
    '2027: 01-01 03-17 03-26 03-29 05-03 05-31 07-12 08-30 12-27 12-28',
  ),
  // Those of England, Senior Race Day and Tynwald Day.
  'isle-of-man': parseDates(
    '2026: 01-01 04-03 04-06 05-04 05-25 06-12 07-06 08-31 12-25 12-28',
    '2027: 01-01 03-26 03-29 05-03 05-31 06-11 07-05 08-30 12-27 12-28',
  ),
  ireland: parseDates(
    '2026: 01-01 02-02 03-17 04-06 05-04 06-01 08-03 10-26 12-25 12-26',
    '2027: 01-01 02-01 03-17 03-29 05-03 06-07 08-02 10-25 12-25 12-26',
  ),
  norway: parseDates(
    '2026: 01-01 04-02 04-03 04-05 04-06 05-01 05-14 05-17 05-24 05-25 12-25 12-26',
    '2027: 01-01 03-25 03-26 03-28 03-29 05-01 05-06 05-16 05-17 12-25 12-26',
  ),
}

function parseDates(...years: string[]): ReadonlySet<string> {
  return new Set(
    years.flatMap(line => {
      const [year, days] = line.split(': ')
      return days!.split(' ').map(monthAndDay => toIsoDate(`${year}-${monthAndDay}`))
    }),
  )
}
