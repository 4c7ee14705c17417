import { expect, test } from 'vitest'
import { wrapIndex } from './around.ts'

test('the arrow keys go around the ends of a list, and from none to its first or its last', () => {
  expect(wrapIndex(-1, 1, 3)).toBe(0)
  expect(wrapIndex(-1, -1, 3)).toBe(2)
  expect(wrapIndex(2, 1, 3)).toBe(0)
  expect(wrapIndex(0, -1, 3)).toBe(2)
  expect(wrapIndex(-1, -1, 1)).toBe(0)
})
