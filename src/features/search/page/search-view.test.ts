import { expect, test } from 'vitest'
import { getPageRange, searchUrl } from './search-view.ts'

test('a page says which rows of the whole it holds', () => {
  expect(getPageRange({ page: 1, size: 10, total: 24 })).toEqual({ from: 1, to: 10 })
  expect(getPageRange({ page: 3, size: 10, total: 24 })).toEqual({ from: 21, to: 24 })
})
test('nothing found is nothing to nothing', () => {
  expect(getPageRange({ page: 1, size: 10, total: 0 })).toEqual({ from: 0, to: 0 })
})
test('a part number with a slash or a plus survives its way into an address', () => {
  expect(searchUrl('W 950/26+A')).toBe('/search?query=W%20950%2F26%2BA')
})
