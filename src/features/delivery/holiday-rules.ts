import { addDays, getEndOfMonth, getWeekday, type IsoDate, isWeekend, toIsoDate } from '../../lib/dates.ts'
import { type Division, divisions } from './bank-holidays.ts'

/**
 * The bank holidays of a year as the rules have them, to be checked against the official list: governments add days (a
 * coronation) and move others.
 */
export function proposeHolidays(year: number): Record<Division, IsoDate[]> {
  const day = (monthAndDay: string) => toIsoDate(`${year}-${monthAndDay}`)
  const easter = calculateEaster(year)
  const [goodFriday, easterMonday] = [addDays(easter, -2), addDays(easter, 1)]
  const firstMonday = (month: string) => findMonday(day(`${month}-01`))
  const lastMonday = (month: string) => findMonday(addDays(getEndOfMonth(day(`${month}-01`)), -6))
  const christmas = moveFromWeekend([day('12-25'), day('12-26')])
  const english = [
    ...moveFromWeekend([day('01-01')]),
    ...[goodFriday, easterMonday, firstMonday('05'), lastMonday('05'), lastMonday('08')],
    ...christmas,
  ]
  const lists: Record<Division, IsoDate[]> = {
    'england-and-wales': english,
    scotland: [
      ...moveFromWeekend([day('01-01'), day('01-02')]),
      ...[goodFriday, firstMonday('05'), lastMonday('05'), firstMonday('08')],
      ...moveFromWeekend([day('11-30')]),
      ...christmas,
    ],
    'northern-ireland': [...english, ...moveFromWeekend([day('03-17')]), ...moveFromWeekend([day('07-12')])],
    // The second Friday of June is Senior Race Day, 5 July Tynwald Day.
    'isle-of-man': [...english, findFriday(day('06-08')), ...moveFromWeekend([day('07-05')])],
    ireland: [
      ...[day('01-01'), findBrigid(day('02-01')), day('03-17'), easterMonday],
      ...[firstMonday('05'), firstMonday('06'), firstMonday('08'), lastMonday('10')],
      ...[day('12-25'), day('12-26')],
    ],
    norway: [
      ...[day('01-01'), addDays(easter, -3), goodFriday, easter, easterMonday, day('05-01')],
      ...[addDays(easter, 39), day('05-17'), addDays(easter, 49), addDays(easter, 50)],
      ...[day('12-25'), day('12-26')],
    ],
  }
  for (const division of divisions) lists[division] = [...new Set(lists[division])].sort()
  return lists
}

/** In the form of the setting BANK_HOLIDAYS. */
export const formatHolidayYear = (year: number): string =>
  Object.entries(proposeHolidays(year))
    .map(([division, days]) => `${year} ${division} ${days.join(' ')}`)
    .join('\n')

/** By the Gregorian computus of Meeus, Jones and Butcher. */
function calculateEaster(year: number): IsoDate {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  const pad = (part: number) => String(part).padStart(2, '0')
  return toIsoDate(`${year}-${pad(Math.floor(sum / 31))}-${pad((sum % 31) + 1)}`)
}

function findWeekday(from: IsoDate, weekday: number): IsoDate {
  let date = from
  while (getWeekday(date) !== weekday) date = addDays(date, 1)
  return date
}
const findMonday = (from: IsoDate): IsoDate => findWeekday(from, 1)
const findFriday = (from: IsoDate): IsoDate => findWeekday(from, 5)

/** The first Monday of February, unless the first of it is a Friday. */
const findBrigid = (first: IsoDate): IsoDate => (getWeekday(first) === 5 ? first : findMonday(first))

/** A day at a weekend is replaced by the next working day that is no holiday of the list. */
function moveFromWeekend(days: readonly IsoDate[]): IsoDate[] {
  const moved = days.filter(day => !isWeekend(day))
  for (const day of days.filter(isWeekend)) {
    let date = day
    while (isWeekend(date) || moved.includes(date)) date = addDays(date, 1)
    moved.push(date)
  }
  return moved
}
