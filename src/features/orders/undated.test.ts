import { expect, test } from 'vitest'
import { toIsoDate } from '../../lib/dates.ts'
import { formatUndated } from './undated.ts'

const day = toIsoDate('2026-11-20')
const withDay = { leadTime: { min: 14, max: 21 }, laterSince: null }
const withoutDay = { leadTime: null, laterSince: null }
const order = { isDelayed: false, wasHeld: false, laterLines: [withDay] }

test('an order without a day says when its goods are expected, or a part of them', () => {
  expect(formatUndated(order, day)).toBe('About 4–11 December')
  expect(formatUndated({ ...order, laterLines: [withoutDay, withDay] }, day)).toBe('Part about 4–11 December')
  expect(formatUndated({ ...order, laterLines: [withoutDay] }, day)).toBe('No day promised')
  expect(formatUndated({ ...order, laterLines: [] }, day)).toBe('No day promised')
  expect(formatUndated({ ...order, wasHeld: true }, day)).toBe('No day promised')
  expect(formatUndated({ ...order, isDelayed: true }, day)).toBe('Delayed, no day yet')
})
