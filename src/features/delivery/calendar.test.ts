import Holidays from 'date-holidays'
import { expect, test } from 'vitest'
import { addDays, type IsoDate, isWeekend, toIsoDate } from '../../lib/dates.ts'
import { type Division, getCalendarExpiry, isBankHoliday } from './bank-holidays.ts'
import {
  addWorkingDays,
  findSaturdayDelivery,
  getDespatchDay,
  isWorkingDay,
  listWorkingDaysBetween,
} from './calendar.ts'

const cutOff = 14 * 60 + 30

test.each([
  ['2026-11-23T14:29:59Z', '2026-11-23'],
  ['2026-11-23T14:30:00Z', '2026-11-24'],
  ['2026-11-20T14:30:00Z', '2026-11-23'],
  ['2026-11-21T09:00:00Z', '2026-11-23'],
  // British Summer Time: 14:29 and 14:30 local time.
  ['2027-07-01T13:29:00Z', '2027-07-01'],
  ['2027-07-01T13:30:00Z', '2027-07-02'],
  // The Mondays after the clock changes.
  ['2027-03-30T13:29:00Z', '2027-03-30'],
  ['2027-03-30T13:30:00Z', '2027-03-31'],
  ['2027-11-01T14:29:00Z', '2027-11-01'],
  // Already Saturday in London, still Friday in UTC.
  ['2027-07-02T23:30:00Z', '2027-07-05'],
  // Christmas 2026: Friday 25, Monday 28.
  ['2026-12-24T15:00:00Z', '2026-12-29'],
])('an order at %s leaves on %s', (now, despatch) => {
  expect(getDespatchDay(new Date(now), { cutOffMinutes: cutOff })).toBe(despatch)
})

test.each([
  ['england-and-wales', '2026-11-27', 1, '2026-11-30'],
  // St Andrew's Day.
  ['scotland', '2026-11-27', 1, '2026-12-01'],
  ['northern-ireland', '2027-07-09', 1, '2027-07-13'],
  ['ireland', '2027-03-15', 2, '2027-03-18'],
  ['norway', '2027-05-05', 1, '2027-05-07'],
  ['scotland', '2026-12-31', 1, '2027-01-05'],
  ['england-and-wales', '2026-12-31', 1, '2027-01-04'],
] as const)('in %s, counted from %s, working day %i is %s', (division, from, count, to) => {
  expect(addWorkingDays(division, toIsoDate(from), count)).toBe(to)
})

test.each([
  ['2026-11-27', '2026-11-28'],
  ['2026-11-26', null],
  ['2026-11-23', null],
  // Good Friday: Thursday is the last working day before the Saturday.
  ['2027-03-25', '2027-03-27'],
  // The Saturday is Boxing Day.
  ['2026-12-24', null],
])('a parcel despatched on %s can be delivered on Saturday %s', (despatch, saturday) => {
  expect(findSaturdayDelivery(toIsoDate(despatch), 'england-and-wales')).toBe(saturday)
})

test('working days from Friday to Tuesday are three', () => {
  expect(
    listWorkingDaysBetween('england-and-wales', toIsoDate('2026-11-20'), toIsoDate('2026-11-24')),
  ).toEqual(['2026-11-20', '2026-11-23', '2026-11-24'])
})

test('Christmas is no working day in a year after the tables', () => {
  expect(isWorkingDay('england-and-wales', toIsoDate('2028-12-25'))).toBe(false)
  expect(isWorkingDay('norway', toIsoDate('2029-01-01'))).toBe(false)
})

test('the tables warn before they end', () => {
  expect(getCalendarExpiry(toIsoDate('2026-11-20'))).toEqual({ until: '2027-12-31', urgency: 'none' })
  expect(getCalendarExpiry(toIsoDate('2027-11-01')).urgency).toBe('none')
  expect(getCalendarExpiry(toIsoDate('2027-11-02')).urgency).toBe('soon')
  expect(getCalendarExpiry(toIsoDate('2027-12-31')).urgency).toBe('soon')
  expect(getCalendarExpiry(toIsoDate('2028-01-01')).urgency).toBe('now')
})

// The library is a second opinion; it lacks Scotland's day for the World Cup.
test.each<[Division, string, string | undefined, string[]]>([
  ['england-and-wales', 'GB', 'ENG', []],
  ['scotland', 'GB', 'SCT', ['2026-06-15']],
  ['northern-ireland', 'GB', 'NIR', []],
  ['ireland', 'IE', undefined, []],
  ['norway', 'NO', undefined, []],
])('the weekday holidays of %s agree with a second source', (division, country, state, onlyOurs) => {
  const library = state ? new Holidays(country, state) : new Holidays(country)
  const theirs = [2026, 2027]
    .flatMap(year => library.getHolidays(year))
    .filter(({ type }) => type === 'public' || (country === 'GB' && type === 'bank'))
    .map(({ date }) => date.slice(0, 10))
    .filter(date => !isWeekend(toIsoDate(date)))
  const ours: IsoDate[] = []
  for (let date = toIsoDate('2026-01-01'); date <= '2027-12-31'; date = addDays(date, 1))
    if (isBankHoliday(division, date) && !isWeekend(date)) ours.push(date)
  expect(ours).toEqual([...new Set([...theirs, ...onlyOurs])].sort())
})
