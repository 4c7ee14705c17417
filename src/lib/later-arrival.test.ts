import { describe, expect, test } from 'vitest'
import { toIsoDate } from './dates.ts'
import { findLastArrival, formatLaterArrival, getLastDay, startOn } from './later-arrival.ts'

const weeks = { min: 14, max: 21 }

describe('R-PICK-4: when the last of goods arrives whose lead times begin on different days', () => {
  const ordered = toIsoDate('2026-11-03')
  const laterSince = toIsoDate('2026-11-24')

  test('counts from the day of those that arrive last', () => {
    const goods = [{ leadTime: { min: 1, max: 10 }, laterSince }, { leadTime: { min: 28, max: 30 } }]
    expect(findLastArrival(goods, ordered)).toEqual({ leadTime: { min: 7, max: 10 }, laterSince })
    const last = { leadTime: { min: 50, max: 60 }, laterSince: null }
    expect(findLastArrival([last, ...goods], ordered)).toEqual(startOn(last, ordered))
  })

  test('is the longest lead time when all begin with the order, and not known when one is not', () => {
    const goods = [{ leadTime: weeks }, { leadTime: { min: 5, max: 30 } }]
    const longest = { leadTime: { min: 14, max: 30 }, laterSince: null }
    expect(findLastArrival(goods, ordered)).toEqual(startOn(longest, ordered))
    expect(findLastArrival(goods, null)).toEqual(longest)
    expect(findLastArrival([{ leadTime: weeks, laterSince }, { leadTime: null }], ordered)).toEqual({
      leadTime: null,
      laterSince: null,
    })
  })

  test('names the days once it is ordered, and how long it takes before', () => {
    const soon = { leadTime: { min: 3, max: 10 }, laterSince }
    expect(formatLaterArrival({ leadTime: weeks, laterSince })).toBe('about 8–15 December')
    expect(formatLaterArrival(soon)).toBe('about 27 November – 4 December')
    expect(formatLaterArrival({ leadTime: { min: 7, max: 7 }, laterSince })).toBe('about 1 December')
    expect(formatLaterArrival(startOn({ leadTime: weeks }, ordered))).toBe('about 17–24 November')
    expect(formatLaterArrival(startOn(soon, ordered))).toBe(formatLaterArrival(soon))
    expect(formatLaterArrival({ leadTime: weeks })).toBe('about 2–3 weeks from ordering')
    expect(formatLaterArrival({ leadTime: null, laterSince })).toBe('We will tell you the day')
  })

  test('is late after the last of them', () => {
    expect(getLastDay({ leadTime: weeks, laterSince })).toBe('2026-12-15')
    expect(getLastDay({ leadTime: weeks })).toBeNull()
    expect(getLastDay({ leadTime: null, laterSince })).toBeNull()
  })
})
