import { describe, expect, test } from 'vitest'
import { formatHeading, groupByPosition } from './position-groups.ts'

const filter = (id: number, ...positions: [name: string, quantity: number][]) => ({
  id,
  type: 'Oil filter, spin-on',
  positions: positions.map(([name, quantity]) => ({ name, quantity })),
})
const list = (groups: ReturnType<typeof groupByPosition>) =>
  groups.map(({ heading, filters, equivalents }) => [
    heading,
    filters.map(one => `${one.filter.id}×${one.quantity}`).join(' '),
    equivalents.map(({ id }) => id).join(' '),
  ])

describe('the filters of a machine by position', () => {
  test('are in the order of a service, and a filter for two positions is in both with its quantity', () => {
    const filters = [
      filter(1, ['Engine oil', 1], ['Transmission', 2]),
      filter(2, ['Engine oil', 1]),
      filter(3, ['Air, outer', 1]),
      filter(4, ['Transmission', 1]),
      filter(5, ['Magnet', 1]),
    ]
    expect(list(groupByPosition(filters, []))).toEqual([
      ['Engine oil', '1×1 2×1', ''],
      ['Air, outer', '3×1', ''],
      ['Transmission', '1×2 4×1', ''],
      ['Magnet', '5×1', ''],
    ])
  })

  test('are one group however the position is written, and by type without a position', () => {
    const filters = [filter(1, ['ENGINE OIL', 1]), filter(2, ['engine oil', 1]), filter(3, ['', 1])]
    expect(list(groupByPosition(filters, [])).map(([heading, ids]) => [heading, ids])).toEqual([
      ['Engine oil', '1×1 2×1'],
      ['Oil filter, spin-on', '3×1'],
    ])
    expect(formatHeading('SCR', '')).toBe('SCR')
  })

  test('have the four best equivalents of their group, each once', () => {
    const filters = [filter(1, ['Engine oil', 1]), filter(2, ['Engine oil', 1]), filter(3, ['Fuel', 1])]
    const equivalents = [
      { id: 11, equivalentTo: 1 },
      { id: 12, equivalentTo: 3 },
      { id: 13, equivalentTo: 2 },
      { id: 11, equivalentTo: 2 },
      { id: 14, equivalentTo: 1 },
      { id: 15, equivalentTo: 1 },
      { id: 16, equivalentTo: 1 },
    ]
    expect(list(groupByPosition(filters, equivalents))).toEqual([
      ['Engine oil', '1×1 2×1', '11 13 14 15'],
      ['Fuel', '3×1', '12'],
    ])
  })
})
