import { expect, test } from 'vitest'
import { getPageRange, toSearchUrl } from './search-view.ts'

test('a page says which rows of the total it has', () => {
  expect(getPageRange({ page: 1, size: 10, total: 24 })).toEqual({ from: 1, to: 10 })
  expect(getPageRange({ page: 3, size: 10, total: 24 })).toEqual({ from: 21, to: 24 })
})
test('an empty result has rows 0 to 0', () => {
  expect(getPageRange({ page: 1, size: 10, total: 0 })).toEqual({ from: 0, to: 0 })
})
test('a part number with a slash or a plus is encoded in a URL', () => {
  expect(toSearchUrl('W 950/26+A')).toBe('/search?query=W%20950%2F26%2BA')
})
