import { describe, expect, test } from 'vitest'
import {
  countBackOrdered,
  findBackOrderedGoods,
  findLastRange,
  formatArrival,
  formatDayRange,
  toDayRange,
} from './availability.ts'
import { toIsoDate } from './dates.ts'

const weeks = { min: 14, max: 21 }

describe('the pieces of a line that come later', () => {
  test.each([
    [2, 10, 0],
    [2, 2, 0],
    [5, 2, 3],
    [5, 0, 5],
    [5, -3, 5],
  ])('of %s with %s in stock: %s', (quantity, available, later) => {
    expect(countBackOrdered({ quantity, available })).toBe(later)
  })
})

describe('what of the goods comes later', () => {
  const inStock = { quantity: 1, available: 10, leadTime: null }
  const late = { quantity: 1, available: 0, leadTime: weeks }

  test('is nothing when all lines are in stock', () => {
    expect(findBackOrderedGoods([inStock, inStock])).toBe(null)
  })

  test('follows the slowest line', () => {
    const faster = { ...late, leadTime: { min: 3, max: 30 } }
    expect(findBackOrderedGoods([inStock, faster, late])).toEqual({
      leadTime: { min: 14, max: 30 },
      isPart: true,
    })
  })

  test('is not known as soon as one line is not known', () => {
    const unknown = { ...late, leadTime: null }
    expect(findBackOrderedGoods([late, unknown])).toEqual({ leadTime: null, isPart: false })
  })

  test('is a part when a line has more pieces than there are', () => {
    expect(findBackOrderedGoods([{ quantity: 5, available: 2, leadTime: weeks }])).toEqual({
      leadTime: weeks,
      isPart: true,
    })
  })
})

test.each([
  [{ min: 14, max: 21 }, 'about 2–3 weeks'],
  [{ min: 21, max: 21 }, 'about 3 weeks'],
  [{ min: 7, max: 10 }, 'about 7–10 days'],
  [{ min: 1, max: 1 }, 'about 1 day'],
  [{ min: 20, max: 30 }, 'about 3–5 weeks'],
  [{ min: 15, max: 21 }, 'about 3 weeks'],
  [null, 'We will tell you the day'],
])('a lead time of %o reads %s', (leadTime, text) => {
  expect(formatArrival(leadTime)).toBe(text)
})

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
