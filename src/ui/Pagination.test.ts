import { expect, test } from 'vitest'
import { listPageNumbers } from './Pagination.tsx'

test('few pages are all offered', () => {
  expect(listPageNumbers(1, 1)).toEqual([1])
  expect(listPageNumbers(2, 3)).toEqual([1, 2, 3])
})
test('many pages leave gaps around the current one', () => {
  expect(listPageNumbers(7, 20)).toEqual([1, null, 6, 7, 8, null, 20])
})
test('a gap of a single page is that page', () => {
  expect(listPageNumbers(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})
test('the ends do not reach beyond the list', () => {
  expect(listPageNumbers(1, 20)).toEqual([1, 2, null, 20])
  expect(listPageNumbers(20, 20)).toEqual([1, null, 19, 20])
})
