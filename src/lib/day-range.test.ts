import { describe, expect, test } from 'vitest'
import { toIsoDate } from './dates.ts'
import { findLastRange, formatDayRange, toDayRange } from './day-range.ts'

const weeks = { min: 14, max: 21 }

describe('R-PICK-4: when the last of goods arrives whose lead times begin on different days', () => {
  const ordered = toIsoDate('2026-11-03')
  const laterSince = toIsoDate('2026-11-24')

  test('counts from the day of those that arrive last', () => {
    const goods = [toDayRange({ min: 1, max: 10 }, laterSince), toDayRange({ min: 28, max: 30 }, ordered)]
    expect(findLastRange(goods)).toEqual({ first: '2026-12-01', last: '2026-12-04' })
    const last = toDayRange({ min: 50, max: 60 }, ordered)
    expect(findLastRange([last, ...goods])).toEqual(last)
  })

  test('is the longest lead time when all begin with the order, and not known when one is not', () => {
    const goods = [toDayRange(weeks, ordered), toDayRange({ min: 5, max: 30 }, ordered)]
    expect(findLastRange(goods)).toEqual(toDayRange({ min: 14, max: 30 }, ordered))
    expect(findLastRange([...goods, toDayRange(null, ordered)])).toBeNull()
    expect(findLastRange([])).toBeNull()
    expect(toDayRange(weeks, null)).toBeNull()
  })

  test('names the days', () => {
    const format = (min: number, max: number) => formatDayRange(toDayRange({ min, max }, laterSince))
    expect(format(14, 21)).toBe('about 8–15 December')
    expect(format(3, 10)).toBe('about 27 November – 4 December')
    expect(format(7, 7)).toBe('about 1 December')
    expect(formatDayRange(null)).toBe('We will tell you the day')
  })
})
