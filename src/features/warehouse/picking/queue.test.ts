import { expect, test } from 'vitest'
import { toIsoDate } from '../../../lib/dates.ts'
import { findLastDespatchDay, listDueDays } from './queue.ts'

const findDue = (day: string, zones: 'furthest' | 'nearest', service: string) =>
  listDueDays(toIsoDate(day), zones).find(({ code }) => code === service)!.day

test('R-PICK-1: goods leave in time for the furthest zone of a service, and are late when they are for the nearest', () => {
  // Friday. Two working days to the Highlands, four to the islands.
  expect(findDue('2026-11-27', 'furthest', 'HI2')).toBe('2026-12-03')
  expect(findDue('2026-11-27', 'nearest', 'HI2')).toBe('2026-12-01')
  expect(findDue('2026-11-27', 'nearest', 'ND')).toBe('2026-11-30')
})

test('R-DELAY-2: the last day on which goods could leave is a working day', () => {
  const findLast = (service: string, arrival: string) => findLastDespatchDay(service, toIsoDate(arrival))
  expect(findLast('ND', '2026-11-30')).toBe('2026-11-27')
  expect(findLast('ND', '2026-11-27')).toBe('2026-11-26')
  expect(findLast('HI2', '2026-12-02')).toBe('2026-11-30')
  expect(findLast('SAT', '2026-11-28')).toBe('2026-11-27')
  expect(findLast('COL', '2026-11-27')).toBe('2026-11-27')
  // Christmas.
  expect(findLast('NO5', '2027-01-04')).toBe('2026-12-23')
  expect(findLast('NAM', '2026-12-29')).toBe('2026-12-24')
  expect(findLast('quote', '2026-11-30')).toBe(null)
})
