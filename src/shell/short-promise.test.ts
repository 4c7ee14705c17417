import { expect, test } from 'vitest'
import { shortPromise } from './short-promise.ts'

test('a phone shows the day alone', () => {
  expect(shortPromise('for delivery tomorrow, Tuesday 24 November')).toBe('for Tue 24 November')
  expect(shortPromise('for delivery Wednesday 2 December')).toBe('for Wed 2 December')
})
test('what is not understood is left whole', () => {
  expect(shortPromise('for delivery after the holidays')).toBe('for delivery after the holidays')
})
