import { expect, test } from 'vitest'
import { detailsOf, factsOf } from './details.ts'

const canister = [
  { name: 'Micron rating', value: '25', unit: 'µm', position: 60 },
  { name: 'Outer diameter', value: '93', unit: 'mm', position: 10 },
  { name: 'Thread', value: '1-12 UNF', unit: '', position: 50 },
  { name: 'Height', value: '142', unit: 'mm', position: 20 },
  { name: 'Media', value: 'Cellulose', unit: '', position: 90 },
]

test('a list shows the four facts that come first in the catalogue’s order', () => {
  expect(detailsOf(canister)).toBe('⌀ 93 mm · 142 mm · 1-12 UNF · 25 µm')
  expect(factsOf(detailsOf(canister))).toHaveLength(4)
})

test('a part without attributes has no facts', () => {
  expect(factsOf(detailsOf([]))).toEqual([])
})
