import { describe, expect, test } from 'vitest'
import type { PositionChoice } from '../machines/machine.ts'
import {
  chooseOnePerPosition,
  createAddAllOffer,
  type FittedFilter,
  formatAddAll,
  formatAddAllDescription,
  formatHeading,
  groupByPosition,
} from './position-groups.ts'

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

const choice = (id: number, position: string, change: Partial<PositionChoice> = {}): PositionChoice => ({
  id,
  position,
  type: 'Oil filter, spin-on',
  quantity: 1,
  price: 1000 + id,
  forSale: true,
  available: 5,
  backOrder: false,
  ...change,
})

describe('“Add all available”', () => {
  test('has for each position the first that can be bought, as many as the machine takes', () => {
    const offer = createAddAllOffer([
      choice(1, 'Engine oil', { quantity: 2 }),
      choice(2, 'Engine oil'),
      choice(3, 'Fuel', { available: 0 }),
      choice(4, 'Fuel', { available: 0, backOrder: true }),
    ])!
    expect(offer).toMatchObject({
      items: [
        { product: 1, quantity: 2 },
        { product: 4, quantity: 1 },
      ],
      total: 3006,
      missing: [],
    })
    expect(formatAddAll(offer)).toBe('Add all available (2), £30.06')
  })

  test('prefers one that there is enough of', () => {
    const choices = [choice(1, 'Fuel', { quantity: 2, available: 1 }), choice(2, 'Fuel', { quantity: 2 })]
    expect(createAddAllOffer(choices)!.items).toEqual([{ product: 2, quantity: 2 }])
  })

  test('names the positions for which nothing can be bought, and leaves service kits out', () => {
    const offer = createAddAllOffer([
      choice(1, 'Service kit', { type: 'Service kit' }),
      choice(2, 'Engine oil'),
      choice(3, 'Fuel, primary', { available: 0 }),
      choice(4, '', { type: 'Cabin filter', price: null }),
    ])!
    expect(offer).toMatchObject({
      items: [{ product: 2, quantity: 1 }],
      missing: ['Fuel, primary', 'Cabin filter'],
    })
    expect(formatAddAllDescription(offer)).toMatch(
      /Nothing can be ordered now for: Fuel, primary; Cabin filter. Service kits are not included.$/,
    )
  })

  test('has both quantities of a part that fits two positions', () => {
    const choices = [choice(1, 'Fuel, primary'), choice(1, 'Fuel, secondary', { quantity: 2 })]
    expect(createAddAllOffer(choices)).toMatchObject({ items: [{ product: 1, quantity: 3 }], total: 3003 })
  })

  test('is not offered when nothing can be bought', () => {
    expect(createAddAllOffer([])).toBeNull()
    expect(createAddAllOffer([choice(1, 'Fuel', { available: 0 })])).toBeNull()
  })
})

const fitted = (id: number, position: string, type = 'Oil filter, spin-on'): FittedFilter => ({
  id,
  position,
  type,
})
const ids = (filters: { id: number }[]) => filters.map(({ id }) => id)

describe('a machine', () => {
  test('gets one filter for each position, the first that can be bought', () => {
    const all = [fitted(1, 'Engine oil'), fitted(2, 'Engine oil'), fitted(3, 'Fuel'), fitted(4, 'Engine oil')]
    expect(ids(chooseOnePerPosition(all, () => true))).toEqual([1, 3])
    expect(ids(chooseOnePerPosition(all, ({ id }) => id === 4))).toEqual([4, 3])
  })

  test('without positions gets one filter of each type, and no ready-made kits', () => {
    const all = [fitted(1, ''), fitted(2, ''), fitted(3, '', 'Cabin filter'), fitted(4, '', 'Service kit')]
    expect(ids(chooseOnePerPosition(all, () => true))).toEqual([1, 3])
  })
})
