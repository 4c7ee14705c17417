import { expect, test } from 'vitest'
import type { ListingRow } from '../../catalogue/listing.ts'
import { type BrandChoice, toPositionChoices } from './position-choices.ts'

const choice = (code: string, title: string, facts: string[], quantity: number | null = 1): BrandChoice => ({
  row: { code, title, facts } as ListingRow,
  quantity,
  isInAddAll: false,
})

test('brands for a position share what they have in common, and keep what tells them apart', () => {
  const { title, facts, quantity, choices } = toPositionChoices('Fuel, primary', [
    choice(
      'FH-FS-2059',
      'Fuel/water separator 93 × 244 mm, 1-14 UNS',
      ['⌀ 93 mm', '244 mm', '1-14 UNS', '2 µm'],
      2,
    ),
    choice(
      'P567944',
      'Fuel/water separator 93 × 244 mm, 1-14 UNS',
      ['⌀ 93 mm', '244 mm', '1-14 UNS', '10 µm'],
      2,
    ),
    choice('R960T', 'Fuel/water separator', ['⌀ 93 mm', '244 mm', '1-14 UNS'], null),
  ])
  expect([title, quantity]).toEqual(['Fuel/water separator', 2])
  expect(facts).toEqual(['⌀ 93 mm', '244 mm', '1-14 UNS'])
  expect(choices.map(({ row }) => row.facts)).toEqual([['2 µm'], ['10 µm'], []])
})

test('different filters keep their titles, and their quantities', () => {
  const { title, facts, quantity, choices } = toPositionChoices('Air', [
    choice('A', 'Air filter, outer', ['Round'], 1),
    choice('B', 'Air filter, panel', ['EPDM'], 2),
  ])
  expect([title, facts, quantity]).toEqual([null, [], null])
  expect(choices.map(({ row }) => row.title)).toEqual(['Air filter, outer', 'Air filter, panel'])
})
