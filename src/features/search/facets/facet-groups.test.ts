import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatRange, formatRangeLabel, isWithin, parseRange, toSteps } from './facet-groups.ts'

test('an option is one number, a range, or a number with a tolerance', () => {
  expect(parseRange('93')).toEqual({ from: 93, to: 93 })
  expect(parseRange('76..85')).toEqual({ from: 76, to: 85 })
  expect(parseRange('93±1')).toEqual({ from: 92, to: 94 })
  expect(parseRange('93+-1')).toEqual({ from: 92, to: 94 })
  expect(parseRange('0.8..1.5')).toEqual({ from: 0.8, to: 1.5 })
  for (const word of ['NBR', '', '..', '93..', '1e5', '3/4-16 UNF', 'Infinity']) {
    expect(parseRange(word)).toBeNull()
  }
})

test('few values are options of their own, with their unit', () => {
  const steps = toSteps([
    { number: 30, count: 2 },
    { number: 2, count: 5 },
  ])
  expect(steps).toEqual([
    { from: 2, to: 2, count: 5 },
    { from: 30, to: 30, count: 2 },
  ])
  expect(steps.map(formatRange)).toEqual(['2', '30'])
  expect(formatRangeLabel({ from: 76, to: 85 }, 'mm')).toBe('76–85 mm')
})

test('many values are grouped in a few steps that count each value once', () => {
  const values = fc.uniqueArray(
    fc.record({ number: fc.integer({ min: 1, max: 40_000 }).map(n => n / 10), count: fc.nat(50) }),
    { selector: ({ number }) => number, maxLength: 200 },
  )
  fc.assert(
    fc.property(values, list => {
      const steps = toSteps(list)
      expect(steps.length).toBeLessThanOrEqual(17)
      const sum = (counts: { count: number }[]) => counts.reduce((all, { count }) => all + count, 0)
      expect(sum(steps)).toBe(sum(list))
      for (const { number } of list) {
        // What the option's own value finds again.
        const holding = steps.filter(step => isWithin(number, parseRange(formatRange(step))!))
        expect(holding).toHaveLength(1)
      }
    }),
  )
})
