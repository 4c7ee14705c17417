import { expect, test } from 'vitest'
import { shortenPromise } from './Header.tsx'

test('a narrow screen has the day without its full name', () => {
  expect(shortenPromise('for delivery tomorrow, Tuesday 24 November')).toBe('for Tue 24 Nov')
  expect(shortenPromise('for delivery Wednesday 2 December')).toBe('for Wed 2 Dec')
  expect(shortenPromise('Order by 14:30 on Monday')).toBe('Order by 14:30 Mon')
})
test('a promise of another form is unchanged', () => {
  expect(shortenPromise('for delivery after the holidays')).toBe('for delivery after the holidays')
  expect(shortenPromise('Order by 14:30 tomorrow')).toBe('Order by 14:30 tomorrow')
})
