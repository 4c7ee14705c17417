import { describe, expect, test } from 'vitest'
import { toIsoDate } from './dates.ts'
import { findLastArrival, formatLaterArrival } from './later-arrival.ts'

const weeks = { min: 14, max: 21 }

describe('R-PICK-4: when the last of goods arrives whose lead times begin on different days', () => {
  const ordered = toIsoDate('2026-11-03')
  const laterSince = toIsoDate('2026-11-24')

  test('counts from the day of those that arrive last', () => {
    const goods = [{ leadTime: { min: 1, max: 10 }, laterSince }, { leadTime: { min: 28, max: 30 } }]
    expect(findLastArrival(goods, ordered)).toEqual({ leadTime: { min: 7, max: 10 }, laterSince })
    const last = { leadTime: { min: 50, max: 60 }, laterSince: null }
    expect(findLastArrival([last, ...goods], ordered)).toEqual(last)
  })

  test('is the longest lead time when all begin with the order, and not known when one is not', () => {
    const goods = [{ leadTime: weeks }, { leadTime: { min: 5, max: 30 } }]
    const longest = { leadTime: { min: 14, max: 30 }, laterSince: null }
    expect(findLastArrival(goods, ordered)).toEqual(longest)
    expect(findLastArrival(goods, null)).toEqual(longest)
    expect(findLastArrival([{ leadTime: weeks, laterSince }, { leadTime: null }], ordered)).toEqual({
      leadTime: null,
      laterSince: null,
    })
  })

  test('names that day', () => {
    expect(formatLaterArrival({ leadTime: weeks, laterSince })).toBe(
      'about 2–3 weeks from Tuesday 24 November',
    )
    expect(formatLaterArrival({ leadTime: weeks })).toBe('about 2–3 weeks from ordering')
  })
})
