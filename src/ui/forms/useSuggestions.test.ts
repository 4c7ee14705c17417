import { expect, test } from 'vitest'
import { wrapIndex } from './useSuggestions.tsx'

test('the arrow keys wrap around the ends of a list, and start at its first or last option', () => {
  expect(wrapIndex(-1, 1, 3)).toBe(0)
  expect(wrapIndex(-1, -1, 3)).toBe(2)
  expect(wrapIndex(2, 1, 3)).toBe(0)
  expect(wrapIndex(0, -1, 3)).toBe(2)
  expect(wrapIndex(-1, -1, 1)).toBe(0)
})
