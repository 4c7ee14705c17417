import { expect, test } from 'vitest'
import { around } from './around.ts'

test('the arrow keys go around the ends of a list, and from none to its first or its last', () => {
  expect(around(-1, 1, 3)).toBe(0)
  expect(around(-1, -1, 3)).toBe(2)
  expect(around(2, 1, 3)).toBe(0)
  expect(around(0, -1, 3)).toBe(2)
  expect(around(-1, -1, 1)).toBe(0)
})
