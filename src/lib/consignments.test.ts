import { expect, test } from 'vitest'
import {
  formatConsignments,
  formatConsignmentsHeading,
  formatMoreLines,
  toConsignmentsView,
} from './consignments.ts'
import { toIsoDate } from './dates.ts'

const weeks = { min: 14, max: 21 }
const line = (
  code: string,
  quantity: number,
  laterQuantity: number,
  leadTime: typeof weeks | null = weeks,
) => ({
  code,
  title: `Filter ${code}`,
  quantity,
  laterQuantity,
  leadTime,
})

test('goods that are all in stock are not shown apart', () => {
  expect(toConsignmentsView([line('A', 2, 0)], 'split')).toBe(null)
})

test('a line of which a part is in stock is in both lists', () => {
  const view = toConsignmentsView([line('A', 2, 0), line('B', 5, 3)], 'split')!
  expect(view.now.lines.map(({ code, quantity }) => [code, quantity])).toEqual([
    ['A', 2],
    ['B', 2],
  ])
  expect(view.later.lines).toEqual([
    { code: 'B', title: 'Filter B', quantity: 3, arrival: 'about 2–3 weeks' },
  ])
  expect(formatConsignments(view)).toBe(
    'Send what is there now, the rest when it arrives: about 2–3 weeks from ordering.',
  )
})

test('without a lead time no time is named', () => {
  const view = toConsignmentsView([line('A', 1, 0), line('B', 1, 1, null), line('C', 1, 1)], 'together')!
  expect(formatConsignments(view)).toBe('Everything together. We will tell you the day.')
  expect(view.later.lines.map(({ arrival }) => arrival)).toEqual([
    'We will tell you the day',
    'about 2–3 weeks',
  ])
})

test('when nothing is in stock there is nothing to choose', () => {
  const view = toConsignmentsView([line('A', 1, 1)], 'split')!
  expect(formatConsignments(view)).toBe('About 2–3 weeks from ordering.')
  expect(view.now.count).toBe(0)
})

test('of many lines the first are listed and the others counted', () => {
  const view = toConsignmentsView(
    Array.from({ length: 12 }, (_, index) => line(`A${index}`, 1, 1)),
    null,
  )!
  expect(view.later.lines).toHaveLength(10)
  expect(formatMoreLines(view.later)).toBe('and 2 more lines')
  expect(formatMoreLines(view.now)).toBe('')
})

test('an order says its days, once where they are the same for all lines', () => {
  const ordered = toIsoDate('2026-11-27')
  const lines = [line('A', 1, 1), line('B', 2, 2)]
  const view = toConsignmentsView(lines, null, ordered)!
  expect(formatConsignments(view)).toBe('About 11–18 December.')
  expect(formatConsignmentsHeading(view)).toBe('On back order')
  expect(view.later.lines.map(({ arrival }) => arrival)).toEqual(['', ''])

  const together = toConsignmentsView([line('C', 3, 0), ...lines], 'together', ordered)!
  expect(formatConsignments(together)).toBe('Everything together, about 11–18 December.')

  const partly = toConsignmentsView([line('C', 3, 0), ...lines, line('D', 1, 1, null)], 'together', ordered)!
  expect(formatConsignments(partly)).toBe('Everything together. We will tell you the day.')
  expect(formatConsignmentsHeading(partly)).toBe('Some items are on back order')
  expect(partly.later.lines.map(({ arrival }) => arrival)).toEqual([
    'about 11–18 December',
    'about 11–18 December',
    'We will tell you the day',
  ])
})
