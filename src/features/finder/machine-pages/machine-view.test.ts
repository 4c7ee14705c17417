import { expect, test } from 'vitest'
import { toMakesView, toMakeView } from './machine-view.ts'

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
