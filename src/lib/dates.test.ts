import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  countDaysBetween,
  formatDate,
  formatDateTime,
  formatDay,
  formatDayOfMonth,
  formatShortDateTime,
  formatShortDay,
  formatTime,
  fromLondonTime,
  getEndOfMonth,
  getFirstOfMonth,
  getWeekday,
  isWeekend,
  parseIsoDate,
  toIsoDate,
  toLondonTime,
} from './dates.ts'

test('only real days are dates', () => {
  expect(parseIsoDate('2028-02-29')).toBe('2028-02-29')
  for (const no of [
    '2027-02-29',
    '2027-13-01',
    '2027-1-1',
    '20270101',
    '',
    '2027-01-01T00:00',
    ' 2027-01-01',
  ])
    expect(parseIsoDate(no)).toBe(null)
  expect(() => toIsoDate('2027-02-30')).toThrow(RangeError)
})

test.each([
  ['2026-11-20T14:29:59Z', '2026-11-20', '14:29'],
  ['2026-07-01T23:30:00Z', '2026-07-02', '00:30'],
  // The clocks go back on 25 October 2026 and 31 October 2027, forward on 28 March 2027, each at 01:00 UTC.
  ['2026-10-25T00:59:00Z', '2026-10-25', '01:59'],
  ['2026-10-25T01:00:00Z', '2026-10-25', '01:00'],
  ['2027-03-28T00:59:00Z', '2027-03-28', '00:59'],
  ['2027-03-28T01:00:00Z', '2027-03-28', '02:00'],
  ['2027-10-31T00:30:00Z', '2027-10-31', '01:30'],
  ['2027-10-31T01:30:00Z', '2027-10-31', '01:30'],
  ['2026-11-20T00:00:00Z', '2026-11-20', '00:00'],
])('at %s it is %s %s in London', (instant, date, time) => {
  const londonTime = toLondonTime(new Date(instant))
  expect([londonTime.date, formatTime(londonTime.minutes)]).toEqual([date, time])
})

test.each([
  ['2027-03-27', '2027-03-27T14:30:00.000Z'],
  ['2027-03-28', '2027-03-28T13:30:00.000Z'],
  ['2027-10-30', '2027-10-30T13:30:00.000Z'],
  ['2027-10-31', '2027-10-31T14:30:00.000Z'],
])('14:30 in London on %s is %s', (date, instant) => {
  expect(fromLondonTime(toIsoDate(date), 14 * 60 + 30).toISOString()).toBe(instant)
})

test('every hour of sixty years has the offset of Intl', () => {
  const anyMinute = fc.integer({ min: Date.UTC(1975, 0, 1) / 60_000, max: Date.UTC(2035, 0, 1) / 60_000 })
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/London',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  fc.assert(
    fc.property(anyMinute, minute => {
      const { date, minutes } = toLondonTime(new Date(minute * 60_000 + 59_999))
      expect(`${date} ${formatTime(minutes)}`).toBe(clock.format(minute * 60_000))
    }),
    { numRuns: 6000 },
  )
})

test('a London date and time converts to an instant and back', () => {
  const anyMinute = fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2028, 0, 1) / 60_000 })
  fc.assert(
    fc.property(anyMinute, minute => {
      const { date, minutes } = toLondonTime(new Date(minute * 60_000))
      expect(toLondonTime(fromLondonTime(date, minutes))).toEqual({ date, minutes })
    }),
  )
})

test('days are counted over months, leap days and clock changes', () => {
  expect(addDays(toIsoDate('2027-02-28'), 1)).toBe('2027-03-01')
  expect(addDays(toIsoDate('2028-02-28'), 1)).toBe('2028-02-29')
  expect(addDays(toIsoDate('2027-03-29'), -2)).toBe('2027-03-27')
  expect(countDaysBetween(toIsoDate('2027-03-27'), toIsoDate('2027-03-29'))).toBe(2)
})

test('the weekday of a date', () => {
  expect(getWeekday(toIsoDate('2026-11-22'))).toBe(0)
  expect(
    ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map(date => isWeekend(toIsoDate(date))),
  ).toEqual([false, true, true, false])
})

test('dates and times are formatted as people say them', () => {
  expect(formatDay(toIsoDate('2026-11-24'))).toBe('Tuesday 24 November')
  expect(formatDayOfMonth(toIsoDate('2026-12-03'))).toBe('3 December')
  expect(formatDate(toIsoDate('2027-01-04'))).toBe('4 January 2027')
  expect(formatTime(7 * 60 + 5)).toBe('07:05')
  expect(formatShortDay(toIsoDate('2026-09-03'))).toBe('Thu 3 Sep')
})

test('a month has a first and a last day, in leap years too', () => {
  const lastDays = ['2026-01-31', '2026-02-01', '2028-02-29', '2026-04-30', '2026-12-31'].map(text =>
    getEndOfMonth(toIsoDate(text)),
  )
  expect(lastDays).toEqual(['2026-01-31', '2026-02-28', '2028-02-29', '2026-04-30', '2026-12-31'])
  expect(getFirstOfMonth(toIsoDate('2026-12-31'))).toBe('2026-12-01')
})

test('an instant is displayed with the date and time of London', () => {
  expect(formatDateTime(new Date('2026-11-24T14:30:00Z'))).toBe('24 November 2026, 14:30')
  expect(formatDateTime(new Date('2026-06-30T23:05:00Z'))).toBe('1 July 2026, 00:05')
  expect(formatShortDateTime(new Date('2026-06-30T23:05:00Z'))).toBe('1 Jul 2026, 00:05')
})
