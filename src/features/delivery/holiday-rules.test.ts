import { expect, test } from 'vitest'
import { parseHolidayYears } from '../../lib/closing.ts'
import { addDays, toIsoDate } from '../../lib/dates.ts'
import { type Division, divisions, isBankHoliday } from './bank-holidays.ts'
import { createClosed, getDespatchDay, getHolidaysEnd, isWorkingDay } from './calendar.ts'
import { formatHolidayYear, proposeHolidays } from './holiday-rules.ts'

function listTable(division: Division, year: number): string[] {
  const days: string[] = []
  for (let day = toIsoDate(`${year}-01-01`); day <= `${year}-12-31`; day = addDays(day, 1))
    if (isBankHoliday(division, day)) days.push(day)
  return days
}

test.each(divisions)('the rules have the days of the official list: %s', division => {
  // 15 June 2026 was a holiday for the World Cup, which no rule knows.
  const official = (year: number) => listTable(division, year).filter(day => day !== '2026-06-15')
  expect(proposeHolidays(2026)[division]).toEqual(official(2026))
  expect(proposeHolidays(2027)[division]).toEqual(official(2027))
})

test('days at a weekend have substitutes, and each follows the one before', () => {
  // 1 January 2028 is a Saturday, Christmas 2028 a Monday.
  expect(proposeHolidays(2028)['england-and-wales']).toEqual(
    ['01-03', '04-14', '04-17', '05-01', '05-29', '08-28', '12-25', '12-26'].map(day => `2028-${day}`),
  )
  expect(proposeHolidays(2028).scotland.slice(0, 2)).toEqual(['2028-01-03', '2028-01-04'])
})

test('with an accepted year, days after the tables are known, and its bank holidays are no working days', () => {
  const holidays = parseHolidayYears(formatHolidayYear(2028))
  if (typeof holidays === 'string') throw new Error(holidays)
  expect(getHolidaysEnd({})).toBe('2027-12-31')
  expect(getHolidaysEnd({ holidays })).toBe('2028-12-31')
  const isClosed = createClosed({ holidays }, 'delivery')
  const substitute = toIsoDate('2028-01-03')
  expect(isWorkingDay('england-and-wales', substitute)).toBe(true)
  expect(isWorkingDay('england-and-wales', substitute, isClosed)).toBe(false)
  const settings = { cutOffMinutes: 870, holidays }
  expect(getDespatchDay(new Date('2027-12-31T15:00:00Z'), settings)).toBe('2028-01-04')
  const { norway: _, ...incomplete } = holidays
  expect(getHolidaysEnd({ holidays: incomplete })).toBe('2027-12-31')
})
