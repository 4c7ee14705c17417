import { describe, expect, test } from 'vitest'
import type { FittedFilter } from '../finder/positions/position-groups.ts'
import { getServiceHours, listServiceKits } from './service-intervals.ts'

describe('the usual interval', () => {
  // From handbooks of construction machines and trade usage (service-intervals.ts).
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
    expect(getServiceHours(type)).toBe(hours)
  })

  test('follows the position before the type, and the interval that a kit states before both', () => {
    expect(getServiceHours('Hydraulic filter, spin-on', 'Transmission')).toBe(1000)
    expect(getServiceHours('Filter', 'Engine oil')).toBe(500)
    expect(getServiceHours('Air filter', 'Air, inner')).toBe(2000)
    expect(getServiceHours('Coolant filter', 'Bay 7')).toBe(4000)
    expect(getServiceHours('Service kit', '', '500')).toBe(500)
    expect(getServiceHours('Service kit', '', 'yearly')).toBe(null)
  })
})

const filter = (id: number, position: string, type = 'Oil filter, spin-on'): FittedFilter => ({
  id,
  position,
  type,
})

describe('a machine', () => {
  test('has a kit for each service, larger ones including smaller ones, without parts that are never due', () => {
    const filters = [
      filter(1, 'Engine oil'),
      filter(2, 'Fuel, primary', 'Fuel/water separator'),
      filter(3, 'Air, outer', 'Air filter, outer'),
      filter(4, 'Air, inner', 'Air filter, inner'),
      filter(5, '', 'Sealing ring'),
      filter(6, '', 'Oil filter, by-pass'),
    ]
    expect(listServiceKits(filters)).toEqual([
      { hours: 250, productIds: [1] },
      { hours: 500, productIds: [1, 2, 6] },
      { hours: 1000, productIds: [1, 2, 3, 6] },
    ])
    expect(listServiceKits([filters[2]!])).toEqual([{ hours: 1000, productIds: [3] }])
  })
})
