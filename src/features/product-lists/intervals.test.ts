import { describe, expect, test } from 'vitest'
import { type Fitted, kitsOf, oneForEachPlace, serviceHours } from './intervals.ts'

describe('the usual interval', () => {
  // Reference filter-domain §2 and §3.
  test.each([
    ['Oil filter, spin-on', 500],
    ['Oil filter, element', 500],
    ['Oil filter, by-pass', 500],
    ['Fuel filter, in-line', 500],
    ['Fuel/water separator', 500],
    ['Cabin filter', 500],
    ['Air filter, outer', 1000],
    ['Air filter, panel', 1000],
    ['Hydraulic filter, spin-on', 1000],
    ['Hydraulic element, pressure', 1000],
    ['Transmission filter', 1000],
    ['Tank breather', 1000],
    ['Crankcase breather', 1000],
    ['Air/oil separator', 1000],
    ['Air dryer', 1000],
    ['Air filter, inner', 2000],
    ['Hydraulic suction strainer', 2000],
    ['AdBlue filter', 2000],
    ['Coolant filter', 4000],
    ['Air filter housing', null],
    ['Sealing ring', null],
    ['Service kit', null],
  ])('of a %s is %s hours', (type, hours) => {
    expect(serviceHours(type)).toBe(hours)
  })

  test('follows the place on the machine before the type, and a kit’s own word before both', () => {
    expect(serviceHours('Hydraulic filter, spin-on', 'Transmission')).toBe(1000)
    expect(serviceHours('Filter', 'Engine oil')).toBe(500)
    expect(serviceHours('Air filter', 'Air, inner')).toBe(2000)
    expect(serviceHours('Coolant filter', 'Bay 7')).toBe(4000)
    expect(serviceHours('Service kit', '', '500')).toBe(500)
    expect(serviceHours('Service kit', '', 'yearly')).toBe(null)
  })
})

const filter = (id: number, position: string, type = 'Oil filter, spin-on'): Fitted => ({
  id,
  position,
  type,
})
const ids = (filters: { id: number }[]) => filters.map(({ id }) => id)

describe('a machine', () => {
  test('is given one filter for each place, the first that can be bought', () => {
    const fitted = [
      filter(1, 'Engine oil'),
      filter(2, 'Engine oil'),
      filter(3, 'Fuel'),
      filter(4, 'Engine oil'),
    ]
    expect(ids(oneForEachPlace(fitted, () => true))).toEqual([1, 3])
    expect(ids(oneForEachPlace(fitted, ({ id }) => id === 4))).toEqual([4, 3])
  })

  test('whose places nobody told is given one of each type; ready kits are left aside', () => {
    const fitted = [filter(1, ''), filter(2, ''), filter(3, '', 'Cabin filter'), filter(4, '', 'Service kit')]
    expect(ids(oneForEachPlace(fitted, () => true))).toEqual([1, 3])
  })

  test('has a kit for each service, the larger ones with the smaller; what is never due is in none', () => {
    const filters = [
      filter(1, 'Engine oil'),
      filter(2, 'Fuel, primary', 'Fuel/water separator'),
      filter(3, 'Air, outer', 'Air filter, outer'),
      filter(4, 'Air, inner', 'Air filter, inner'),
      filter(5, '', 'Sealing ring'),
      filter(6, '', 'Oil filter, by-pass'),
    ]
    expect(kitsOf(filters)).toEqual([
      { hours: 250, productIds: [1] },
      { hours: 500, productIds: [1, 2, 6] },
      { hours: 1000, productIds: [1, 2, 3, 6] },
    ])
    expect(kitsOf([filters[2]!])).toEqual([{ hours: 1000, productIds: [3] }])
  })
})
