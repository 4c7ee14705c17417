import { expect, test } from 'vitest'
import { makesView } from './machine-view.ts'

const makes = (letter: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `${letter}${at}`, slug: `${letter.toLowerCase()}${at}` }))

test('a usual number of makes stands on one page', () => {
  const all = makes('A', 300)
  expect(makesView(all, '')).toEqual({ makes: all, total: 300, letters: [], letter: null })
  expect(makesView(all, 'A')).toBeNull()
})

test('many makes are told by their first letter, beginning with the first', () => {
  const all = [...makes('B', 200), ...makes('K', 200)]
  expect(makesView(all, '')).toMatchObject({ total: 400, letters: ['B', 'K'], letter: 'B' })
  expect(makesView(all, 'K')!.makes).toEqual(makes('K', 200))
  expect(makesView(all, 'C')).toBeNull()
})
