import { expect, test } from 'vitest'
import type { ListingRow } from '../../catalogue/listing.ts'
import { type BrandChoice, toMakesView, toMakeView, toPositionChoices } from './machine-view.ts'

const makes = (letter: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `${letter}${at}`, slug: `${letter.toLowerCase()}${at}` }))

test('up to 300 makes are on one page', () => {
  const all = makes('A', 300)
  expect(toMakesView(all, '')).toEqual({ makes: all, total: 300, letters: [], letter: null })
  expect(toMakesView(all, 'A')).toBeNull()
})

test('many makes are listed by their first letter, starting with the first', () => {
  const all = [...makes('B', 200), ...makes('K', 200)]
  expect(toMakesView(all, '')).toMatchObject({ total: 400, letters: ['B', 'K'], letter: 'B' })
  expect(toMakesView(all, 'K')!.makes).toEqual(makes('K', 200))
  expect(toMakesView(all, 'C')).toBeNull()
})

test('the models of a make with very many are split into pages, kind by kind', () => {
  const models = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ id, name: `M${id}`, slug: `m${id}`, variants: [] }))
  const tree = {
    ...{ id: 1, name: 'Titan', slug: 'titan', serial_numbers_count: 0, show_mach_number: false },
    model_types: [
      { id: 1, name: 'Cranes', models: models(390) },
      { id: 2, name: 'Dumpers', models: models(20) },
      { id: 3, name: 'Rollers', models: models(5) },
    ],
  }
  const counts = (page: number) =>
    toMakeView(tree, page)!.types.map(({ name, models: { length } }) => [name, length])
  expect(counts(1)).toEqual([
    ['Cranes', 390],
    ['Dumpers', 10],
  ])
  expect(counts(2)).toEqual([
    ['Dumpers', 10],
    ['Rollers', 5],
  ])
  expect(toMakeView(tree, 2)).toMatchObject({ page: 2, pages: 2 })
  expect(toMakeView(tree, 2)!.types[0]!.models[0]!.url).toBe('/filters/titan/m10')
  expect(toMakeView(tree, 3)).toBeNull()
  expect(toMakeView({ ...tree, model_types: [] }, 1)).toMatchObject({ types: [], pages: 1 })
})

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
