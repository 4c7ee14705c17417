import { expect, test } from 'vitest'
import { shortPromise } from './short-promise.ts'

test('a phone shows the day alone', () => {
  expect(shortPromise('for delivery tomorrow, Tuesday 24 November')).toBe('for Tue 24 Nov')
  expect(shortPromise('for delivery Wednesday 2 December')).toBe('for Wed 2 Dec')
  expect(shortPromise('Order by 14:30 on Monday')).toBe('Order by 14:30 Mon')
})
test('what is not understood is left whole', () => {
  expect(shortPromise('for delivery after the holidays')).toBe('for delivery after the holidays')
  expect(shortPromise('Order by 14:30 tomorrow')).toBe('Order by 14:30 tomorrow')
})
