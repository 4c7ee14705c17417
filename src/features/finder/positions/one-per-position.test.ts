import { describe, expect, test } from 'vitest'
import { chooseOnePerPosition, type FittedFilter } from './one-per-position.ts'

const filter = (id: number, position: string, type = 'Oil filter, spin-on'): FittedFilter => ({
  id,
  position,
  type,
})
const ids = (filters: { id: number }[]) => filters.map(({ id }) => id)

describe('a machine', () => {
  test('gets one filter for each position, the first that can be bought', () => {
    const fitted = [
      filter(1, 'Engine oil'),
      filter(2, 'Engine oil'),
      filter(3, 'Fuel'),
      filter(4, 'Engine oil'),
    ]
    expect(ids(chooseOnePerPosition(fitted, () => true))).toEqual([1, 3])
    expect(ids(chooseOnePerPosition(fitted, ({ id }) => id === 4))).toEqual([4, 3])
  })

  test('without positions gets one filter of each type, and no ready-made kits', () => {
    const fitted = [filter(1, ''), filter(2, ''), filter(3, '', 'Cabin filter'), filter(4, '', 'Service kit')]
    expect(ids(chooseOnePerPosition(fitted, () => true))).toEqual([1, 3])
  })
})
