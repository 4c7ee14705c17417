import { expect, test } from 'vitest'
import { createSeededRandom, createZipf } from './zipf.ts'

test('items are drawn by 1, 1/2, 1/3 … of the first', () => {
  const draw = createZipf(['a', 'b', 'c'], createSeededRandom(1))
  const counts: Record<string, number> = {}
  for (let i = 0; i < 11_000; i++) {
    const item = draw()
    counts[item] = (counts[item] ?? 0) + 1
  }
  expect(counts.a! / 6000).toBeCloseTo(1, 1)
  expect(counts.b! / 3000).toBeCloseTo(1, 1)
  expect(counts.c! / 2000).toBeCloseTo(1, 1)
})

test('the same seed draws the same', () => {
  const draw = () => Array.from({ length: 5 }, createSeededRandom(7))
  expect(draw()).toEqual(draw())
})
