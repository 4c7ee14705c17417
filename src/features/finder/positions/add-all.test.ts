import { describe, expect, test } from 'vitest'
import type { PositionChoice } from '../machines/machine.ts'
import { createAddAllOffer, formatAddAll, formatAddAllDescription } from './add-all.ts'

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
